/** What openapi-fetch makes of `paths`: `data` is the component type itself, and `if (error)` narrows it. */
import type { Client } from "openapi-fetch";
import { expectTypeOf } from "vitest";
import type { AgentEvent, components, operations, paths, Schema } from "../src/index.js";
import type { IsNever } from "./support/equal.js";

type Schemas = components["schemas"];

const id = { conversation_id: "00000000-0000-4000-8000-000000000000" };

export async function data(client: Client<paths>): Promise<void> {
  const conversation = await client.GET("/api/conversations/{conversation_id}", { params: { path: id } });
  expectTypeOf(conversation.data).toEqualTypeOf<Schemas["ConversationInfo"] | undefined>();

  const page = await client.GET("/api/conversations/{conversation_id}/events/search", {
    params: { path: id, query: { limit: 100, sort_order: "TIMESTAMP_DESC" } },
  });
  expectTypeOf(page.data).toEqualTypeOf<Schemas["EventPage"] | undefined>();
  expectTypeOf(page.data?.items).toEqualTypeOf<AgentEvent[] | undefined>();

  const event = await client.GET("/api/conversations/{conversation_id}/events/{event_id}", {
    params: { path: { ...id, event_id: "e" } },
  });
  expectTypeOf(event.data).toEqualTypeOf<AgentEvent | undefined>();

  const created = await client.POST("/api/conversations", {
    body: { agent: { kind: "Agent", llm: { model: "m" } }, workspace: { working_dir: "/w" } },
  });
  expectTypeOf(created.data).toEqualTypeOf<Schemas["ConversationInfo"] | undefined>();

  const file = await client.GET("/api/file/download", { params: { query: { path: "/a" } }, parseAs: "blob" });
  expectTypeOf(file.data).toEqualTypeOf<Blob | undefined>();

  const secret = await client.GET("/api/settings/secrets/{name}", {
    params: { path: { name: "TOKEN" } },
    parseAs: "text",
  });
  expectTypeOf(secret.data).toEqualTypeOf<string | undefined>();

  const session = await client.POST("/api/auth/workspace-session");
  expectTypeOf(session.data).toEqualTypeOf<undefined>();
}

/** The tests that `data` is no structural copy: assigning costs nothing, and tuples stay tuples. */
export async function narrowing(client: Client<paths>): Promise<Schema<"ConversationInfo">> {
  const { data, error, response } = await client.GET("/api/conversations/{conversation_id}", { params: { path: id } });
  if (error) {
    expectTypeOf(data).toEqualTypeOf<undefined>();
    // Whatever failed, it has a detail
    expectTypeOf(error.detail).not.toBeNever();
    throw new TypeError(String(response.status));
  }
  expectTypeOf(data).toEqualTypeOf<Schemas["ConversationInfo"]>();
  return data;
}

export async function refused(client: Client<paths>): Promise<void> {
  // @ts-expect-error no such path
  await client.GET("/api/conversation/{conversation_id}", { params: { path: id } });
  // @ts-expect-error the id is missing
  await client.GET("/api/conversations/{conversation_id}", { params: { path: {} } });
  // @ts-expect-error the method is not offered
  await client.PUT("/api/conversations", {});
  // @ts-expect-error fetch sends no GET with a body, so this operation is not offered
  await client.GET("/api/conversations/{conversation_id}/events", { params: { path: id } });
  // @ts-expect-error a body is wanted
  await client.POST("/api/conversations");
  // @ts-expect-error an upload is a Blob, not text
  await client.POST("/api/file/upload", { params: { query: { path: "/a" } }, body: { file: "text" } });
  await client.POST("/api/file/upload", { params: { query: { path: "/a" } }, body: { file: new Blob(["text"]) } });
}

// The three operations that fetch cannot express
type GetOf<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never;
expectTypeOf<GetOf<"/api/conversations/{conversation_id}/events">>().toBeNever();
expectTypeOf<"/api/bash/bash_events/">().not.toExtend<keyof paths>();
expectTypeOf<"/api/conversations/{runtime_conversation_id}/bash/bash_events/">().not.toExtend<keyof paths>();
expectTypeOf<"/api/bash/bash_events/search">().toExtend<keyof paths>();

// ---------------------------------------------------------------------------------------------------------------------
// All operations

type Method = "get" | "post" | "put" | "patch" | "delete" | "head" | "options";
/** `METHOD path` to its operation. */
type All = {
  [Path in keyof paths]: {
    [M in keyof paths[Path] & Method as `${M} ${Path}`]: paths[Path][M];
  };
};
type Merged = { [Path in keyof All]: (each: All[Path]) => void }[keyof All] extends (each: infer Each) => void
  ? Each
  : never;

type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;
type Answer<Operation, Success extends boolean> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Success extends (Status extends 200 | 201 | 202 | 204 ? true : false)
        ? ContentOf<Responses[Status]>
        : never;
    }[keyof Responses]
  : never;
type Without<Success extends boolean> = {
  [Name in keyof Merged]: IsNever<Answer<Merged[Name], Success>> extends true ? Name : never;
}[keyof Merged];
/** Operations whose success says nothing. */
type Untyped = {
  [Name in keyof Merged]: unknown extends Answer<Merged[Name], true> ? Name : never;
}[keyof Merged];

expectTypeOf<Without<true>>().toBeNever();
expectTypeOf<Without<false>>().toBeNever();
expectTypeOf<Untyped>().toBeNever();
expectTypeOf<"post /api/conversations">().toExtend<keyof Merged>();
// Every operation is reached by a path, but for those three
expectTypeOf<Exclude<keyof operations, OperationOf<Merged[keyof Merged]>>>().toBeNever();
type OperationOf<Operation> = {
  [K in keyof operations]: operations[K] extends Operation ? K : never;
}[keyof operations];

/** An error answer always has a body, so that `error` is never undefined for one. */
type EmptyErrors = {
  [Name in keyof Merged]: undefined extends Answer<Merged[Name], false> ? Name : never;
}[keyof Merged];
expectTypeOf<EmptyErrors>().toBeNever();
