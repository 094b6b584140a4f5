/**
 * What the document leaves out or gets wrong, each with its proof. An operation that a document does not have is passed
 * over, so one table serves every server version. Another document has a dialect of its own.
 */
export interface Dialect {
  readonly responses: readonly ResponseRepair[];
  /** By name. A document that comes to have one itself is refused, so that the repair gets dropped. */
  readonly addedSchemas: Readonly<Record<string, object>>;
  /** The schema of error answers that are declared without one; undefined: they stay as they are. */
  readonly errors: string | undefined;
  /** Schemas of answers whose fields truly vary. */
  readonly varying: readonly string[];
  /** By union: fields that members have in common which are not listed. */
  readonly unlistedBaseFields: Readonly<Record<string, readonly string[]>>;
}

interface ResponseRepair {
  readonly operation: string;
  readonly proof: string;
  /** What status 200 really carries: a file, plain text, or a schema of the document (or of {@link ADDED_SCHEMAS}). */
  readonly answers?: "file" | "text" | { readonly schema: string };
  /** A success status that the document does not list; it carries what 200 carries. */
  readonly alsoAnswers?: "201";
}

const RESPONSE_REPAIRS: readonly ResponseRepair[] = [
  {
    operation: "GET /api/conversations/{conversation_id}/events/search",
    proof: "declared as {}; recorded answers are { items, next_page_id } (test/fixtures/traffic, every rest_search)",
    answers: { schema: "EventPage" },
  },
  {
    operation: "POST /api/conversations",
    proof:
      "a created conversation answers 201, an existing one 200; recorded in test/fixtures/traffic/http-and-sockets.json",
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

const text = { type: "string" };
const whole = { type: "integer" };
const event = { $ref: "#/components/schemas/Event" };
const orNull = (schema: object): object => ({ anyOf: [schema, { type: "null" }] });

/** One frame of the session socket: its tag, what it always has, what may be absent. */
const frame = (
  type: string,
  description: string,
  always: Record<string, object>,
  may: Record<string, object> = {},
): object => ({
  type: "object",
  description,
  properties: { type: { const: type, type: "string" }, ...always, ...may },
  required: ["type", ...Object.keys(always)],
});

/**
 * Schemas that the wire has and the document does not name. Frames: the document leaves sockets out; every frame was
 * recorded (test/fixtures/traffic, every ws_session) or read in the server's own protocol module (sync.through_seq,
 * item_aborted, error), which is the same in 1.48 to 1.58.2.
 */
const ADDED_SCHEMAS: Readonly<Record<string, object>> = {
  EventPage: {
    type: "object",
    description: "One page of a conversation's events, in log order (or backwards, as `sort_order` asks).",
    properties: {
      items: { type: "array", items: event },
      next_page_id: {
        ...orNull(text),
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
      error_id: { ...text, description: "Names an unhandled failure in the server's log (5xx)." },
      exception: { ...text, description: "Text of an unhandled failure (5xx)." },
      retryable: { type: "boolean", description: "Sent with some 409 answers." },
    },
    additionalProperties: true,
  },
  SessionFrame: {
    description: "One frame of `/sockets/session/{conversation_id}`. Frames of types not listed are to be ignored.",
    oneOf: [
      "SyncFrame",
      "DurableFrame",
      "TransientFrame",
      "ItemStartedFrame",
      "DeltaFrame",
      "ItemAbortedFrame",
      "ErrorFrame",
    ].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: "type" },
    "x-received": true,
  },
  SyncFrame: frame(
    "sync",
    "Sent once, first: `from_seq` echoes `after_seq`, `through_seq` is the highest sequence number logged (absent: none).",
    {},
    { from_seq: orNull(whole), through_seq: orNull(whole) },
  ),
  DurableFrame: frame("durable", "A persisted event; `seq` is its index in the log.", { seq: whole, event }),
  TransientFrame: frame("transient", "An event that is never persisted; the cursor stays where it is.", { event }),
  ItemStartedFrame: frame(
    "item_started",
    "A stream of text opens; a higher `attempt` of the same item replaces a lower one.",
    { item_id: text },
    { attempt: whole, anchor_seq: orNull(whole) },
  ),
  DeltaFrame: frame(
    "delta",
    "A piece of a stream of text; `order` counts within an attempt of an item.",
    { item_id: text, order: whole, content: text },
    {
      attempt: whole,
      kind: { enum: ["text", "reasoning"], type: "string" },
      chunk_id: orNull(text),
      choice_index: orNull(whole),
    },
  ),
  ItemAbortedFrame: frame(
    "item_aborted",
    "A stream of text ended without an event.",
    { item_id: text, reason: text },
    { attempt: whole },
  ),
  ErrorFrame: frame("error", "A problem with this socket, not with the conversation.", { code: text, detail: text }),
};

/** Fields that truly vary, although the schema is only ever sent by the server. */
const VARYING_SCHEMAS: readonly string[] = ["HTTPValidationError", "ValidationError", "ErrorResponse"];

/**
 * What members of an open union that are not listed have in common with the listed ones. Read by old clients of new
 * servers: the base classes of the SDK have these fields in every version (1.44.0 to 1.58.2).
 */
const UNLISTED_BASE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Event: ["id", "timestamp", "source", "parent_id"],
  Observation: ["content", "is_error"],
};

/** The OpenHands Agent Server's. */
export const AGENT_SERVER: Dialect = {
  responses: RESPONSE_REPAIRS,
  addedSchemas: ADDED_SCHEMAS,
  errors: "ErrorResponse",
  varying: VARYING_SCHEMAS,
  unlistedBaseFields: UNLISTED_BASE_FIELDS,
};
