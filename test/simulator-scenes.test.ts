/** The scripted agent makes of each recorded conversation the same events, frames and answers as the server did. */
import { describe, expect, test } from "vitest";
import { fieldsOf } from "../src/simulator/fields.js";
import type { Turn } from "../src/simulator/turns.js";
import type { WireEvent } from "../src/simulator/world.js";
import { comparable, eventLine, frameLine, keysIn, placesOf } from "./support/scene-compare.js";
import { turnsOf } from "./support/scene-turns.js";
import { type Act, type Scene, scenes } from "./support/scenes.js";
import { framesOf, server, type Told } from "./support/simulated.js";

type Server = ReturnType<typeof server>;

/** What the server's making of a title adds, at a moment that is up to chance: compared in a test of its own. */
function titleEvents({ conversation, events }: Scene): ReadonlySet<string> {
  if (!conversation || conversation["title"] === null) return new Set();
  const errors = events.filter(
    ({ kind, code }) => kind === "ConversationErrorEvent" && code !== "MaxIterationsReached",
  );
  const failed = events.findIndex(({ key, value }) => key === "execution_status" && value === "error");
  const extra = errors.find(({ id }) => id !== events[failed + 1]?.id) ?? events.find(({ key }) => key === "stats");
  return new Set(extra ? [extra.id] : []);
}

/** A recording without some of its events. */
function without(scene: Scene, ids: ReadonlySet<string>): Scene {
  const gone = scene.events.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
  const shift = (seq: number): number => seq - gone.filter((place) => place < seq).length;
  const parents = new Map(scene.events.map(({ id, parent_id }) => [id, parent_id]));
  const stays = ({ id }: { readonly id?: string }): boolean => !ids.has(id ?? "");
  const moved = <T extends WireEvent | Told>(event: T): T => {
    const parent = event["parent_id"];
    return ids.has(String(parent)) ? { ...event, parent_id: parents.get(String(parent)) } : event;
  };
  return {
    ...scene,
    events: scene.events.filter(stays).map(moved),
    whole: scene.whole.filter(stays).map(moved),
    legacy: scene.legacy.filter(stays).map(moved),
    session: scene.session
      .filter(({ event }) => stays(event ?? {}))
      .map((frame) => ({
        ...frame,
        ...(frame.seq === undefined ? {} : { seq: shift(frame.seq) }),
        ...(frame["anchor_seq"] === undefined ? {} : { anchor_seq: shift(Number(frame["anchor_seq"]) + 1) - 1 }),
      })),
  };
}

interface Played {
  readonly simulator: Server;
  readonly id: string;
  readonly session: readonly Told[];
  readonly legacy: readonly Told[];
}

/** Has the simulator go through a scene. */
function play(scene: Scene, autotitle = false): Played {
  const simulator = server();
  simulator.script(turnsFor(scene));
  const body = { ...scene.request, autotitle };
  const { body: info } = simulator.rest({ method: "POST", path: "/api/conversations", body });
  const id = String(fieldsOf(info)["id"]);
  const session = simulator.connect(`/sockets/session/${id}?after_seq=-1`);
  const legacy = simulator.connect(`/sockets/events/${id}`);
  const messages = scene.events.filter(({ kind, source }) => kind === "MessageEvent" && source === "user");
  for (const act of scene.acts) perform(simulator, id, act, messages);
  return { simulator, id, session: framesOf(session), legacy: framesOf(legacy) };
}

function turnsFor(scene: Scene): Turn[] {
  const { durationMs } = scene;
  const turns = turnsOf(scene.events, scene.session).map(
    (turn): Turn => ("calls" in turn ? { ...turn, calls: turn.calls.map((call) => ({ ...call, durationMs })) } : turn),
  );
  for (const [place, turn] of Object.entries(scene.lost)) turns.splice(Number(place), 0, turn);
  return turns;
}

