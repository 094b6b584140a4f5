/**
 * What the events mean: the branch, the view, the messages that a model is sent.
 * @module agent-server-client/conversation
 */

export { conversationError, finalResponse, reasoningOf } from "./conversation/answers.js";
export { type EventStamps, eventsFromMessages } from "./conversation/from-messages.js";
export { toLlmMessages } from "./conversation/messages.js";
export { type ObservationContent, observationContent } from "./conversation/observation.js";
export type { LlmConvertibleEvent } from "./conversation/roles.js";
export {
  type ConversationConnection,
  type ConversationSnapshot,
  type ConversationStore,
  type ConversationStoreOptions,
  createConversationStore,
} from "./conversation/store.js";
export type { ConversationContents } from "./conversation/store-contents.js";
export type { ConversationItem } from "./conversation/store-items.js";
export { pendingActions, type ToolCall, type ToolResult, toolCalls } from "./conversation/tool-calls.js";
export { activeBranch, branchOf, effectiveParents, type Head, resolveLeaf } from "./conversation/tree.js";
export { type UsageTotals, usageTotals } from "./conversation/usage.js";
export { type ConversationView, conversationView, manipulationIndices, type ViewOptions } from "./conversation/view.js";
export type { ConnectionUpdate, Cursor, EventUpdate, ItemUpdate, StateUpdate, StreamUpdate } from "./updates.js";
