/** The client's types: every operation by its path and method, `data` as the component type itself, and `unwrap`. */
import { expectTypeOf } from "vitest";
import type { AgentClient, AgentClientOptions, Unwrapped } from "../src/client.js";
import { createAgentClient, unwrap } from "../src/client.js";
import type { OPERATIONS } from "../src/generated/operations.js";
import type { AgentEvent, components, paths } from "../src/index.js";
import type { IsNever } from "./support/equal.js";

type Schemas = components["schemas"];
const params = { path: { conversation_id: "00000000-0000-4000-8000-000000000000" } };

export async function methods(client: AgentClient): Promise<void> {
  const info = await client.GET("/api/conversations/{conversation_id}", { params });
  expectTypeOf(info.data).toEqualTypeOf<Schemas["ConversationInfo"] | undefined>();
  expectTypeOf(unwrap(info)).toEqualTypeOf<Schemas["ConversationInfo"]>();

  const batch = await client.GET("/api/conversations", { params: { query: { ids: ["a", "b"] } } });
  expectTypeOf(unwrap(batch)).toEqualTypeOf<(Schemas["ConversationInfo"] | null)[]>();

  const event = await client.GET("/api/conversations/{conversation_id}/events/{event_id}", {
    params: { path: { ...params.path, event_id: "e" } },
  });
  expectTypeOf(unwrap(event)).toEqualTypeOf<AgentEvent>();

  const created = await client.POST("/api/conversations", {
    body: { agent: { kind: "Agent", llm: { model: "m" } }, workspace: { working_dir: "/w" } },
  });
  expectTypeOf(unwrap(created)).toEqualTypeOf<Schemas["ConversationInfo"]>();

  const sent = await client.POST("/api/conversations/{conversation_id}/events", {
    params,
    body: { role: "user", content: [{ type: "text", text: "hello" }], run: true },
  });
  expectTypeOf(unwrap(sent)).toEqualTypeOf<Schemas["Success"]>();

  const patched = await client.PATCH("/api/conversations/{conversation_id}", { params, body: { title: "t" } });
  expectTypeOf(unwrap(patched)).toEqualTypeOf<Schemas["Success"]>();

  const deleted = await client.DELETE("/api/conversations/{conversation_id}", { params });
  expectTypeOf(unwrap(deleted)).toEqualTypeOf<Schemas["Success"]>();

  const put = await client.PUT("/api/settings/secrets", { body: { name: "n", value: "v" } });
  expectTypeOf(unwrap(put)).toEqualTypeOf<Schemas["SecretItemResponse"]>();
}

export async function otherAnswers(client: AgentClient): Promise<void> {
  const session = await client.POST("/api/auth/workspace-session");
  expectTypeOf(unwrap(session)).toEqualTypeOf<undefined>();
  expectTypeOf(unwrap(await client.DELETE("/api/auth/workspace-session"))).toEqualTypeOf<undefined>();

  // As the table of operations says, without a word of the caller
  const file = await client.GET("/api/file/download", { params: { query: { path: "/a" } } });
  expectTypeOf(unwrap(file)).toEqualTypeOf<Blob>();
  const secret = await client.GET("/api/settings/secrets/{name}", { params: { path: { name: "n" } } });
  expectTypeOf(unwrap(secret)).toEqualTypeOf<string>();

  const asBlob = await client.GET("/api/file/download", { params: { query: { path: "/a" } }, parseAs: "blob" });
  expectTypeOf(unwrap(asBlob)).toEqualTypeOf<Blob>();
}

/** An answer is one or the other, and an error is an object whose `detail` may be read. */
export async function errors(client: AgentClient): Promise<Schemas["ConversationInfo"] | string> {
  const { data, error, response } = await client.GET("/api/conversations/{conversation_id}", { params });
  expectTypeOf(response).toEqualTypeOf<Response>();
  if (error === undefined) return data;
  expectTypeOf(error).toExtend<object>();
  expectTypeOf(error).not.toBeAny();
  expectTypeOf(error).not.toBeNever();
  expectTypeOf(data).toEqualTypeOf<undefined>();
  return JSON.stringify(error.detail);
}

