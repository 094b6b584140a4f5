/** The recorded conversations once more: over fetch and two open sockets the mock server makes the same of them. */
import { setTimeout as wait } from "node:timers/promises";
import { createAgentClient } from "agent-server-client";
import { describe, expect, test } from "vitest";
import { type Listener, listen } from "../src/cli/listen.js";
import { fieldsOf } from "../src/simulator/fields.js";
import type { WireEvent } from "../src/simulator/world.js";
import { eventsOf } from "./live/conversation.js";
import { MOCKED, useMock } from "./support/mocked.js";
import { eventLine, frameLine, placesOf } from "./support/scene-compare.js";
import { titleEvents, turnsFor, without } from "./support/scene-play.js";
import { type Act, type Scene, scenes } from "./support/scenes.js";
import type { Told } from "./support/simulated.js";

const mock = useMock();
const client = createAgentClient({ baseUrl: MOCKED.baseUrl, sessionApiKey: MOCKED.key });
const QUIET_MS = 60;
const AGAIN_MS = 5;

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { "X-Session-API-Key": MOCKED.key, "Content-Type": "application/json" };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${MOCKED.baseUrl}/api/conversations${path}`, { method, headers, ...content });
  expect(response.ok, path).toBe(true);
  return response.json();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(AGAIN_MS);
}

const isOver = async (id: string): Promise<boolean> =>
  !["running", "idle"].includes(String(fieldsOf(await ask("GET", `/${id}`))["execution_status"]));

async function perform(id: string, act: Act, messages: WireEvent[]): Promise<void> {
  if (act === "settle") await until(() => isOver(id));
  else if (act === "begun") await wait(AGAIN_MS);
  else if (act === "called") {
    await until(async () => (await eventsOf(client, id)).some(({ kind }) => kind === "ActionEvent"));
  } else if (act === "send") {
    const { content } = fieldsOf(messages.shift()?.["llm_message"]);
    await ask("POST", `/${id}/events`, { role: "user", content, run: true });
  } else if (act === "accept") await ask("POST", `/${id}/events/respond_to_confirmation`, { accept: true });
  else if (typeof act === "string") await ask("POST", `/${id}/${act}`);
  else if ("reject" in act) {
    await ask("POST", `/${id}/events/respond_to_confirmation`, { accept: false, reason: act.reject });
  } else {
    const log = await eventsOf(client, id);
    await ask("POST", `/${id}/navigate`, { event_id: log[act.navigate]?.id });
  }
}

/** Has the mock server go through a scene; both sockets listen from the beginning. */
async function play(scene: Scene): Promise<[log: WireEvent[], session: readonly Told[], legacy: readonly Told[]]> {
  mock.script(turnsFor(scene));
  const id = String(fieldsOf(await ask("POST", "", { ...scene.request, autotitle: false }))["id"]);
  const sockets: Listener[] = [];
  for (const path of [`session/${id}?after_seq=-1`, `events/${id}`]) {
    const socket = await listen(MOCKED, path);
    await socket?.settle(QUIET_MS);
    if (socket) sockets.push(socket);
  }
  const messages = scene.events.filter(({ kind, source }) => kind === "MessageEvent" && source === "user");
  for (const act of scene.acts) await perform(id, act, messages);
  for (const socket of sockets) {
    await socket.settle(QUIET_MS);
    socket.close();
  }
  const [session = [], legacy = []] = sockets.map(({ frames }) => frames as readonly Told[]);
  return [(await eventsOf(client, id)) as readonly object[] as WireEvent[], session, legacy];
}

describe.each(scenes().map((recording) => without(recording, titleEvents(recording))))("$name", (scene) => {
  test("is told by both sockets as recorded", async () => {
    const [log, session, legacy] = await play(scene);
    const [placed, recorded] = [placesOf(log), placesOf(scene.events)];
    expect(log.map((event) => eventLine(event, placed))).toEqual(
      scene.events.map((event) => eventLine(event, recorded)),
    );
    expect(session.map((frame) => frameLine(frame, placed))).toEqual(
      scene.session.map((frame) => frameLine(frame, recorded)),
    );
    expect(legacy.map((event) => eventLine(event, placed))).toEqual(
      scene.legacy.map((event) => eventLine(event, recorded)),
    );
  });
});
