/**
 * What the document leaves out or gets wrong per operation, each with its proof. An operation that a document does
 * not have is passed over, so one table serves every server version.
 */
export interface ResponseRepair {
  readonly operation: string;
  readonly proof: string;
  /** What status 200 really carries: a file, plain text, or a schema of the document (or of {@link ADDED_SCHEMAS}). */
  readonly answers?: "file" | "text" | { readonly schema: string };
  /** A success status that the document does not list; it carries what 200 carries. */
  readonly alsoAnswers?: "201";
}

export const RESPONSE_REPAIRS: readonly ResponseRepair[] = [
  {
    operation: "GET /api/conversations/{conversation_id}/events/search",
    proof: "declared as {}; recorded answers are { items, next_page_id } (test/fixtures/traffic, every rest_search)",
    answers: { schema: "EventPage" },
  },
  {
    operation: "POST /api/conversations",
    proof: "a created conversation answers 201, an existing one 200; recorded in test/fixtures/traffic/http-and-sockets.json",
    alsoAnswers: "201",
  },
  {
    operation: "GET /api/settings/secrets/{name}",
    proof: "declared as JSON {}; the server answers text/plain with the value",
    answers: "text",
  },
  {
    operation: "GET /api/conversations/{conversation_id}/workspace",
    proof: "declared as JSON {}; the server answers the file itself",
    answers: "file",
  },
  {
    operation: "GET /api/conversations/{conversation_id}/workspace/{file_path}",
    proof: "declared as JSON {}; the server answers the file itself",
    answers: "file",
  },
  {
    operation: "GET /api/canvas-extensions/installed/{extension_name}/bundle",
    proof: "declared as JSON {}; the server answers the file itself",
    answers: "file",
  },
];

/** Schemas that the wire has and the document does not name. */
export const ADDED_SCHEMAS = {
  EventPage: {
    type: "object",
    description: "One page of a conversation's events, in log order (or backwards, as `sort_order` asks).",
    properties: {
      items: { type: "array", items: { $ref: "#/components/schemas/Event" } },
      next_page_id: {
        anyOf: [{ type: "string" }, { type: "null" }],
        description: "Id of the first event of the next page; null or absent after the last page.",
      },
    },
    required: ["items"],
  },
  ErrorResponse: {
    type: "object",
    description:
      "What an answer with an error status carries. `detail` is a string for the server's own errors, a list of issues for validation, an object for some of both.",
    properties: {
      detail: {},
      error_id: { type: "string", description: "Names an unhandled failure in the server's log (5xx)." },
      exception: { type: "string", description: "Text of an unhandled failure (5xx)." },
      retryable: { type: "boolean", description: "Sent with some 409 answers." },
    },
    additionalProperties: true,
  },
} as const;

/** Fields that truly vary, although the schema is only ever sent by the server. */
export const VARYING_SCHEMAS: readonly string[] = ["HTTPValidationError", "ValidationError", "ErrorResponse"];

/**
 * What members of an open union that are not listed have in common with the listed ones. Read by old clients of new
 * servers: the base classes of the SDK have these fields in every version (1.44.0 to 1.58.2).
 */
export const UNLISTED_BASE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Event: ["id", "timestamp", "source", "parent_id"],
  Observation: ["content", "is_error"],
};
