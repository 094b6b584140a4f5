/** Keys as `did:key` identifiers: base58btc of a two-byte mark for Ed25519 and the 32 bytes of the key. */
import { base58 } from "@scure/base";

const PREFIX = "did:key:z";
const ED25519 = [0xed, 0x01] as const;
const KEY_LENGTH = 32;
/** Twice the length of a proper one: decoding a long text takes its time. */
const MAX_LENGTH = 128;

/** What Python's `rstrip` removes; `trimEnd` knows less of it, and more. */
const isSpace = (character: string): boolean =>
  "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85".includes(character) || /\p{Z}/u.test(character);

/** A DID without the white space that orxhestra lets follow: the same key is the same text. */
export function bareDid(did: string): string {
  let end = did.length;
  while (end > 0 && isSpace(did.charAt(end - 1))) end -= 1;
  return did.slice(0, end);
}

/** The key of a DID; "unsupported" for another method or kind of key, "malformed" for what is none. */
export function readDidKey(given: string): Uint8Array | "malformed" | "unsupported" {
  const did = bareDid(given);
  if (did.length > MAX_LENGTH) return "malformed";
  if (!did.startsWith(PREFIX)) return /^did:[a-z0-9]+:./.test(did) ? "unsupported" : "malformed";
  const bytes = decoded(did.slice(PREFIX.length));
  if (!bytes) return "malformed";
  if (!ED25519.every((byte, index) => bytes[index] === byte)) return "unsupported";
  return bytes.length === ED25519.length + KEY_LENGTH ? bytes.slice(ED25519.length) : "malformed";
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

/**
 * The Ed25519 public key (32 bytes) of a `did:key` identifier.
 *
 * @throws {TypeError} for anything else, other kinds of keys included
 * @example
 * const key = orx.didKeyToPublicKey("did:key:z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd");
 * console.log(key.length); // 32
 * @see docs/orxhestra.md, "Keys"
 */
export function didKeyToPublicKey(did: string): Uint8Array {
  const key = readDidKey(did);
  if (typeof key !== "string") return key;
  throw new TypeError(key === "unsupported" ? "the DID is not an Ed25519 did:key" : "the text is not a did:key");
}

/**
 * The `did:key` identifier of an Ed25519 public key.
 *
 * @throws {TypeError} when it has not 32 bytes
 * @example
 * const did = orx.publicKeyToDidKey(publicKey);
 * @see docs/orxhestra.md, "Keys"
 */
export function publicKeyToDidKey(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_LENGTH) throw new TypeError("an Ed25519 public key has 32 bytes");
  return PREFIX + base58.encode(Uint8Array.of(...ED25519, ...publicKey));
}
