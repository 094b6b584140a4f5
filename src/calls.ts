/** Calls that must not take effect twice: a conversation is created once, a message is sent once. */

import { isLostAnswer } from "./classify-http.js";
import { type AgentClient, unwrap } from "./client.js";
import { isAgentServerError } from "./errors.js";
import type { HttpError } from "./errors-of-calls.js";
import type {
  ConversationInfo,
  ImageContentInput,
  StartConversationRequest,
  TextContentInput,
} from "./generated/types.js";
import { sleep } from "./sleep.js";
import { field } from "./tags.js";

/**
 * What every call takes in its last argument.
 *
 * @example
 * const options: CallOptions = { signal: AbortSignal.timeout(10_000) };
 * await respondToConfirmation(client, conversationId, { accept: true }, options);
 */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What is only read, down to the lists in it: a constant (`as const`) fits. */
type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;

/** Nobody knows whether the server did what it was asked for. */
export const isLost = (error: unknown): boolean =>
  isAgentServerError(error) &&
  (error.name === "NetworkError" || error.name === "TimeoutError" || isLostAnswer(Number(field(error, "status"))));

/**
 * Creates a conversation, with one POST. When its answer is lost and `body.conversation_id` is given, the conversation is
 * looked up: if it is there, that is the answer, and only a 404 allows one more POST. Without an id a lost answer is an
 * error, because a second POST would make a second conversation. When there was a conversation with this id before, the
 * server gives that one and ignores the rest of `body`.
 *
 * @returns the conversation as the server has it
 * @throws {HttpError} when the server refuses; a 429 when it starts as many as it may, with nothing made
 * @throws {NetworkError} or {TimeoutError} when no answer came
 * @example
 * const conversation = await createConversation(client, {
 *   conversation_id: crypto.randomUUID(),
 *   agent: { kind: "Agent", llm: { model: "openai/gpt-5" }, tools: [{ name: "terminal" }] },
 *   workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
 * });
 * console.log(conversation.id, conversation.execution_status);
 * @see `POST /api/conversations` of the document; server rule: 201 for a new conversation, 200 for a known id
 */
export async function createConversation(
  client: AgentClient,
  body: ReadonlyDeep<StartConversationRequest>,
  { signal }: CallOptions = {},
): Promise<ConversationInfo> {
  const init = { signal: signal ?? null };
  const post = async (): Promise<ConversationInfo> =>
    unwrap(await client.POST("/api/conversations", { body: body as StartConversationRequest, ...init })); // is only written to the wire
  try {
    return await post();
  } catch (error) {
    const id = body.conversation_id;
    if (!id || !isLost(error)) throw error;
    const params = { path: { conversation_id: id } };
    const found = await client.GET("/api/conversations/{conversation_id}", { params, ...init });
    return found.response.status === 404 ? await post() : unwrap(found);
  }
}

/**
 * The parts of a message: texts and images.
 *
 * @example
 * const content: MessageContent = [
 *   { type: "text", text: "What is wrong on this page?" },
 *   { type: "image", image_urls: ["https://example.com/page.png"] },
 * ];
 * await sendMessage(client, conversationId, content);
 * @see `openapi.json#/components/schemas/SendMessageRequest`
 */
export type MessageContent = readonly (TextContentInput | ImageContentInput)[];

/**
 * Options of {@link sendMessage}.
 *
 * @example
 * const later: SendOptions = { run: false }; // it is read when the next message starts the agent
 * await sendMessage(client, conversationId, "By the way: the tests need a database.", later);
 */
export interface SendOptions extends CallOptions {
  /** Whether the agent is to work on it now; true unless said otherwise. */
  readonly run?: boolean | undefined;
}

/**
 * Sends a user's message, once, and starts the agent. A server that runs as many conversations as it may saves the message
 * and refuses the run: then the run is asked for again, up to five times within some seconds or as long as the server
 * says, and the message is never sent again.
 *
 * @returns "running"; or "saved" when the message is in the conversation but no run is known to have begun: with
 * `run: false`, or when the server had no place for it or the connection failed meanwhile. `POST …/run` starts it later.
 * @throws {HttpError} when the server refuses the message, or the run for another reason than that
 * @throws {NetworkError} when no answer to the message came: nobody knows whether it is saved, so look before sending again
 * @example
 * const outcome = await sendMessage(client, conversationId, "Fix the failing test, please.");
 * if (outcome === "saved") console.log("The server is busy; the message is kept.");
 * @see `POST /api/conversations/{conversation_id}/events` of the document; server rule: 429 "Message saved, but …"
 */
