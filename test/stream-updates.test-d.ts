/** Updates are told apart by their type; a snapshot of the store has what it promises. */
import { expectTypeOf } from "vitest";
import type { ConversationSnapshot, Cursor, StreamUpdate } from "../src/conversation.js";
import { createConversationStore } from "../src/conversation.js";
import type { AgentEvent, FullState } from "../src/index.js";

declare const update: StreamUpdate;
if (update.type === "event") {
  expectTypeOf(update.event).toEqualTypeOf<AgentEvent>();
  expectTypeOf(update.seq).toEqualTypeOf<number | null>();
  expectTypeOf(update.cursor).toEqualTypeOf<Cursor>();
}
if (update.type === "state") expectTypeOf(update.value).toEqualTypeOf<FullState>();
if (update.type === "item") expectTypeOf(update.status).toEqualTypeOf<"open" | "aborted">();
// @ts-expect-error a misspelt type
if (update.type === "events") expectTypeOf(update).toBeNever();

const store = createConversationStore();
expectTypeOf(store.apply).parameter(0).toEqualTypeOf<StreamUpdate | AgentEvent>();
expectTypeOf(store.getSnapshot).returns.toEqualTypeOf<ConversationSnapshot>();
expectTypeOf(store.subscribe).returns.toEqualTypeOf<() => void>();
// @ts-expect-error a snapshot cannot be changed
store.getSnapshot().live = true;
// @ts-expect-error nor can what is in it
store.getSnapshot().events.pop();
