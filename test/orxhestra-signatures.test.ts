/** Canonical bytes, keys and signatures: what the real package says of the same texts. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { readExactly } from "../src/orxhestra/lossless.js";
import { bytesOfHex, golden, type SignedVector, seedOf } from "./support/orxhestra.js";
import { referenceVerifies } from "./support/orxhestra-reference.js";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const statusOf = async (textOrEvent: string | orx.OrxEvent): Promise<orx.OrxSignatureStatus> =>
  (await orx.verifyEvent(textOrEvent)).status;
const parsed = (text: string): orx.OrxEvent => orx.parseOrxEvent(JSON.parse(text));

describe("canonicalBytes", () => {
  test.each(golden.canonical)("$name", ({ input_json, canonical_b64, raises }) => {
    if (raises === undefined) {
      expect(base64(orx.canonicalBytes(readExactly(input_json)))).toBe(canonical_b64);
      return;
    }
    const value: unknown = { v: input_json.includes("NaN") ? Number.NaN : Number.POSITIVE_INFINITY };
    expect(() => orx.canonicalBytes(value)).toThrow(TypeError);
  });

  test("keeps the sign of a zero only where Python has a float", () => {
    const of = (json: string): string => Buffer.from(orx.canonicalBytes(readExactly(json))).toString();
    // each is what orxhestra 0.1.8 made of it
    const made = {
      "-0": "0",
      "-0.0": "-0.0",
      "-0e5": "-0.0",
      "-0.0e-3": "-0.0",
      "0.0": "0",
      "1e16": "10000000000000000",
      "12345.678e-10": "1.2345678e-06",
      "5e-324": "5e-324",
      "1E5": "100000",
      '{"a":1,"a":2}': '{"a":2}',
    };
    expect(Object.fromEntries(Object.keys(made).map((json) => [json, of(json)]))).toEqual(made);
  });

  test("refuses what JSON does not have", () => {
    const refused: readonly unknown[] = [
      undefined,
      [undefined],
      () => 1,
      Symbol("s"),
      { a: () => 1 },
      new Date(0),
      "\ud800",
      { "\udc00": 1 },
      ["a\ud800b"],
    ];
    for (const value of refused) expect(() => orx.canonicalBytes(value)).toThrow(TypeError);
    expect(Buffer.from(orx.canonicalBytes({ a: undefined, b: 10n ** 20n })).toString()).toBe(
      '{"b":100000000000000000000}',
    );
  });

  test("puts prefixes first, and characters beyond U+FFFF last", () => {
    const keys = ["b", "ab", "a", "", "\u{1f600}a", "\u{1f600}", "\u{1f601}", "\uffff", "\ue000"];
    const value = Object.fromEntries(keys.map((key) => [key, 1]));
    const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(Object.keys(JSON.parse(Buffer.from(orx.canonicalBytes(value)).toString()) as object)).toEqual(sorted);
  });
});

describe("did:key", () => {
  test.each(golden.did_key)("$name", ({ did, ok, public_key_hex }) => {
    if (ok) expect(Buffer.from(orx.didKeyToPublicKey(did)).toString("hex")).toBe(public_key_hex);
    else expect(() => orx.didKeyToPublicKey(did)).toThrow(TypeError);
    if (ok) expect(orx.publicKeyToDidKey(bytesOfHex(public_key_hex ?? ""))).toBe(did.trimEnd());
  });

  test("a key has 32 bytes, and a long text is refused at once", () => {
    expect(() => orx.publicKeyToDidKey(new Uint8Array(31))).toThrow(TypeError);
    const begun = performance.now();
    expect(() => orx.didKeyToPublicKey(`did:key:z6Mk${"1".repeat(1_000_000)}`)).toThrow(TypeError);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

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

describe("signEvent", () => {
  const K1 = seedOf("K1");

  test("gives the signature that Python gives, and leaves the event as it was", async () => {
    const signable = golden.signed.filter(
      ({ category, wire_json, name }) =>
        category === "valid" &&
        wire_json.includes(golden.meta.keys["K1"]?.did ?? "?") &&
        !/neg(?:ative)?_zero$|big_int/.test(name),
    );
    for (const { wire_json } of signable) {
      const event = parsed(wire_json);
      const before = structuredClone(event);
      const signed = await orx.signEvent({ ...event, signature: null, signer_did: "" }, K1);
      expect(signed).toEqual(before);
      expect(event).toEqual(before);
    }
    expect(signable.length).toBeGreaterThan(15);
  });

  test("what was signed here is valid here, and not when it is changed", async () => {
    for (const { wire } of golden.events) {
      const signed = await orx.signEvent(wire, seedOf("K2"));
      const text = JSON.stringify(signed);
      expect([await statusOf(signed), await statusOf(text), referenceVerifies(text)]).toEqual(["valid", "valid", true]);
      expect(await statusOf({ ...signed, branch: `${signed.branch}.x` })).toBe("invalid");
    }
  });

  test("refuses what nobody could verify", async () => {
    const { wire } = golden.events[0] as (typeof golden.events)[number];
    const withState = (v: unknown): orx.OrxEvent => ({
      ...wire,
      actions: { ...wire.actions, state_delta: { v: [v] } },
    });
    const nameless: unknown = { type: "agent_start" };
    const refused = [
      withState(2 ** 53),
      withState(-0),
      withState(1e300),
      withState(Number.NaN),
      withState("\ud800"),
      withState(() => 1),
      { ...wire, timestamp: -0 },
      { ...wire, timestamp: Number.NaN },
      nameless as orx.OrxEvent,
    ];
    for (const event of refused) await expect(orx.signEvent(event, K1)).rejects.toThrow(TypeError);
    await expect(orx.signEvent(wire, new Uint8Array(31))).rejects.toThrow(TypeError);
    expect(await statusOf(await orx.signEvent(withState(10n ** 20n), K1))).toBe("valid");
  });
});
