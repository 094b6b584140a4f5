/** Signing events as orxhestra does. */
import { base64url } from "@scure/base";
import { checkOrxEvent } from "../generated/orxhestra/checks.js";
import type { OrxEvent } from "../generated/orxhestra/types.js";
import { canonicalBytes } from "./canonical.js";
import { publicKeyToDidKey } from "./did.js";
import { signBytes } from "./ed25519.js";
import { isAmbiguous } from "./lossless.js";
import { signablePayload } from "./payload.js";

/** Would other numbers be read from the event's JSON than the event has? Only those that are signed matter. */
export const hasAmbiguousNumbers = (event: OrxEvent): boolean =>
  Object.is(event.timestamp, -0) ||
  isAmbiguous(event.actions?.state_delta) ||
  (event.content?.parts ?? []).some((part) => part.type === "tool_call" && isAmbiguous(part.args));

/**
 * A copy of the event with its signature and its signer's DID. For a chain, put the signature of the branch's previous
 * whole event into `prev_signature` before. `seed` is the private key: 32 bytes.
 *
 * @throws {TypeError} for what cannot be signed so that others can verify it: what is no event, no id or time, numbers
 * beyond 2^53 (take a bigint and a JSON writer that knows it), -0, what {@link canonicalBytes} refuses, a seed that has
 * not 32 bytes
 * @example
 * const signed = await orx.signEvent({ ...event, prev_signature: null }, seed);
 * console.log(signed.signer_did, (await orx.verifyEvent(signed)).status); // did:key:z… valid
 * @see docs/orxhestra.md, "Signatures"
 */
export async function signEvent(event: OrxEvent, seed: Uint8Array): Promise<OrxEvent> {
  if (seed.length !== 32) throw new TypeError("an Ed25519 private key has 32 bytes");
  if (!checkOrxEvent(event)) throw new TypeError("the value is no event");
  if (hasAmbiguousNumbers(event)) throw new TypeError("the event has a number that JSON does not keep");
  const { signature, publicKey } = await signBytes(canonicalBytes(signablePayload(event)), seed);
  return { ...event, signature: base64url.encode(signature), signer_did: publicKeyToDidKey(publicKey) };
}
