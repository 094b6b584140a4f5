/** Verifying a log of events against a policy, as the trust middleware of orxhestra does. */
import type { OrxEvent, OrxEventType } from "../generated/orxhestra/types.js";
import { isSigned } from "./accessors.js";
import { bareDid } from "./did.js";
import { readSigned, type SignedEvent, statusOf } from "./verify.js";

/**
 * What is asked of events. Without any of it, as in orxhestra: unsigned ones pass, chains are not looked at. A chain
 * alone stops neither events whose signature was taken away nor those of strangers: set `allowUnsigned` to false, and
 * name `trustedDids`.
 *
 * @example
 * const policy: orx.OrxTrustPolicy = { allowUnsigned: false, trustedDids: [orx.publicKeyToDidKey(publicKey)] };
 * const decisions = await orx.verifyChain(orxEvents, policy);
 */
export interface OrxTrustPolicy {
  /** May an event be without a signature? Default true. */
  readonly allowUnsigned?: boolean | undefined;
  /** Types that must be signed even so. */
  readonly requireSigned?: readonly OrxEventType[] | undefined;
  /** Only these signers; none named: any. */
  readonly trustedDids?: readonly string[] | undefined;
  /** Never these. */
  readonly deniedDids?: readonly string[] | undefined;
  /** Must each whole event name the one before it on its branch? Default false. */
  readonly requireChain?: boolean | undefined;
}

/**
 * Why an event was not trusted: its signature's status, its signer, or its place in the chain.
 *
 * @example
 * const words: Partial<Record<orx.OrxDistrust, string>> = { invalid: "was changed", untrusted: "is a stranger's" };
 * const [decision] = await orx.verifyChain([event], { trustedDids: [orx.publicKeyToDidKey(publicKey)] });
 * if (decision?.distrust) console.log(`This event ${words[decision.distrust] ?? "cannot be trusted"}.`);
 */
export type OrxDistrust =
  | "unsigned"
  | "denied"
  | "untrusted"
  | "unsupported"
  | "malformed"
  | "lossy"
  | "invalid"
  | "chain";

/**
 * What the policy makes of one event. An unsigned event that the policy allows is neither verified nor distrusted. What
 * to do about distrust (orxhestra drops the event in strict mode, and marks it in permissive mode) is for the caller.
 *
 * @example
 * const isRefused = ({ distrust }: orx.OrxTrustDecision) => distrust !== null; // an allowed unsigned one is not
 * console.log((await orx.verifyChain(orxEvents)).filter(isRefused).length);
 */
export type OrxTrustDecision =
  | { readonly verified: true; readonly distrust: null }
  | { readonly verified: false; readonly distrust: OrxDistrust | null };

const VERIFIED: OrxTrustDecision = { verified: true, distrust: null };

/**
 * One decision per event, in order. A chain runs through the whole events of one branch and restarts with every turn of
 * orxhestra's runner: give one turn at a time when `requireChain` is set. After a break all later events of the branch
 * are distrusted; that the end is missing cannot be seen. The place of partial events is not looked at, and nobody
 * signs that an event is whole. Never rejects, whatever the events are.
 *
 * @example
 * const decisions = await orx.verifyChain(orxEvents, { requireChain: true });
 * const distrusted = orxEvents.filter((_, index) => decisions[index]?.distrust);
 * @see docs/orxhestra.md, "Chains"
 */
export async function verifyChain(
  events: readonly (string | OrxEvent)[],
  policy: OrxTrustPolicy = {},
): Promise<OrxTrustDecision[]> {
  const heads = new Map<string, string>();
  const decisions: OrxTrustDecision[] = [];
  for (const given of events) decisions.push(await decisionOn(given, policy, heads));
  return decisions;
}

async function decisionOn(
  given: string | OrxEvent,
  policy: OrxTrustPolicy,
  heads: Map<string, string>,
): Promise<OrxTrustDecision> {
  try {
    const read = readSigned(given);
    const distrust = read ? await distrustOf(read, policy, heads) : "malformed";
    if (distrust !== undefined) return { verified: false, distrust };
    if (read && !read.event.partial) heads.set(read.event.branch ?? "", read.event.signature ?? "");
    return VERIFIED;
  } catch {
    return { verified: false, distrust: "malformed" }; // a getter that throws when it is read again
  }
}

/** Undefined: the event is verified. Null: it is not, and need not be. */
async function distrustOf(
  read: SignedEvent,
  policy: OrxTrustPolicy,
  heads: ReadonlyMap<string, string>,
): Promise<OrxDistrust | null | undefined> {
  const { event } = read;
  if (!isSigned(event)) return mustBeSigned(event, policy) ? "unsigned" : null;
  const signer = signerDistrust(event.signer_did, policy);
  if (signer) return signer;
  const status = await statusOf(read);
  if (status !== "valid") return status;
  if (!policy.requireChain || event.partial) return undefined;
  return (heads.get(event.branch ?? "") ?? null) === (event.prev_signature ?? null) ? undefined : "chain";
}

const mustBeSigned = ({ type }: OrxEvent, { allowUnsigned = true, requireSigned = [] }: OrxTrustPolicy): boolean =>
  !allowUnsigned || requireSigned.includes(type);

/** White space after a DID leaves the key as it is: it must not get past the list of those that are denied. */
function signerDistrust(
  did: string,
  { trustedDids = [], deniedDids = [] }: OrxTrustPolicy,
): "denied" | "untrusted" | undefined {
  if (deniedDids.some((denied) => bareDid(denied) === bareDid(did))) return "denied";
  return trustedDids.length > 0 && !trustedDids.includes(did) ? "untrusted" : undefined;
}
