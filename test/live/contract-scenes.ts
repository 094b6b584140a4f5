/** What both sockets of a conversation tell of a scene, frame by frame, put so that servers can be compared. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Listener, listen } from "../../src/cli/listen.js";
import type { WireEvent } from "../../src/simulator/world.js";
import { eventLine, frameLine, placesOf } from "../support/scene-compare.js";
import { without } from "../support/scene-play.js";
import type { Told } from "../support/simulated.js";
import { eventsOf } from "./conversation.js";
import { perform, type Theatre } from "./perform.js";
import { FAILING_SCENES, SCENES, type Scene } from "./scenes.js";
import type { ServerAddress } from "./server.js";

/** A scene as it was told. */
export interface ToldScene {
  readonly name: string;
  readonly status: string;
  readonly session: readonly string[];
  readonly legacy: readonly string[];
}

/** What a server has to do by itself for these scenes the mock does not: it runs no hooks, and logs no completions. */
const BEYOND_MOCKS = ["hooks", "hook-blocks", "llm-log"];

export const CONTRACT_SCENES: readonly Scene[] = [...SCENES, ...FAILING_SCENES].filter(
  ({ name }) => !BEYOND_MOCKS.includes(name),
);

/** Plays a scene with both sockets open from the beginning. `quietMs` without a frame: all has been told. */
export async function toldScene(
  theatre: Theatre & Pick<ServerAddress, "baseUrl" | "key">,
  scene: Scene,
  quietMs: number,
): Promise<ToldScene> {
  const sockets: Listener[] = [];
  const [id, status] = await perform(theatre, scene, async (conversation) => {
    for (const path of [`session/${conversation}?after_seq=-1`, `events/${conversation}`]) {
      const socket = await listen(theatre, path);
      if (!socket) throw new Error(`no socket ${path}`);
      sockets.push(socket);
      await socket.settle(quietMs);
    }
  });
  for (const socket of sockets) await socket.settle(quietMs);
  const [session = [], legacy = []] = sockets.map(({ frames }) => frames as readonly Told[]);
  for (const socket of sockets) socket.close();
  const events = (await eventsOf(theatre.client, id)) as readonly WireEvent[];
  return { name: scene.name, status, ...linesOf({ events, session, legacy }) };
}

interface Frames {
  readonly events: readonly WireEvent[];
  readonly session: readonly Told[];
  readonly legacy: readonly Told[];
}

/** Statistics are told by another thread of the server: when is up to chance, so that they are left out. */
function linesOf(frames: Frames): Pick<ToldScene, "session" | "legacy"> {
  const stats = new Set(frames.events.flatMap(({ id, key }) => (key === "stats" ? [id] : [])));
  const { events, session, legacy } = without({ ...frames, whole: [] }, stats);
  const placed = placesOf(events);
  // Of an item that comes to nothing there is no event
  const plain = (line: string): string => line.replace(ANY_ID, "<id>");
  return {
    session: session.map((frame) => plain(frameLine(frame, placed))),
    legacy: legacy.map((event) => plain(eventLine(event, placed))),
  };
}

const ANY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export const SCENES_FILE = fileURLToPath(new URL("../fixtures/mocks/contract-scenes-1.52.0.json", import.meta.url));

export const recordedScenes = (): readonly ToldScene[] => JSON.parse(readFileSync(SCENES_FILE, "utf8")) as ToldScene[];

/** As it is written into the file. */
export const textOfScenes = (scenes: readonly ToldScene[]): string => `${JSON.stringify(scenes, null, 1)}\n`;
