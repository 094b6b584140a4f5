/** Canonical bytes and did:key: what the real package makes of the same values. */
import { runInNewContext } from "node:vm";
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { readExactly } from "../src/orxhestra/lossless.js";
import { bytesOfHex, golden } from "./support/orxhestra.js";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

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
      // what their keys say is not what they hold, or not what their JSON says
      Object.assign([], { length: 1 }),
      Object.assign([1], { toJSON: () => 2 }),
      new Map([["a", 1]]),
      new Set([1]),
      Object(5),
      Object("a"),
      Object(5n),
      new Uint8Array(1),
      Object.create({ a: 1 }),
    ];
    for (const value of refused) expect(() => orx.canonicalBytes(value)).toThrow(TypeError);
    const taken = { a: undefined, b: 10n ** 20n, c: Object.assign(Object.create(null), { d: 1 }) };
    const ofElsewhere: unknown = runInNewContext("({ e: [1] })");
    expect(Buffer.from(orx.canonicalBytes({ ...taken, z: ofElsewhere })).toString()).toBe(
      '{"b":100000000000000000000,"c":{"d":1},"z":{"e":[1]}}',
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

  test("what Python's rstrip takes for white space may follow, however much, and nothing else", () => {
    const { did, public_hex } = golden.meta.keys["K1"] ?? { did: "", public_hex: "" };
    // each character that str.rstrip() of Python 3.11 removes
    const spaces =
      "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";
    const keyOf = (text: string): string | undefined => {
      try {
        return Buffer.from(orx.didKeyToPublicKey(text)).toString("hex");
      } catch {
        return undefined;
      }
    };
    const removed = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
      (character) => !/[0-9A-Za-z]/.test(character) && keyOf(did + character) !== undefined,
    );
    expect(removed.join("")).toBe(spaces);
    expect(keyOf(did + spaces.repeat(1000))).toBe(public_hex);
    expect(orx.didKeyToPublicKey(did).buffer.byteLength).toBe(32);
  });

  test("a key has 32 bytes, and a long text is refused at once", () => {
    expect(() => orx.publicKeyToDidKey(new Uint8Array(31))).toThrow(TypeError);
    const begun = performance.now();
    expect(() => orx.didKeyToPublicKey(`did:key:z6Mk${"1".repeat(1_000_000)}`)).toThrow(TypeError);
    expect(() => orx.didKeyToPublicKey(`did:key:z6Mk${" ".repeat(1_000_000)}x`)).toThrow(TypeError);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
