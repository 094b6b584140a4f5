/** checkEvents: what of events cannot be read, and with `strict` what of them is new. */
import { describe, expect, test } from "vitest";
import { checkEvents } from "../src/contract/check-events.js";
import type { Finding } from "../src/contract/finding.js";
import { safeParseEvent } from "../src/parse.js";
import {
  bashEvents,
  type Fields,
  goldenEvents,
  isFields,
  liveRecordings,
  recordings,
  treeEvents,
} from "./support/corpus.js";
import { mutate } from "./support/mutate.js";
import { randomFrom } from "./support/random.js";

async function* each(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events;
}

async function check(events: readonly unknown[], strict = false): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const finding of checkEvents(each(events), { strict })) found.push(finding);
  return found;
}

const PAUSE = { kind: "PauseEvent", id: "e1", timestamp: "2026-11-30T07:53:55.131803", source: "user" };
const action = (): Fields => {
  const event = recordings()
    .flatMap(({ rest_search }) => rest_search)
    .find(({ action }) => isFields(action) && action["kind"] === "TerminalAction");
  return structuredClone(event ?? {});
};

describe("real traffic", () => {
  test.each([false, true])("of the version that this package is made from is fine; strict: %s", async (strict) => {
    for (const { name, rest_search, rest_get, ws_events, ws_session } of [...recordings(), ...liveRecordings()])
      for (const events of [rest_search, rest_get, ws_events, ws_session])
        expect(await check(events, strict), name).toEqual([]);
    expect(await check([...bashEvents(), ...treeEvents()], strict)).toEqual([]);
    expect(await check(goldenEvents())).toEqual([]);
  });
});

describe("what cannot be read", () => {
  test("is found at its place, by type and never by value", async () => {
    const secret = "sk-do-not-tell";
    const broken = { ...action(), tool_name: 5, action: { kind: "TerminalAction", command: [secret] } };
    expect(await check([PAUSE, broken, "text", null, { ...PAUSE, kind: 7 }])).toEqual([
      breaking("field-type", "#/1/action/command", "ActionEvent: action.command: expected a string, got an array"),
      breaking("field-type", "#/1/tool_name", "ActionEvent: tool_name: expected a string, got a number"),
      breaking("field-type", "#/2", "event: expected an object, got a string"),
      breaking("field-type", "#/3", "event: expected an object, got null"),
      breaking("field-type", "#/4/kind", "event: kind: expected a string, got a number"),
    ]);
    expect(JSON.stringify(await check([broken], true))).not.toContain(secret);
  });

  test("is found in frames and bash events, too", async () => {
    const frames = [
      { type: "durable", seq: 3, event: { ...PAUSE, id: 1 } },
      { type: "delta", kind: "text", item_id: "i", content: 5, order: 1 },
      { type: "item_aborted", item_id: "i" },
      { type: "of_a_newer_server" },
      { kind: "BashOutput", id: "b", order: "first" },
    ];
    expect((await check(frames)).map(({ rule, pointer, message }) => `${rule} ${pointer} ${message}`)).toEqual([
      "event-field-type #/0/event/id frame durable: event.id: expected a string, got a number",
      "event-field-type #/1/content frame delta: content: expected a string, got a number",
      "event-field-missing #/2/reason frame item_aborted: reason: missing; expected a string",
      "event-field-missing #/4/command_id BashOutput: command_id: missing; expected a string",
      expect.stringContaining("event-field-type #/4/order BashOutput: order: expected an integer"),
    ]);
  });

  test("is what parseEvent refuses, and nothing else", async () => {
    const random = randomFrom(9);
    const events = recordings().flatMap(({ rest_search }) => rest_search.slice(0, 6));
    let [refused, asked] = [0, 0];
    for (const event of events) {
      for (let turn = 0; turn < 20; turn++) {
        const { value } = mutate(event, 1 + random.below(3), { random, donors: events });
        // Without an id it could be a frame
        if (!isFields(value) || typeof value["id"] !== "string") continue;
        const isRefused = !safeParseEvent(value).ok;
        expect((await check([value])).length > 0).toBe(isRefused);
        asked++;
        if (isRefused) refused++;
      }
    }
    expect(refused).toBeGreaterThan(100);
    expect(asked - refused).toBeGreaterThan(100);
  });

  test("values that throw when they are read cost nothing but themselves", async () => {
    const refuse = (): never => {
      throw new Error("no");
    };
    // An async generator looks whether what it yields is a promise
    const hostile = new Proxy({}, { get: (_, name) => (name === "then" ? undefined : refuse()) });
    const once = { ...PAUSE, own: new Proxy({}, { ownKeys: refuse }) };
    let reads = 0;
    Object.defineProperty(once, "user", { enumerable: true, get: refuse });
    Object.defineProperty(once, "source", { enumerable: true, get: () => (reads++ > 0 ? refuse() : "user") });
    expect((await check([hostile, once, PAUSE], true)).map(({ pointer }) => pointer)).toEqual(["#/0"]);
  });
});