function perform(simulator: Server, id: string, act: Act, messages: WireEvent[]): void {
  const post = (path: string, body?: unknown): void => {
    const answer = simulator.rest({ method: "POST", path: `/api/conversations/${id}/${path}`, body });
    expect(answer.status, path).toBe(200);
  };
  const wind = (isEnough: () => boolean): void => {
    while (!isEnough() && simulator.nextDue() !== null) simulator.wind(1);
  };
  if (act === "settle") wind(() => false);
  else if (act === "begun") simulator.wind(1);
  else if (act === "called") wind(() => simulator.log(id).some(({ kind }) => kind === "ActionEvent"));
  else if (act === "send") {
    const { content } = fieldsOf(messages.shift()?.["llm_message"]);
    post("events", { role: "user", content, run: true });
  } else if (act === "accept") post("events/respond_to_confirmation", { accept: true });
  else if (typeof act === "string") post(act);
  else if ("reject" in act) post("events/respond_to_confirmation", { accept: false, reason: act.reject });
  else post("navigate", { event_id: simulator.log(id)[act.navigate]?.id });
}

/** What a log is compared as. */
const asLog = (log: readonly WireEvent[]): unknown[] => {
  const placed = placesOf(log);
  return log.map((event) => comparable(event, placed));
};
const sessionLines = (frames: readonly Told[], log: readonly WireEvent[]): string[] =>
  frames.map((frame) => frameLine(frame, placesOf(log)));
const legacyLines = (frames: readonly Told[], log: readonly WireEvent[]): string[] =>
  frames.map((frame) => eventLine(frame, placesOf(log)));

describe.each(scenes())("$name", (recording) => {
  const scene = without(recording, titleEvents(recording));
  const parents = new Map(
    [...titleEvents(recording)].map((id) => [id, recording.events.find((event) => event.id === id)?.["parent_id"]]),
  );
  const get = ({ simulator, id }: Played, path: string): unknown =>
    simulator.rest({ method: "GET", path: `/api/conversations/${id}${path}` }).body;

  test("has the same events in the same order, with the same parents", () => {
    const played = play(scene);
    const { items } = get(played, "/events/search") as { readonly items: readonly WireEvent[] };
    expect(asLog(items)).toEqual(asLog(scene.events));
  });

  test("is told by the session socket frame by frame", () => {
    const { simulator, id, session } = play(scene);
    expect(sessionLines(session, simulator.log(id))).toEqual(sessionLines(scene.session, scene.events));
  });

  test("is told by the legacy socket frame by frame", () => {
    const { simulator, id, legacy } = play(scene);
    expect(legacyLines(legacy, simulator.log(id))).toEqual(legacyLines(scene.legacy, scene.events));
  });

  test.skipIf(scene.whole.length === 0)("has the same nulls where events are asked for one by one", () => {
    const played = play(scene);
    const log = played.simulator.log(played.id);
    const whole = log.map((event) => get(played, `/events/${event.id}`) as WireEvent);
    expect(asLog(whole)).toEqual(asLog(scene.whole));
  });

  test.skipIf(scene.conversation === null)("is the same conversation", () => {
    const played = play(scene);
    const { title, stats, id, created_at, updated_at, persistence_dir, ...rest } = fieldsOf(get(played, ""));
    const { title: _, stats: stats2, id: __, ...recorded } = fieldsOf(scene.conversation);
    const placed = placesOf(played.simulator.log(played.id));
    const ids = ({ leaf_event_id, last_user_message_id }: Readonly<Record<string, unknown>>, at = placed) => [
      at(leaf_event_id),
      at(last_user_message_id),
    ];
    const stays = (id: unknown): unknown => parents.get(String(id)) ?? id; // the title's may be the last of all
    const last = ids(recorded, (id) => placesOf(scene.events)(stays(id)));
    expect(ids(rest)).toEqual(last);
    expect(Object.keys(rest).sort()).toEqual(
      Object.keys(recorded)
        .filter((name) => !["created_at", "updated_at", "persistence_dir"].includes(name))
        .sort(),
    );
    const compared = ({
      leaf_event_id,
      last_user_message_id,
      agent,
      ...fields
    }: Readonly<Record<string, unknown>>) => ({
      ...fields,
      agent: keysIn(agent),
    });
    expect({ ...compared(rest), ...TIMES }).toEqual({ ...compared(recorded), ...TIMES });
    expect(keysIn(perUse(stats))).toEqual(keysIn(perUse(stats2)));
    expect([title, created_at, updated_at, id, persistence_dir].map((value) => typeof value)).toContain("string");
  });
});

const TIMES = { created_at: "", updated_at: "", persistence_dir: "" };
/** The metrics of each use, with the first of each list. */
const perUse = (stats: unknown): unknown =>
  JSON.parse(JSON.stringify(stats), (_, value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value));
