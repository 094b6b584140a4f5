/**
 * Types, guards, matching, typed calls, errors and small helpers. Nothing runs at import.
 * @module agent-server-client
 */

export type { SessionApiKey } from "./call.js";
export {
  type CallOptions,
  type ConfirmationAnswer,
  createConversation,
  type MessageContent,
  respondToConfirmation,
  type SendOptions,
  sendMessage,
} from "./calls.js";
export { getEvent, getEvents } from "./calls-events.js";
export { downloadFile, type FileOptions, uploadFile } from "./calls-files.js";
export { type ReadyOptions, serverInfo, waitUntilReady } from "./calls-server.js";
export { classifyError } from "./classify.js";
export { classifyDetail } from "./classify-detail.js";
export {
  type AgentClient,
  type AgentClientOptions,
  createAgentClient,
  type RetryOptions,
  type Unwrapped,
  unwrap,
} from "./client.js";
export { AgentServerError, ContractError, type ForeignCause, type Issue, isAgentServerError } from "./errors.js";
export {
  ConversationRunError,
  CredentialsError,
  HttpError,
  NetworkError,
  SocketError,
  TimeoutError,
} from "./errors-of-calls.js";
export type {
  ActionOf,
  EventOf,
  EventSource,
  FullState,
  GoalState,
  ObservationOf,
  Schema,
  ServerInfo,
  StateValue,
  UsageStats,
} from "./events.js";
export {
  ACTION_KINDS,
  type ActionKind,
  EVENT_KINDS,
  type EventKind,
  OBSERVATION_KINDS,
  type ObservationKind,
  SPEC_VERSION,
  TOOL_KINDS,
  type ToolKind,
} from "./generated/kinds.js";
/** Every schema by its own name, so that the declarations of callers can name what they infer. */
export type * from "./generated/types.js";
export type { BashEventBase as BashEvent, Event as AgentEvent } from "./generated/types.js";
export {
  isACPToolCallEvent,
  isActionEvent,
  isAgentErrorEvent,
  isAgentMessage,
  isCondensation,
  isCondensationRequest,
  isCondensationSummaryEvent,
  isConversationErrorEvent,
  isConversationStateUpdateEvent,
  isErrorEvent,
  isEventOf,
  isHookExecutionEvent,
  isImageContent,
  isInterruptEvent,
  isKnownEvent,
  isLLMCompletionLogEvent,
  isLlmConvertible,
  isMessageEvent,
  isObservationEvent,
  isObservationLike,
  isPauseEvent,
  isServerErrorEvent,
  isStateUpdate,
  isStreamingDeltaEvent,
  isSystemPromptEvent,
  isTextContent,
  isTokenEvent,
  isUnknownEvent,
  isUserMessage,
  isUserRejectObservation,
} from "./guards.js";
export {
  type ActionEventWith,
  isActionEventOf,
  isActionOf,
  isClientToolCall,
  isKnownAction,
  isKnownObservation,
  isObservationEventOf,
  isObservationOf,
  isToolCall,
  type ObservationEventWith,
} from "./guards-payload.js";
export { type EventHandlers, matchEvent } from "./match.js";
export type { Basis, Classification, ErrorReason } from "./reasons.js";
export { redact } from "./redact.js";
export { compareRisk } from "./risk.js";
export {
  type ConversationSearch,
  type EventSearch,
  type PageOptions,
  searchConversations,
  searchEvents,
} from "./search.js";
export type { Tested } from "./tags.js";
export { parseToolArguments, type TextSource, type ToolArguments, textOf } from "./text.js";
export { eventTime } from "./time.js";