export async function refused(client: AgentClient): Promise<void> {
  // @ts-expect-error no such path
  await client.GET("/api/conversation/{conversation_id}", { params });
  // @ts-expect-error no parameters
  await client.GET("/api/conversations/{conversation_id}");
  // @ts-expect-error the id is missing
  await client.GET("/api/conversations/{conversation_id}", { params: { path: {} } });
  // @ts-expect-error an id is text
  await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id: 1 } } });
  // @ts-expect-error the method is not offered
  await client.PUT("/api/conversations/{conversation_id}", { params });
  // @ts-expect-error a body is wanted
  await client.POST("/api/conversations");
  // @ts-expect-error a misspelt field
  await client.POST("/api/conversations/{conversation_id}/events", { params, body: { contents: [] } });
  // @ts-expect-error no such role
  await client.POST("/api/conversations/{conversation_id}/events", { params, body: { role: "robot" } });
  // @ts-expect-error a file is a Blob
  await client.POST("/api/file/upload", { params: { query: { path: "/a" } }, body: { file: "text" } });
  // @ts-expect-error fetch sends no GET with a body
  await client.GET("/api/conversations/{conversation_id}/events", { params });
}

/** Every option may be undefined, but for the address. */
export const clients: readonly AgentClient[] = [
  createAgentClient({ baseUrl: "http://127.0.0.1:8000" }),
  createAgentClient({ baseUrl: "", sessionApiKey: undefined, fetch: undefined, timeoutMs: undefined }),
  createAgentClient({ baseUrl: "", retry: undefined, headers: undefined }),
  createAgentClient({ baseUrl: "", retry: false, headers: { a: "b" }, fetch: globalThis.fetch }),
  createAgentClient({ baseUrl: "", retry: { limit: undefined, maxDelayMs: 1 } }),
  createAgentClient({ baseUrl: "", sessionApiKey: "k" }),
  createAgentClient({ baseUrl: "", sessionApiKey: () => undefined }),
  createAgentClient({ baseUrl: "", sessionApiKey: async () => "k" }),
  // @ts-expect-error the address is missing
  createAgentClient({ sessionApiKey: "k" }),
  // @ts-expect-error a key is text
  createAgentClient({ baseUrl: "", sessionApiKey: () => 1 }),
  // @ts-expect-error no such option
  createAgentClient({ baseUrl: "", timeout: 1 }),
];
expectTypeOf<AgentClientOptions["fetch"]>().toEqualTypeOf<((request: Request) => Promise<Response>) | undefined>();

// ---------------------------------------------------------------------------------------------------------------------
// unwrap by itself

expectTypeOf<Unwrapped<{ data: 1; error?: undefined } | { data?: undefined; error: object }>>().toEqualTypeOf<1>();
expectTypeOf<Unwrapped<{ error: object }>>().toBeNever();

// ---------------------------------------------------------------------------------------------------------------------
// All operations

type Operations = typeof OPERATIONS;
/** Operations that `paths` does not have under their method. */
type Missing = {
  [Id in keyof Operations]: HasMethod<Operations[Id]["path"], Lowercase<Operations[Id]["method"]>> extends true
    ? never
    : Id;
}[keyof Operations];
type HasMethod<Path extends string, Method extends string> = Path extends keyof paths
  ? Method extends keyof paths[Path]
    ? IsNever<Exclude<paths[Path][Method], undefined>> extends true
      ? false
      : true
    : false
  : false;
type BodyInGet = {
  [Id in keyof Operations]: Operations[Id] extends { bodyInGet: true } ? Id : never;
}[keyof Operations];

expectTypeOf<Missing>().toEqualTypeOf<BodyInGet>();
expectTypeOf<BodyInGet>().toEqualTypeOf<
  "batch_get_bash_events" | "batch_get_bash_events_for_conversation" | "batch_get_conversation_events"
>();
