/** `agent-server-client/schemas`: a zod schema for every schema of the document, and validation that needs no zod. */
export * from "./generated/schemas.js";
export {
  type EventFailure,
  type ParsedEvent,
  type ParsedEventPage,
  type ParsedEvents,
  parseBashEvent,
  parseConversation,
  parseEvent,
  parseEventPage,
  parseEvents,
  parseSessionFrame,
  safeParseEvent,
} from "./parse.js";
