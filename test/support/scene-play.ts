/** Recorded scenes, gone through by the simulator. */
import { expect } from "vitest";
import { fieldsOf } from "../../src/simulator/fields.js";
import type { Turn } from "../../src/simulator/turns.js";
import type { WireEvent } from "../../src/simulator/world.js";
import { turnsOf } from "./scene-turns.js";
import type { Act, Scene } from "./scenes.js";
import { framesOf, server, type Told } from "./simulated.js";

type Server = ReturnType<typeof server>;

/** What the server's making of a title adds, at a moment that is up to chance: compared in a test of its own. */
export function titleEvents({ conversation, events }: Scene): ReadonlySet<string> {
  if (!conversation || conversation["title"] === null) return new Set();
  const errors = events.filter(
    ({ kind, code }) => kind === "ConversationErrorEvent" && code !== "MaxIterationsReached",
  );
  const failed = events.findIndex(({ key, value }) => key === "execution_status" && value === "error");
  const extra = errors.find(({ id }) => id !== events[failed + 1]?.id) ?? events.find(({ key }) => key === "stats");
  return new Set(extra ? [extra.id] : []);
}

/** A recording without some of its events. */
export function without<S extends Pick<Scene, "events" | "whole" | "session" | "legacy">>(
  scene: S,
  ids: ReadonlySet<string>,
): S {
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

export interface Played {
  readonly simulator: Server;
  readonly id: string;
  readonly session: readonly Told[];
  readonly legacy: readonly Told[];
}

/** Has the simulator go through a scene. */
export function play(scene: Scene, autotitle = false): Played {
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

/** What the agent does in a scene. */
export function turnsFor(scene: Scene): Turn[] {
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