export async function sendMessage(
  client: AgentClient,
  conversationId: string,
  content: string | MessageContent,
  { run = true, signal }: SendOptions = {},
): Promise<"running" | "saved"> {
  const failure = errorOf(
    await client.POST("/api/conversations/{conversation_id}/events", {
      params: { path: { conversation_id: conversationId } },
      body: {
        role: "user",
        content: typeof content === "string" ? [{ type: "text", text: content }] : [...content],
        run,
      },
      signal: signal ?? null,
    }),
  );
  if (failure && failure.classification.reason !== "message_saved") throw failure;
  if (!run) return "saved";
  return failure ? startRun(client, conversationId, failure, signal) : "running";
}

const RUN_TRIES = 5;
const FIRST_DELAY_MS = 500;
const MAX_JITTER_MS = 5_000;
/** Also when the server asks for more. */
const MAX_DELAY_MS = 30_000;

/** Asks for the run that was refused, until it begins or the tries are used up. */
async function startRun(
  client: AgentClient,
  conversationId: string,
  refusal: HttpError,
  signal: AbortSignal | undefined,
): Promise<"running" | "saved"> {
  const init = { params: { path: { conversation_id: conversationId } }, signal: signal ?? null };
  let asked = refusal.classification.retryAfterMs;
  for (let tries = 0; tries < RUN_TRIES; tries++) {
    const jitter = Math.random() * Math.min(FIRST_DELAY_MS * 2 ** tries, MAX_JITTER_MS);
    await sleep(Math.min(asked ?? jitter, MAX_DELAY_MS), signal);
    const answer = await client.POST("/api/conversations/{conversation_id}/run", init).catch(undefinedWhenLost);
    if (!answer) return "saved"; // once more could be a second run
    const failure = errorOf(answer);
    if (!failure || failure.classification.reason === "already_running") return "running";
    if (failure.status === 503 || isLost(failure)) return "saved";
    if (failure.status !== 429) throw failure;
    asked = failure.classification.retryAfterMs;
  }
  return "saved";
}

function undefinedWhenLost(error: unknown): undefined {
  if (!isLost(error)) throw error;
}

/** The error that an answer is, if it is one. */
function errorOf(answer: { response: Response }): HttpError | undefined {
  try {
    unwrap(answer);
    return undefined;
  } catch (error) {
    return error as HttpError; // unwrap throws no other
  }
}

/**
 * An answer to a confirmation request.
 *
 * @example
 * const answerTo = (risk: string): ConfirmationAnswer =>
 *   compareRisk(risk, "MEDIUM") < 0 ? { accept: true } : { accept: false, reason: `The risk is ${risk}.` };
 * await respondToConfirmation(client, conversationId, answerTo("HIGH"));
 * @see `openapi.json#/components/schemas/ConfirmationResponseRequest`
 */
export interface ConfirmationAnswer {
  /** Whether the pending actions may be carried out. */
  readonly accept: boolean;
  /** Why not: the agent reads it. The server has a sentence of its own for none. */
  readonly reason?: string | undefined;
}

/**
 * Answers for all actions that wait for confirmation. Accepting starts the run; rejecting tells the agent at its next run
 * and starts none.
 *
 * @throws {HttpError} when the server refuses; a 429 has changed nothing
 * @example
 * await respondToConfirmation(client, conversationId, { accept: false, reason: "Not on this branch." });
 * @see `POST /api/conversations/{conversation_id}/events/respond_to_confirmation` of the document
 */
export async function respondToConfirmation(
  client: AgentClient,
  conversationId: string,
  { accept, reason }: ConfirmationAnswer,
  { signal }: CallOptions = {},
): Promise<void> {
  unwrap(
    await client.POST("/api/conversations/{conversation_id}/events/respond_to_confirmation", {
      params: { path: { conversation_id: conversationId } },
      body: { accept, ...(reason === undefined ? {} : { reason }) },
      signal: signal ?? null,
    }),
  );
}
