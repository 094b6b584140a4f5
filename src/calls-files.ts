/** Files of the server's workspace. */
import type { CallOptions } from "./calls.js";
import { type AgentClient, unwrap } from "./client.js";

/**
 * Whose file it is.
 *
 * @example
 * const inConversation: FileOptions = { conversationId, signal: AbortSignal.timeout(60_000) };
 * await uploadFile(client, "/workspace/data.csv", new Blob(["a,b\n1,2\n"]), inConversation);
 */
export interface FileOptions extends CallOptions {
  /** The conversation in whose runtime the path lies; without it the path is one of the server. */
  readonly conversationId?: string | undefined;
}

/**
 * Writes a file. One that is there is replaced, folders that are missing are made.
 *
 * @param path absolute
 * @throws {HttpError} when the server refuses
 * @example
 * await uploadFile(client, "/workspace/notes.txt", new Blob(["first line\n"]));
 * @see `POST /api/file/upload` and `POST /api/conversations/{runtime_conversation_id}/file/upload` of the document
 */
export async function uploadFile(
  client: AgentClient,
  path: string,
  data: Blob | Uint8Array,
  { conversationId, signal }: FileOptions = {},
): Promise<void> {
  const body = { file: data instanceof Blob ? data : new Blob([data.slice()]) };
  const init = { body, signal: signal ?? null };
  unwrap(
    conversationId === undefined
      ? await client.POST("/api/file/upload", { params: { query: { path } }, ...init })
      : await client.POST("/api/conversations/{runtime_conversation_id}/file/upload", {
          params: { query: { path }, path: { runtime_conversation_id: conversationId } },
          ...init,
        }),
  );
}

/**
 * Reads a file. The promise is fulfilled when the answer begins; its body is read from the `Response`, as text, a Blob or
 * a stream. The time-out is over by then, the signal still ends it.
 *
 * @param path absolute
 * @throws {HttpError} when the server refuses: 404 when there is no such file
 * @example
 * const response = await downloadFile(client, "/workspace/notes.txt");
 * console.log(await response.text());
 * @see `GET /api/file/download` and `GET /api/conversations/{runtime_conversation_id}/file/download` of the document
 */
export async function downloadFile(
  client: AgentClient,
  path: string,
  { conversationId, signal }: FileOptions = {},
): Promise<Response> {
  const init = { parseAs: "stream" as const, signal: signal ?? null };
  const answer =
    conversationId === undefined
      ? await client.GET("/api/file/download", { params: { query: { path } }, ...init })
      : await client.GET("/api/conversations/{runtime_conversation_id}/file/download", {
          params: { query: { path }, path: { runtime_conversation_id: conversationId } },
          ...init,
        });
  unwrap(answer);
  const { response } = answer;
  // The client lets go of the signal when a call is answered. A pipe holds on to it, and fails with its reason.
  const body = signal && response.body?.pipeThrough(new TransformStream(), { signal });
  return body ? new Response(body, response) : response;
}
