/** Types of the orxhestra entry. */
import type { BaseMessage, BaseMessageLike } from "@langchain/core/messages";
import * as orx from "agent-server-client/orxhestra";
import { expectTypeOf } from "vitest";
import type * as z from "zod/mini";
import type { IsAny, IsNever } from "./support/equal.js";

declare const event: orx.OrxEvent;
declare const part: orx.OrxPart;
declare const value: unknown;

// LangChain takes what is made for it, and what it has can be read
expectTypeOf<orx.OrxLangChainMessage>().toExtend<BaseMessageLike>();
expectTypeOf<BaseMessage>().toExtend<orx.OrxLangChainInput>();
expectTypeOf<orx.OrxLangChainMessage>().toExtend<orx.OrxLangChainInput>();
expectTypeOf(orx.toMessages([event])).toExtend<BaseMessageLike[]>();

// parts are told apart by their type, and what is not listed is honestly unknown
if (part.type === "text") expectTypeOf(part).toEqualTypeOf<orx.OrxTextPart>();
if (part.type === "tool_call") expectTypeOf(part.args).toEqualTypeOf<{ [key: string]: unknown }>();
switch (part.type) {
  case "data":
  case "file":
  case "text":
  case "thinking":
  case "tool_call":
  case "tool_response":
    expectTypeOf(part).toEqualTypeOf<orx.OrxKnownPart>();
    break;
  default:
    expectTypeOf(part).toEqualTypeOf<orx.OrxUnknownPart>();
}
// @ts-expect-error a misspelt type
if (part.type === "txet") console.log(part);
const partType: string = part.type;

// types of events
expectTypeOf<orx.OrxEventType>().toEqualTypeOf<(typeof orx.ORX_EVENT_TYPES)[number]>();
if (orx.isOrxEventOf(value, "agent_message", "tool_response")) {
  expectTypeOf(value.type).toEqualTypeOf<"agent_message" | "tool_response">();
}
// @ts-expect-error not a type of events
orx.isOrxEventOf(value, "agent_massage");
// of types that are known only at run time an event of another type is left, not nothing
declare const wanted: readonly orx.OrxEventType[];
if (!orx.isOrxEventOf(event, ...wanted)) expectTypeOf(event).toEqualTypeOf<orx.OrxEvent>();
if (!orx.isOrxEventOf(event, "agent_message")) expectTypeOf(event).toEqualTypeOf<orx.OrxEvent>();
orx.fromLangChainMessage({ type: "human", content: "" }, { session_id: undefined });
orx.fromLangChainMessage(JSON.parse("{}") as { type: "constructor"; kwargs: { content: string } });
const answers = [event].filter((one) => orx.isOrxEventOf(one, "agent_message"));
expectTypeOf(answers[0]?.type).toEqualTypeOf<"agent_message" | undefined>();

// what orxhestra always writes is always there; what may be null may be absent
expectTypeOf(event.metadata).toEqualTypeOf<{ [key: string]: unknown }>();
expectTypeOf(event.signer_did).toEqualTypeOf<string>();
expectTypeOf(event.signature).toEqualTypeOf<string | null | undefined>();
const metadata = event.metadata as orx.OrxMetadata;
expectTypeOf(metadata.react_step).toEqualTypeOf<"thought" | "action" | "observation" | undefined>();

// every schema has the generated type
expectTypeOf(orx.OrxEventSchema).toEqualTypeOf<z.ZodMiniType<orx.OrxEvent>>();
expectTypeOf(orx.OrxPartSchema).toEqualTypeOf<z.ZodMiniType<orx.OrxPart>>();

// lists may be readonly, results say what they are
declare const events: readonly orx.OrxEvent[];
expectTypeOf(orx.applyCompaction(events)).toEqualTypeOf<readonly orx.OrxEvent[]>();
expectTypeOf(orx.verifyEvent("")).resolves.toEqualTypeOf<{ status: orx.OrxSignatureStatus }>();
expectTypeOf(orx.verifyChain(events, { trustedDids: [] as const })).resolves.toEqualTypeOf<orx.OrxTrustDecision[]>();
const update = orx.readA2A(value);
if (update.type === "tool_call") expectTypeOf(update.toolName).toEqualTypeOf<string>();
// @ts-expect-error no frame says what a tool's call is called
if (update.type === "tool_result") console.log(update.toolCallId);

/** Names of what is `any` or `never`, as itself or as what a function takes and gives. */
type Broken<T> = IsAny<T> extends true ? true : IsNever<T>;
type BrokenIn<Module> = {
  [K in keyof Module]: Broken<Module[K]> extends true
    ? K
    : Module[K] extends (...args: infer Args) => infer Result
      ? true extends Broken<Result> | IsAny<Args[number]>
        ? K
        : never
      : never;
}[keyof Module];
expectTypeOf<BrokenIn<typeof orx>>().toBeNever();
void [partType, answers];
