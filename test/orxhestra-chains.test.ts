/** Logs of events against a policy: the decisions of the real trust middleware. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { golden, seedOf } from "./support/orxhestra.js";

type Recorded = (typeof golden.chains.decisions)[number];

const policyOf = ({ policy }: Recorded): orx.OrxTrustPolicy => ({
  allowUnsigned: policy.allow_unsigned,
  requireSigned: policy.require_signed_event_types,
  trustedDids: policy.trusted_dids,
  deniedDids: policy.denied_dids,
  requireChain: policy.require_chain,
});

/** Which of our words a reason of Python's stands for. */
const WORDS: readonly (readonly [RegExp, orx.OrxDistrust])[] = [
  [/requires a signature but event is unsigned$/, "unsigned"],
  [/is denylisted$/, "denied"],
  [/not in allowlist$/, "untrusted"],
  [/^signature verification failed$/, "invalid"],
  [/^chain broken on branch/, "chain"],
];
const wordOf = (reason: string): string => WORDS.find(([form]) => form.test(reason))?.[1] ?? reason;

const eventsOf = (recorded: Recorded): orx.OrxEvent[] => golden.chains.cases[recorded.case] ?? [];

describe("verifyChain", () => {
  test.each(golden.chains.decisions)("decides as orxhestra: $name", async (recorded) => {
    const decisions = await orx.verifyChain(eventsOf(recorded), policyOf(recorded));
    const isStrict = recorded.policy.mode === "strict";
    const delivered = decisions.map(({ distrust }) => !(isStrict && distrust !== null));
    expect(delivered).toEqual(recorded.events.map((event) => event.delivered));
    for (const [index, { trust }] of recorded.events.entries()) {
      if (trust?.verified) expect(decisions[index]).toEqual({ verified: true, distrust: null });
      else if (trust?.reason) expect(decisions[index]).toEqual({ verified: false, distrust: wordOf(trust.reason) });
      else expect(decisions[index]?.verified).toBe(false);
    }
  });

  test("gives the same for texts as for events", async () => {
    for (const recorded of golden.chains.decisions) {
      const texts = eventsOf(recorded).map((event) => JSON.stringify(event));
      const policy = policyOf(recorded);
      expect(await orx.verifyChain(texts, policy)).toEqual(await orx.verifyChain(eventsOf(recorded), policy));
    }
  });

  const { wire } = golden.events.find(({ name }) => name === "agent/final") as (typeof golden.events)[number];
  const K1 = seedOf("K1");
  const distrusts = async (
    events: readonly (string | orx.OrxEvent)[],
    policy?: orx.OrxTrustPolicy,
  ): Promise<unknown[]> => (await orx.verifyChain(events, policy)).map(({ distrust }) => distrust);

  test("a chain signed here holds, per branch, and partial events do not move it", async () => {
    const first = await orx.signEvent({ ...wire, id: "1" }, K1);
    const next = { ...wire, prev_signature: first.signature ?? null };
    const partial = await orx.signEvent({ ...next, id: "2", partial: true }, seedOf("K2"));
    const second = await orx.signEvent({ ...next, id: "3" }, seedOf("K2"));
    const other = await orx.signEvent({ ...wire, id: "4", branch: "other" }, K1);
    const chain = [first, partial, other, second];
    expect(await distrusts(chain, { requireChain: true })).toEqual([null, null, null, null]);
    expect(await distrusts([first, second, second], { requireChain: true })).toEqual([null, null, "chain"]);
    expect(await distrusts([second, first], { requireChain: true })).toEqual(["chain", null]);
    const { prev_signature: _, ...bare } = first;
    expect(await distrusts([bare], { requireChain: true })).toEqual([null]);
  });

  test("says what else is wrong, and goes on", async () => {
    const signed = await orx.signEvent(wire, K1);
    const lossy = { ...signed, actions: { ...signed.actions, state_delta: { n: 2 ** 60 } } };
    const events = [
      "{",
      signed,
      { ...signed, signer_did: "did:web:example.com" },
      { ...signed, signature: "" },
      lossy,
      wire,
    ];
    expect(await distrusts(events)).toEqual(["malformed", null, "unsupported", "malformed", "lossy", null]);
    expect(await distrusts([])).toEqual([]);
  });

  test.each(["\n", " ".repeat(500), "\x1c", "\x85", "\u00a0", "\u3000"])(
    "white space after a DID (%j) does not get past a list",
    async (space) => {
      const signed = await orx.signEvent(wire, K1);
      const spaced = { ...signed, signer_did: signed.signer_did + space };
      expect(await distrusts([spaced])).toEqual([null]);
      for (const { signer_did } of [signed, spaced])
        expect(await distrusts([spaced, signed], { deniedDids: [signer_did] })).toEqual(["denied", "denied"]);
      expect(await distrusts([spaced, signed], { trustedDids: [signed.signer_did] })).toEqual(["untrusted", null]);
    },
  );

  test("an event that is marked as partial passes anywhere, for nobody signs that: only whole events are a chain", async () => {
    const first = await orx.signEvent({ ...wire, id: "1" }, K1);
    const second = await orx.signEvent({ ...wire, id: "2", prev_signature: first.signature ?? null }, K1);
    const again = { ...first, partial: true };
    expect(await distrusts([first, second, again], { requireChain: true })).toEqual([null, null, null]);
    expect(await distrusts([again, second], { requireChain: true })).toEqual([null, "chain"]);
  });

  test("a chain alone lets pass what has lost its signature, and strangers; the policy can ask for more", async () => {
    const first = await orx.signEvent({ ...wire, id: "1" }, K1);
    const bare = { ...first, signature: null };
    const stranger = await orx.signEvent({ ...wire, id: "2", prev_signature: first.signature ?? null }, seedOf("K2"));
    expect(await distrusts([first, bare, stranger], { requireChain: true })).toEqual([null, null, null]);
    const policy = { requireChain: true, allowUnsigned: false, trustedDids: [first.signer_did] };
    expect(await distrusts([first, bare, stranger], policy)).toEqual([null, "unsigned", "untrusted"]);
  });

  test.each(["signature", "signer_did", "branch", "prev_signature", "partial", "type"])(
    "never rejects: a getter of %s that throws, whenever it does, spoils that event alone",
    async (name) => {
      const signed = await orx.signEvent(wire, K1);
      const whole = signed as unknown as Readonly<Record<string, unknown>>; // to put a trap in
      for (let good = 0; good < 8; good++) {
        let reads = 0;
        const trap = Object.defineProperty({ ...signed }, name, {
          get: () => {
            reads += 1;
            if (reads > good) throw new Error("no");
            return whole[name];
          },
        });
        const policy: orx.OrxTrustPolicy = { requireChain: true, requireSigned: ["agent_message"] };
        const [first, second] = await orx.verifyChain([trap, signed], policy);
        expect(first?.distrust === "malformed" || first?.verified).toBe(true);
        expect(second).toEqual(
          first?.verified ? { verified: false, distrust: "chain" } : { verified: true, distrust: null },
        );
      }
    },
  );
});
