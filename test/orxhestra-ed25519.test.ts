/** Ed25519 with and without Web Crypto: one answer, OpenSSL's. */
import { ed25519 } from "@noble/curves/ed25519.js";
import * as orx from "agent-server-client/orxhestra";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isStrictKey, signBytes, signPortably, verifyBytes, verifyPortably } from "../src/orxhestra/ed25519.js";
import { golden, seedOf } from "./support/orxhestra.js";
import { opensslVerifies } from "./support/orxhestra-reference.js";
import { randomFrom } from "./support/random.js";

const { Point } = ed25519;
const P = 2n ** 255n - 19n;
const random = randomFrom(7);
const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The eight points whose order divides eight. */
const smallPoints = (): Uint8Array[] => {
  const eighth = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  return Array.from({ length: 8 }, (_, index) => eighth.multiplyUnsafe(BigInt(index)).toBytes());
};

const littleEndian = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));

describe("signing", () => {
  test("is the same with and without Web Crypto", async () => {
    for (let i = 0; i < 50; i++) {
      const [seed, bytes] = [bytesOf(32), bytesOf(random.below(200))];
      expect(await signBytes(bytes, seed)).toEqual(await signPortably(bytes, seed));
    }
  });
});

describe("verifying", () => {
  test("what was signed is verified by both, and any other bit is refused by both", async () => {
    for (let i = 0; i < 50; i++) {
      const bytes = bytesOf(40);
      const { signature, publicKey } = await signBytes(bytes, bytesOf(32));
      expect(await verifyBytes(signature, bytes, publicKey)).toBe(true);
      expect(await verifyPortably(signature, bytes, publicKey)).toBe(true);
      for (const target of [signature, bytes, publicKey]) {
        const at = random.below(target.length);
        target[at] = (target[at] ?? 0) ^ (1 << random.below(8));
        expect(await verifyBytes(signature, bytes, publicKey)).toBe(false);
        expect(await verifyPortably(signature, bytes, publicKey)).toBe(false);
      }
    }
  });

  test("keys and signatures with a part of small order get the answer of OpenSSL", async () => {
    const small = smallPoints();
    const answers = new Set<boolean>();
    for (let i = 0; i < 120; i++) {
      const bytes = bytesOf(8);
      const scalar = BigInt(`0x${Buffer.from(bytesOf(31)).toString("hex")}`) + 1n;
      const mixed = (): ReturnType<typeof Point.fromBytes> => Point.fromBytes(random.pick(small));
      const nonce = BigInt(random.below(1000) + 1);
      const a = Point.BASE.multiply(scalar).add(mixed());
      const r = Point.BASE.multiply(nonce).add(i % 2 === 0 ? mixed() : Point.ZERO);
      const { sha512 } = await import("@noble/hashes/sha2.js");
      const hashed = sha512(Buffer.concat([r.toBytes(), a.toBytes(), bytes])).reduceRight(
        (sum, byte) => sum * 256n + BigInt(byte),
        0n,
      );
      const s = Point.Fn.create(nonce + Point.Fn.create(hashed) * scalar);
      const signature = Buffer.concat([r.toBytes(), littleEndian(s)]);
      const answer = opensslVerifies(signature, bytes, a.toBytes());
      answers.add(answer);
      expect(await verifyPortably(signature, bytes, a.toBytes())).toBe(answer);
      expect(await verifyBytes(signature, bytes, a.toBytes())).toBe(answer);
    }
    expect(answers.size).toBe(2);
  });

  test("a signature with its order added, of a wrong length, or by no point is refused", async () => {
    const bytes = bytesOf(8);
    const { signature, publicKey } = await signBytes(bytes, bytesOf(32));
    const s = signature.subarray(32).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const larger = Buffer.concat([signature.subarray(0, 32), littleEndian(s + Point.Fn.ORDER)]);
    const noPoint = littleEndian(2n);
    for (const verify of [verifyBytes, verifyPortably]) {
      expect(await verify(larger, bytes, publicKey)).toBe(false);
      expect(await verify(signature.subarray(0, 63), bytes, publicKey)).toBe(false);
      expect(await verify(signature, bytes, noPoint)).toBe(false);
    }
  });

  const statuses = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const { wire_json } of golden.signed) found.push((await orx.verifyEvent(wire_json)).status);
    return found;
  };
  const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);

  test.each([
    ["has no subtle (a page without HTTPS)", { getRandomValues }],
    ["does not know Ed25519", { getRandomValues, subtle: { importKey: () => Promise.reject(new Error("no")) } }],
  ])("where Web Crypto %s, all signed vectors get the same answer, and signing goes on", async (_, stub) => {
    const { wire } = golden.events[0] as (typeof golden.events)[number];
    const before = [await statuses(), await orx.signEvent(wire, seedOf("K3"))];
    vi.stubGlobal("crypto", stub);
    expect([await statuses(), await orx.signEvent(wire, seedOf("K3"))]).toEqual(before);
  });

  test("where there is no Web Crypto at all, verifying goes on", async () => {
    const before = await statuses();
    vi.stubGlobal("crypto", undefined);
    expect(await statuses()).toEqual(before);
  });
});

describe("isStrictKey", () => {
  test("refuses each point of small order, with either sign", () => {
    for (const point of smallPoints()) {
      expect(Point.fromBytes(point).isSmallOrder()).toBe(true);
      for (const sign of [0, 0x80])
        expect(isStrictKey(Uint8Array.from(point, (byte, at) => (at === 31 ? byte ^ sign : byte)))).toBe(false);
    }
  });

  test("refuses the 19 numbers beyond the field, and takes those just below", () => {
    for (let above = 0n; above < 19n; above++) {
      for (const sign of [0n, 2n ** 255n]) expect(isStrictKey(littleEndian(P + above + sign))).toBe(false);
    }
    for (const below of [2n, 3n, 4n, 2n ** 200n]) expect(isStrictKey(littleEndian(P - below))).toBe(true);
  });

  test("takes any key that is made", async () => {
    for (let i = 0; i < 100; i++)
      expect(isStrictKey((await signPortably(new Uint8Array(), bytesOf(32))).publicKey)).toBe(true);
  });
});
