/**
 * Ed25519 by Web Crypto. Where it is missing (pages without HTTPS, older browsers) or does not know the algorithm,
 * @noble/curves is loaded and asked the same question: does S·B - k·A, encoded, equal R? That is what OpenSSL does, and so
 * what orxhestra does; the equation times eight, which noble's own `verify` uses, takes more signatures.
 */
import { base64urlnopad } from "@scure/base";

/** What comes before the 32 bytes of a private key in PKCS #8. */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20] as const;

type Subtle = typeof globalThis.crypto.subtle;

/** Undefined where Web Crypto cannot do it. */
async function natively<T>(work: (subtle: Subtle) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(globalThis.crypto.subtle);
  } catch {
    return undefined;
  }
}

/** Is it the signature of these bytes by this key? */
export async function verifyBytes(signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array): Promise<boolean> {
  const answer = await natively(async (subtle) => {
    const key = await subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return subtle.verify("Ed25519", key, signature, bytes);
  });
  return answer ?? verifyPortably(signature, bytes, publicKey);
}

/** As {@link verifyBytes}, without Web Crypto. */
export async function verifyPortably(
  signature: Uint8Array,
  bytes: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  const [{ ed25519 }, { sha512 }, { bytesToNumberLE, concatBytes, equalBytes }] = await Promise.all([
    import("@noble/curves/ed25519.js"),
    import("@noble/hashes/sha2.js"),
    import("@noble/curves/utils.js"),
  ]);
  const { BASE, Fn } = ed25519.Point;
  if (signature.length !== 64) return false;
  const [r, s] = [signature.subarray(0, 32), bytesToNumberLE(signature.subarray(32))];
  try {
    const a = ed25519.Point.fromBytes(publicKey);
    const k = Fn.create(bytesToNumberLE(sha512(concatBytes(r, publicKey, bytes))));
    return equalBytes(BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k)).toBytes(), r);
  } catch {
    return false; // no point of the curve, or a number beyond the group's order
  }
}

/** A signature, and the public key that it can be verified with. */
export interface Signed {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Signs with a private key (its 32-byte seed). */
export async function signBytes(bytes: Uint8Array, seed: Uint8Array): Promise<Signed> {
  const signed = await natively(async (subtle) => {
    const key = await subtle.importKey("pkcs8", Uint8Array.of(...PKCS8, ...seed), "Ed25519", true, ["sign"]);
    const { x = "" } = await subtle.exportKey("jwk", key);
    return {
      signature: new Uint8Array(await subtle.sign("Ed25519", key, bytes)),
      publicKey: base64urlnopad.decode(x),
    };
  });
  return signed ?? signPortably(bytes, seed);
}

/** As {@link signBytes}, without Web Crypto. */
export async function signPortably(bytes: Uint8Array, seed: Uint8Array): Promise<Signed> {
  const { ed25519 } = await import("@noble/curves/ed25519.js");
  return { signature: ed25519.sign(bytes, seed), publicKey: ed25519.getPublicKey(seed) };
}

/** The y of the points whose order divides eight, without the sign of x: such a key fits any message. */
const SMALL_ORDER: ReadonlySet<string> = /*@__PURE__*/ new Set([
  "0".repeat(64),
  `01${"0".repeat(62)}`,
  `ec${"f".repeat(60)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** Is the key written in the one proper way, and of an order that binds it to a message? */
export function isStrictKey(publicKey: Uint8Array): boolean {
  const y = Array.from(publicKey, (byte, index) => (index === 31 ? byte & 0x7f : byte));
  const isTooLarge = (y[0] ?? 0) >= 0xed && y[31] === 0x7f && y.slice(1, 31).every((byte) => byte === 0xff);
  return !isTooLarge && !SMALL_ORDER.has(y.map((byte) => byte.toString(16).padStart(2, "0")).join(""));
}
