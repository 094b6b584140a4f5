/**
 * A zod schema for every schema of the document, and validation that needs no zod.
 * @module agent-server-client/schemas
 */
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
