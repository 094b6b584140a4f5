/** Round trips with the real orxhestra 0.1.8: signed here and verified there, and the reverse. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as orx from "agent-server-client/orxhestra";
import { parse, stringify } from "lossless-json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../support/compile.js";
import { type Fields, isFields } from "../support/corpus.js";
import { golden, seedOf } from "../support/orxhestra.js";
import { fuzzInput } from "../support/orxhestra-fuzz.js";
import { SMALL_DIDS } from "../support/orxhestra-values.js";
import { randomFrom, seedOfRun } from "../support/random.js";
import { pythonWithOrxhestra } from "./environment.js";

const VERSION = "0.1.8";

type Ask = (request: object) => Promise<unknown>;
let ask: Ask = () => Promise.reject(new Error("not started"));
let stop = (): void => undefined;

beforeAll(async () => {
  const child = spawn(await pythonWithOrxhestra(), [join(ROOT, "test/live/orxhestra-answers.py")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("Python has ended");
    return JSON.parse(String(value)) as unknown;
  };
  stop = () => child.stdin.end();
}, 600_000);
afterAll(() => stop());

const verifiedThere = async (texts: readonly string[]): Promise<unknown[]> =>
  (await ask({ verify: texts })) as unknown[];

test("orxhestra.schema.json is what the package says of its events", async () => {
  const {
    $schema: _,
    $comment,
    ...schema
  } = JSON.parse(readFileSync(join(ROOT, "orxhestra.schema.json"), "utf8")) as {
    [name: string]: unknown;
  };
  expect($comment).toBe(`orxhestra ${VERSION}`);
  expect(await ask({ schema: true })).toEqual(schema);
});

test("what is signed here is verified there, and not when it is changed", async () => {
  const streamed = Object.values(golden.streams).flatMap(({ turns }) => turns.flatMap(({ events }) => events));
  const events = [...golden.events.map(({ wire }) => wire), ...streamed];
  const signed = await Promise.all(events.map((event) => orx.signEvent(event, seedOf("K1"))));
  const texts = signed.map((event) => JSON.stringify(event));
  expect(await verifiedThere(texts)).toEqual(texts.map(() => true));
  const changed = signed.map((event) => JSON.stringify({ ...event, agent_name: `${event.agent_name}!` }));
  expect(await verifiedThere(changed)).toEqual(changed.map(() => false));
});

test("a chain signed here is one there: each event names the one before", async () => {
  const { wire } = golden.events[0] as (typeof golden.events)[number];
  const first = await orx.signEvent(wire, seedOf("K1"));
  const second = await orx.signEvent({ ...wire, prev_signature: first.signature ?? null }, seedOf("K2"));
  expect(await verifiedThere([first, second].map((event) => JSON.stringify(event)))).toEqual([true, true]);
});

test("what is signed there is verified here", async () => {
  const texts = golden.events.map(({ wire }) => JSON.stringify(wire));
  const big = texts.map((text) =>
    text.replace('"state_delta":{}', '"state_delta":{"n":[12345678901234567890,-0.0,1e22,1e-7]}'),
  );
  const signed = (await ask({ sign: [...texts, ...big], seed: Buffer.from(seedOf("K3")).toString("hex") })) as string[];
  const answers = await Promise.all(signed.map((text) => orx.verifyEvent(text)));
  expect(answers.map(({ status }) => status)).toEqual(signed.map(() => "valid"));
  expect(signed.filter((text) => text.includes("12345678901234567890")).length).toBeGreaterThan(90);
});

const TEXTS = 5000;
const fuzzTexts = (seed: number): string[] => {
  const random = randomFrom(seed);
  const texts: string[] = [];
  while (texts.length < TEXTS) {
    const input = fuzzInput(random);
    if (typeof input === "string") texts.push(input);
  }
  return texts;
};

const isEvent = (text: string): boolean => {
  try {
    return orx.parseOrxEvent(JSON.parse(text)) !== undefined;
  } catch {
    return false;
  }
};

/** An event as it is, with a signature and a key in the one proper way: Python and this package must agree on it. */
const isProper = (text: string): boolean => {
  if (!isEvent(text)) return false;
  const { signature, signer_did } = JSON.parse(text) as orx.OrxEvent;
  return /^[\w-]{85}[AQgw]==$/.test(signature ?? "") && !isSmall(signer_did);
};

