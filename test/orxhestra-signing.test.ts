/** Signing events: what is signed is what others read of the event's JSON. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { golden, seedOf } from "./support/orxhestra.js";
import { referenceVerifies } from "./support/orxhestra-reference.js";

const statusOf = async (textOrEvent: string | orx.OrxEvent): Promise<orx.OrxSignatureStatus> =>
  (await orx.verifyEvent(textOrEvent)).status;

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
      const event = orx.parseOrxEvent(JSON.parse(wire_json));
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

  const { wire } = golden.events[0] as (typeof golden.events)[number];
  const withArgs = (args: Record<string, unknown>): orx.OrxEvent => ({
    ...wire,
    content: { parts: [{ type: "tool_call", tool_call_id: "c", tool_name: "f", args, metadata: {} }] },
  });
  const withState = (state_delta: Record<string, unknown>): orx.OrxEvent => ({
    ...wire,
    actions: { ...wire.actions, state_delta },
  });

  test("what JSON leaves out is not signed: the text of the event is as valid as the event", async () => {
    const left = { a: undefined };
    for (const made of [left, { ...left, b: 1 }, { b: left }, { b: [left] }, {}])
      for (const event of [withArgs(made), withState(made)]) {
        const signed = await orx.signEvent(event, K1);
        const text = JSON.stringify(signed);
        expect([await statusOf(signed), await statusOf(text), referenceVerifies(text)]).toEqual([
          "valid",
          "valid",
          true,
        ]);
      }
  });

  test("what JSON would make something else of is refused, and so is what is no event", async () => {
    const odd = [
      Object.assign([], { length: 1 }),
      Object(5),
      Object("a"),
      Object(true),
      new Map(),
      new Date(0),
      new Uint8Array(1),
    ];
    for (const value of odd)
      for (const event of [withArgs({ v: value }), withState({ v: [value] })])
        await expect(orx.signEvent(event, K1)).rejects.toThrow(TypeError);
    const wrong: readonly unknown[] = [
      { ...wire, content: { parts: [{ type: "tool_call", tool_call_id: "c", tool_name: 5 }] } },
      { ...wire, content: { parts: [{ type: "text", text: 5 }] } },
      { ...wire, metadata: null },
      { ...wire, branch: 5 },
      null,
      5,
    ];
    for (const value of wrong)
      await expect(orx.signEvent(value as orx.OrxEvent, K1)).rejects.toThrow(new TypeError("the value is no event"));
  });
});
