/** Verifying one event. */
import { base64url } from "@scure/base";
import { checkOrxEvent } from "../generated/orxhestra/checks.js";
import type { OrxEvent } from "../generated/orxhestra/types.js";
import { isSigned } from "./accessors.js";
import { canonicalBytes } from "./canonical.js";
import { readDidKey } from "./did.js";
import { isStrictKey, verifyBytes } from "./ed25519.js";
import { readExactly } from "./lossless.js";
import { signablePayload } from "./payload.js";
import { hasAmbiguousNumbers } from "./sign.js";

/**
 * What verifying found. `malformed`: no event, no proper DID, a signature or a key not written in the one proper way, a
 * key that fits any message, or content that cannot have been signed. `unsupported`: another kind of DID or key. `lossy`:
 * the event went through JSON.parse and has numbers that it may have changed; verify its text.
 *
 * @example
 * const words: Partial<Record<orx.OrxSignatureStatus, string>> = { valid: "signed", unsigned: "not signed" };
 * const { status } = await orx.verifyEvent(frame);
 * console.log(words[status] ?? `cannot be trusted: ${status}`);
 */
export type OrxSignatureStatus = "valid" | "invalid" | "unsigned" | "malformed" | "unsupported" | "lossy";

/** An event, and how to get at what is signed of it: exactly, when its text is at hand. */
export interface SignedEvent {
  readonly event: OrxEvent;
  readonly exact: OrxEvent;
  readonly isLossy: boolean;
}

/** Reads an event from its text or takes it as it is; undefined for what is none. */
export function readSigned(textOrEvent: unknown): SignedEvent | undefined {
  try {
    if (typeof textOrEvent !== "string")
      return checkOrxEvent(textOrEvent)
        ? { event: textOrEvent, exact: textOrEvent, isLossy: hasAmbiguousNumbers(textOrEvent) }
        : undefined;
    const event: unknown = JSON.parse(textOrEvent);
    if (!checkOrxEvent(event)) return undefined;
    // the same event, but for its numbers; its time is a float to orxhestra, however it is written
    const exact = readExactly(textOrEvent) as OrxEvent;
    return { event, exact: { ...exact, timestamp: Number(exact.timestamp) }, isLossy: false };
  } catch {
    return undefined;
  }
}

/** 64 bytes in base64url with padding, and no bit set that means nothing. */
const SIGNATURE = /^[\w-]{85}[AQgw]==$/;

/** The status of an event that was read. Never rejects. */
export async function statusOf({ event, exact, isLossy }: SignedEvent): Promise<OrxSignatureStatus> {
  try {
    if (!isSigned(event)) return "unsigned";
    const key = readDidKey(event.signer_did);
    if (typeof key === "string") return key;
    const signature = event.signature ?? "";
    if (!isStrictKey(key) || !SIGNATURE.test(signature)) return "malformed";
    if (isLossy) return "lossy";
    const bytes = canonicalBytes(signablePayload(exact));
    return (await verifyBytes(base64url.decode(signature), bytes, key)) ? "valid" : "invalid";
  } catch {
    return "malformed";
  }
}

/**
 * Is the signature of an event right? Give its JSON text where there is one: only there are numbers exact. Never
 * rejects. `valid` says that the signer signed the ten fields of {@link signablePayload}, and nothing of the rest; whose
 * key it is, is for you to know.
 *
 * @example
 * const { status } = await orx.verifyEvent(frame);
 * if (status !== "valid") console.log(`not to be trusted: ${status}`);
 * @see docs/orxhestra.md, "What a signature does not cover"
 */
export async function verifyEvent(textOrEvent: string | OrxEvent): Promise<{ status: OrxSignatureStatus }> {
  const read = readSigned(textOrEvent);
  return { status: read ? await statusOf(read) : "malformed" };
}