/** Whatever space stands around it: Python takes more for space than JavaScript does. */
function isSmall(did: string): boolean {
  try {
    return SMALL_DIDS.includes(orx.publicKeyToDidKey(orx.didKeyToPublicKey(did)));
  } catch {
    return false;
  }
}

/** Python takes texts and keys that are not written in the one proper way, and converts; nothing else may differ. */
test("5,000 made-up texts: what Python calls right is valid, or not written in the one proper way", async () => {
  const seed = seedOfRun();
  const texts = fuzzTexts(seed);
  const there = await verifiedThere(texts);
  const here = await Promise.all(texts.map(async (text) => (await orx.verifyEvent(text)).status));
  const refused = texts.filter((_, i) => there[i] === true && here[i] !== "valid");
  expect(
    refused.filter((text) => here[texts.indexOf(text)] !== "malformed" || isProper(text)),
    `seed ${seed}`,
  ).toEqual([]);
  // newer types of parts pass here, and what Python's reader refuses for a field that nobody signs
  const taken = there.filter((answer, i) => here[i] === "valid" && answer !== true);
  expect(
    taken.filter((answer) => answer !== "ValidationError"),
    `seed ${seed}`,
  ).toEqual([]);
  console.log(`seed ${seed}: ${refused.length} of ${TEXTS} malformed here alone, ${taken.length} valid here alone`);
});

const KEPT = ["id", "type", "timestamp", "agent_name", "branch", "prev_signature", "signature", "signer_did"];
const fieldsOf = (value: unknown, names: readonly string[]): object =>
  isFields(value) ? Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) : {};

/** The event with what is signed of it, and nothing else. */
function bare(text: string): string {
  const event = parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }) as Fields;
  const { parts } = fieldsOf(event["content"], ["parts"]) as { parts?: readonly Fields[] };
  const texts = (parts ?? []).filter(({ type }) => type === "text").map((part) => String(part["text"]));
  const calls = (parts ?? []).filter(({ type }) => type === "tool_call");
  const response = event["llm_response"];
  return String(
    stringify({
      ...fieldsOf(event, KEPT),
      content: {
        parts: [
          { type: "text", text: texts.join("") },
          ...calls.map((call) => fieldsOf(call, ["type", "tool_call_id", "tool_name", "args"])),
        ],
      },
      actions: fieldsOf(event["actions"], ["transfer_to_agent", "state_delta"]),
      llm_response: response == null ? null : fieldsOf(response, ["text", "model_version"]),
    }),
  );
}

test("5,000 made-up texts: what is valid here is right there, once all that nobody signs is left out", async () => {
  const seed = seedOfRun();
  const texts = fuzzTexts(seed);
  const here = await Promise.all(texts.map(async (text) => (await orx.verifyEvent(text)).status));
  const valid = texts.filter((_, i) => here[i] === "valid");
  const there = await verifiedThere(valid.map(bare));
  expect(
    valid.filter((_, i) => there[i] !== true),
    `seed ${seed}`,
  ).toEqual([]);
  expect(valid.length).toBeGreaterThan(1000);
});

const messageOf = (event: orx.OrxEvent): unknown[] => {
  const message = orx.toLangChainMessage(event);
  return [message.type, message.content, message.type === "tool" ? message.tool_call_id : null];
};

test("5,000 made-up texts: what both take for an event says the same", async () => {
  const seed = seedOfRun();
  const texts = fuzzTexts(seed).filter(isEvent);
  const there = (await ask({ properties: texts })) as unknown[];
  const here = texts.map((text): unknown => {
    const event = orx.parseOrxEvent(JSON.parse(text));
    const said = {
      text: orx.text(event),
      thinking: orx.thinking(event),
      data: orx.data(event),
      tool_name: orx.toolName(event),
      tool_input: orx.toolInput(event),
      has_tool_calls: orx.hasToolCalls(event),
      error: orx.error(event),
      is_signed: orx.isSigned(event),
      tool_calls: orx.toolCalls(event).map((call) => call.tool_call_id),
      tool_responses: orx.toolResponses(event).map((response) => response.result ?? ""),
      is_final_response: orx.isFinalResponse(event),
      should_include_event: orx.shouldIncludeEvent(event),
      message: messageOf(event),
    };
    return JSON.parse(JSON.stringify(said)) as unknown;
  });
  const read = there.flatMap((said, i) => (said === null ? [] : [i]));
  expect(read.map((i) => here[i])).toEqual(read.map((i) => JSON.parse(JSON.stringify(there[i])) as unknown));
  expect(read.length, `seed ${seed}`).toBeGreaterThan(2000);
});