describe("strict", () => {
  test("reports fields and kinds that are not listed, at every level, and not without it", async () => {
    const event = action();
    Object.assign(event, { "a/b~": 1 });
    Object.assign(event["action"] as Fields, { brand_new: {} });
    const newer = [
      event,
      { ...PAUSE, kind: "SecurityAnalysisEvent", verdict: 1 },
      { ...event, action: { kind: "StartChildConversationAction", x: 1 } },
    ];
    expect(await check(newer)).toEqual([]);
    expect((await check(newer, true)).map(({ rule, pointer, message }) => `${rule} ${pointer} ${message}`)).toEqual([
      "event-unknown-field #/0/action/brand_new ActionEvent: action.brand_new: a field that this version does not list",
      "event-unknown-field #/0/a~1b~0 ActionEvent: a/b~: a field that this version does not list",
      "event-unknown-kind #/1 event: SecurityAnalysisEvent is a kind that this version does not list",
      "event-unknown-kind #/2/action ActionEvent: action: StartChildConversationAction is a kind that this version does not list",
      "event-unknown-field #/2/a~1b~0 ActionEvent: a/b~: a field that this version does not list",
    ]);
  });

  test("finds every field that is added to a recorded event where the document lists the fields", async () => {
    for (const event of recordings().flatMap(({ rest_search }) => rest_search.slice(0, 4))) {
      const added = { ...structuredClone(event), of_tomorrow: null };
      expect((await check([added], true)).map(({ pointer }) => pointer)).toEqual(["#/0/of_tomorrow"]);
    }
  });

  test("takes the actions of client tools for what they are, and stops at twenty of one event", async () => {
    const own = { ...action(), action: { kind: "ClientAction_show_chart", anything: 1 } };
    expect(await check([own], true)).toEqual([]);
    const many = { ...PAUSE, ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1])) };
    expect(await check([many], true)).toHaveLength(20);
  });

  test("repeats no kind that is no word", async () => {
    const [finding] = await check([{ ...PAUSE, kind: "ghp secret\n" }], true);
    expect(finding?.message).toBe("event: it is a kind that this version does not list");
  });
});

test("an event has given its findings before the next one is asked for", async () => {
  const asked: number[] = [];
  async function* events(): AsyncGenerator<unknown> {
    for (let index = 0; index < 3; index++) {
      asked.push(index);
      yield { kind: "PauseEvent" };
    }
  }
  for await (const { pointer } of checkEvents(events())) expect(pointer.startsWith(`#/${asked.at(-1)}`)).toBe(true);
  expect(asked).toEqual([0, 1, 2]);
});

const breaking = (rule: string, pointer: string, message: string): Finding => ({
  severity: "breaking",
  rule: `event-${rule}`,
  pointer,
  message,
});
