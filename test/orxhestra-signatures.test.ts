/** Signatures: what the real package says of the same texts. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { readExactly } from "../src/orxhestra/lossless.js";
import { golden, type SignedVector, seedOf } from "./support/orxhestra.js";
import { referenceVerifies } from "./support/orxhestra-reference.js";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const statusOf = async (textOrEvent: string | orx.OrxEvent): Promise<orx.OrxSignatureStatus> =>
  (await orx.verifyEvent(textOrEvent)).status;
const parsed = (text: string): orx.OrxEvent => orx.parseOrxEvent(JSON.parse(text));

/** All that Python answers otherwise: a key that fits any message, and signatures not written in the one proper way. */
const ONLY_DIFFERENCES = {
  "signer/small_order_key_universal_signature": "malformed",
  "encoding/extra_padding": "malformed",
  "encoding/garbage_after_padding": "malformed",
  "encoding/inner_space": "malformed",
  "encoding/inner_bang": "malformed",
  "encoding/spare_bits_set": "malformed",
  "encoding/inner_single_pad": "malformed",
  "encoding/inner_double_pad_on_boundary": "malformed",
};

describe("verifyEvent", () => {
  const simple = golden.signed.find(({ name }) => name === "valid/simple") as SignedVector;

  test.each(golden.signed)("of the text of $name says what Python says, but where it is listed", async (vector) => {
    const valid = vector.verify === true && !(vector.name in ONLY_DIFFERENCES);
    expect((await statusOf(vector.wire_json)) === "valid").toBe(valid);
    expect(referenceVerifies(vector.wire_json)).toBe(valid);
  });

  test("the list of differences is complete, and all are called malformed", async () => {
    const differing = await Promise.all(
      golden.signed.map(async ({ name, wire_json, verify }) => {
        const status = await statusOf(wire_json);
        return (status === "valid") === (verify === true) ? [] : [[name, status] as const];
      }),
    );
    expect(Object.fromEntries(differing.flat())).toEqual(ONLY_DIFFERENCES);
  });

  test("says why not: by category", async () => {
    const statuses = async (take: (vector: SignedVector) => boolean): Promise<Record<string, string[]>> => {
      const result: Record<string, string[]> = {};
      for (const { name, wire_json } of golden.signed.filter(take)) {
        const status = await statusOf(wire_json);
        result[status] = [...(result[status] ?? []), name.split("/")[1] ?? ""];
      }
      return result;
    };
    const of = (category: string) => (vector: SignedVector) => vector.category === category;
    expect(Object.keys(await statuses(of("tampered_signed")))).toEqual(["invalid"]);
    expect(Object.keys(await statuses(of("altered_unsigned")))).toEqual(["valid"]);
    expect(await statuses(of("signer"))).toMatchObject({
      unsupported: [
        "did_x25519",
        "did_secp256k1",
        "did_ed25519_priv_codec",
        "did_no_codec",
        "did_extra_leading_1",
        "did_hex_multibase",
        "did_no_multibase",
      ],
      unsigned: ["did_empty"],
      valid: ["did_trailing_newline"],
    });
    expect(await statuses(({ is_signed }) => !is_signed)).toEqual({ unsigned: ["did_empty", "no_did", "unsigned"] });
  });

  test.each(golden.signed)(
    "of the object of $name says the same, or lossy",
    async ({ name, wire_json, needs_lossless_numbers }) => {
      const event: unknown = JSON.parse(wire_json);
      const status = await statusOf(event as orx.OrxEvent);
      const isLossy = needs_lossless_numbers === true || name.includes("negative_zero") || name.includes("neg_zero");
      expect(status).toBe(isLossy ? "lossy" : await statusOf(wire_json));
    },
  );

  test("takes each signed event of the recorded streams for what Python took it", async () => {
    const pairs = Object.values(golden.streams).flatMap(({ turns }) =>
      turns.flatMap(({ events, expected }) => events.map((event, index) => [event, expected[index]?.verify] as const)),
    );
    for (const [event, verify] of pairs) expect((await statusOf(event)) === "valid").toBe(verify);
    expect(pairs.filter(([, verify]) => verify).length).toBeGreaterThan(10);
  });

  test("never rejects: what is no event is malformed", async () => {
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    const { wire_json } = golden.signed[0] as SignedVector;
    const odd: readonly unknown[] = [
      "",
      "{",
      "[]",
      "null",
      "NaN",
      "[".repeat(100_000),
      '{"type":5}',
      null,
      undefined,
      5,
      [],
      {},
      throwing,
      new Date(0),
      wire_json.slice(0, -1),
      `${wire_json}x`,
    ];
    for (const value of odd) expect(await statusOf(value as string)).toBe("malformed");
    expect(await statusOf('{"type":"agent_start"}')).toBe("unsigned");
    const { id: _, ...nameless } = JSON.parse(wire_json) as orx.OrxEvent;
    expect(await statusOf(JSON.stringify(nameless))).toBe("malformed");
    const huge = `{"type":"agent_message","content":{"parts":[{"type":"tool_call","tool_call_id":"c","tool_name":"f","args":{"v":${"9".repeat(5000)}}}]}}`;
    expect(await statusOf(huge)).toBe("malformed");
  });

  test("an object that holds more than its keys say is not valid in the place of an empty one", async () => {
    const event = parsed(simple.wire_json);
    const withState = (state_delta: object): orx.OrxEvent => ({
      ...event,
      actions: { ...event.actions, state_delta: state_delta as Record<string, unknown> },
    });
    expect(await statusOf(withState({}))).toBe("valid");
    for (const more of [new Map([["admin", true]]), new Set([1]), Object.create({ admin: true }) as object])
      expect(await statusOf(withState(more))).toBe("malformed");
  });

  const inParts = (part: string): string => simple.wire_json.replace('"parts":[', `"parts":[${part},`);
  const inArtifacts = (json: string): string =>
    simple.wire_json.replace('"artifact_delta":{}', `"artifact_delta":${json}`);
  const withMore = (json: string): string => simple.wire_json.replace(/^\{/, `{"newer":${json},`);

  // orxhestra 0.1.8 raises ValidationError for each, and answers True without what is put in
  test.each([
    ["an unknown type of part", inParts('{"type":"hologram","text":"unsigned"}')],
    ["half a character", withMore('"\\ud800"')],
    ["nesting deeper than 200", withMore(`${"[".repeat(250)}${"]".repeat(250)}`)],
    ["a count too large for Python", inArtifacts('{"a":1e300}')],
    ["a key that is no own one of most objects", inArtifacts('{"__proto__":"x"}')],
  ])("%s where nobody signs is refused by Python, and valid here", async (_, text) => {
    expect(text).not.toBe(simple.wire_json);
    expect(await statusOf(text)).toBe("valid");
  });

  // orxhestra 0.1.8 answers True for each
  test.each([
    ["NaN", withMore("NaN")],
    ["a part without a type", inParts('{"uri":"x"}')],
    ["a number for a boolean", simple.wire_json.replace('"partial":null', '"partial":1')],
    ["text for a number", simple.wire_json.replace(/"timestamp":([\d.]+)/, '"timestamp":"$1"')],
  ])("%s is taken by Python, and malformed here", async (_, text) => {
    expect(text).not.toBe(simple.wire_json);
    expect(await statusOf(text)).toBe("malformed");
  });

  test("of two keys that are one when they are composed only the later is signed, as in Python", async () => {
    const signed = await orx.signEvent(
      { ...parsed(simple.wire_json), actions: { artifact_delta: {}, state_delta: { "\u00e9": 1 } } },
      seedOf("K1"),
    );
    const doubled = (state_delta: Record<string, unknown>): string =>
      JSON.stringify({ ...signed, actions: { ...signed.actions, state_delta } });
    expect(await statusOf(doubled({ "e\u0301": "unsigned", "\u00e9": 1 }))).toBe("valid");
    expect(await statusOf(doubled({ "\u00e9": 1, "e\u0301": "unsigned" }))).toBe("invalid");
  });

  test.each(["signature", "signer_did", "id"])("a getter of %s that throws later is malformed, too", async (name) => {
    const event = parsed((golden.signed[0] as SignedVector).wire_json) as unknown as Record<string, unknown>; // to put a trap in
    let reads = 0;
    const value = event[name];
    Object.defineProperty(event, name, {
      get: () => {
        reads += 1;
        if (reads > 1) throw new Error("no");
        return value;
      },
    });
    expect(await statusOf(event as unknown as orx.OrxEvent)).toBe("malformed"); // the same event, with its trap
  });
});

test.each(golden.signed)(
  "signablePayload of $name is what Python signs",
  ({ name, wire_json, payload, canonical_b64, category }) => {
    if (category === "non_json_native" && name !== "non_json_native/tuple_plain") return; // signed before it was JSON
    const exact = readExactly(wire_json) as orx.OrxEvent;
    const event = { ...exact, timestamp: Number(exact.timestamp) };
    expect(orx.signablePayload(event)).toEqual(payload);
    expect(base64(orx.canonicalBytes(orx.signablePayload(event)))).toBe(canonical_b64);
  },
);
