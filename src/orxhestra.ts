/**
 * Events of orxhestra. Import it as a namespace: `import * as orx from …`.
 * @module agent-server-client/orxhestra
 */
export { ORX_EVENT_TYPES, type OrxPartType } from "./generated/orxhestra/kinds.js";
export * from "./generated/orxhestra/schemas.js";
export type {
  OrxContent,
  OrxDataPart,
  OrxEvent,
  OrxEventActions,
  OrxEventCompaction,
  OrxEventType,
  OrxFilePart,
  OrxKnownPart,
  OrxLlmResponse,
  OrxPart,
  OrxPartByType,
  OrxTextPart,
  OrxThinkingPart,
  OrxToolCallPart,
  OrxToolResponsePart,
  OrxUnknownPart,
  Unlisted,
} from "./generated/orxhestra/types.js";
export { type OrxA2AUpdate, readA2A } from "./orxhestra/a2a.js";
export {
  data,
  error,
  hasToolCalls,
  isFinalResponse,
  isSigned,
  text,
  thinking,
  toolCalls,
  toolInput,
  toolName,
  toolResponses,
  toolResult,
} from "./orxhestra/accessors.js";
export { canonicalBytes } from "./orxhestra/canonical.js";
export { type OrxDistrust, type OrxTrustDecision, type OrxTrustPolicy, verifyChain } from "./orxhestra/chain.js";
export { didKeyToPublicKey, publicKeyToDidKey } from "./orxhestra/did.js";
export {
  isOrxEventOf,
  newOrxEventId,
  type OrxEventFields,
  type OrxMaking,
  type OrxMetadata,
} from "./orxhestra/events.js";
export { applyCompaction, eventsOnBranch, previousFinalResponses, shouldIncludeEvent } from "./orxhestra/filters.js";
export {
  fromLangChainMessage,
  type OrxLangChainCallInput,
  type OrxLangChainInput,
  type OrxLangChainMessage,
  type OrxLangChainToolCall,
  toLangChainMessage,
} from "./orxhestra/langchain.js";
export { type OrxMessageOptions, toMessages } from "./orxhestra/messages.js";
export { OrxContractError, type OrxIssue, parseOrxEvent } from "./orxhestra/parse.js";
export { type OrxSignablePayload, signablePayload } from "./orxhestra/payload.js";
export { signEvent } from "./orxhestra/sign.js";
export { type OrxSignatureStatus, verifyEvent } from "./orxhestra/verify.js";
