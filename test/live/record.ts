/**
 * `npm run record -- [--out FOLDER] [SCENE…]` plays scenes with the real server and writes what it sent over all four
 * channels, one file per scene. Without names: the scenes that the folder has files of, or all of them.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Listener, listen } from "../../src/cli/listen.js";
import { recordingOf } from "../../src/cli/recording.js";
import { startModel } from "./model.js";
import { perform, type Theatre } from "./perform.js";
import { endRun } from "./processes.js";
import { placesLeftIn, withoutPlace } from "./record-redact.js";
import { FAILING_SCENES, SCENES, type Scene } from "./scenes.js";
import { type ServerAddress, startServer } from "./server.js";

const FIXTURES = fileURLToPath(new URL("../fixtures/traffic", import.meta.url));
const ALL = [...SCENES, ...FAILING_SCENES];

/** The same conversation as every channel gives it, without anything of this machine. */
export async function recordScene(theatre: Theatre & ServerAddress, scene: Scene): Promise<unknown> {
  const sockets: Listener[] = [];
  const [id, status] = await perform(theatre, scene, async (conversation) => {
    for (const path of [`events/${conversation}?resend_mode=all`, `session/${conversation}?after_seq=-1`]) {
      const socket = await listen(theatre, path);
      if (socket) sockets.push(socket);
      await socket?.settle();
    }
  });
  if (status !== scene.status) throw new Error(`the scene ${scene.name} ended as ${status}, not ${scene.status}`);
  for (const socket of sockets) await socket.settle();
  const [events, session] = sockets;
  const recording = await recordingOf(theatre.client, id, { events, session });
  for (const socket of sockets) socket.close();
  const clean = withoutPlace(recording, { ...theatre, modelUrl: theatre.model.url });
  if (placesLeftIn(JSON.stringify(clean)).length > 0) throw new Error(`${scene.name} still tells of this machine`);
  return clean;
}

function scenesFor(out: string, names: readonly string[]): readonly Scene[] {
  const unknown = names.filter((name) => !ALL.some((scene) => scene.name === name));
  if (unknown.length > 0)
    throw new Error(`no scene ${unknown.join(", ")}; there are ${ALL.map(({ name }) => name).join(", ")}`);
  if (names.length > 0) return ALL.filter(({ name }) => names.includes(name));
  const files = existsSync(out) ? readdirSync(out) : [];
  const known = ALL.filter(({ name }) => files.includes(`${name}.json`));
  return known.length > 0 ? known : ALL;
}

async function main(args: readonly string[]): Promise<void> {
  const options = { out: { type: "string", default: FIXTURES } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const scenes = scenesFor(values.out, positionals);
  mkdirSync(values.out, { recursive: true });
  const model = await startModel();
  try {
    const server = await startServer({ version: "1.52.0" });
    const workingDir = join(server.data, "project");
    mkdirSync(workingDir);
    for (const scene of scenes) {
      const recording = await recordScene({ ...server, model, workingDir }, scene);
      writeFileSync(join(values.out, `${scene.name}.json`), `${JSON.stringify(recording, null, 1)}\n`);
      console.log(scene.name);
    }
  } finally {
    await model.close();
    await endRun();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(`record: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}
