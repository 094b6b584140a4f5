/** What requests need and answers have: optional in one direction, always there in the other; nullable may be absent. */
import { expectTypeOf } from "vitest";
import type { FullState, GoalState, Schema, ServerInfo, StateValue, UsageStats } from "../src/index.js";

// A nullable field may be null or absent, whatever exactOptionalPropertyTypes says
expectTypeOf<Schema<"ActionEvent">["action"]>().toEqualTypeOf<Schema<"Action"> | null | undefined>();
expectTypeOf<Schema<"ActionEvent">["summary"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<Schema<"EventPage">["next_page_id"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<Schema<"TerminalObservation">["command"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<Schema<"CriticResult">["message"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<Schema<"ConversationInfo">["title"]>().toEqualTypeOf<string | null | undefined>();
// null stands in full, and in an answer so does absence
expectTypeOf<{ action: null }>().toExtend<Pick<Schema<"ActionEvent">, "action">>();
expectTypeOf<Record<never, never>>().toExtend<Pick<Schema<"ActionEvent">, "action">>();

// Answers have what a server always sends, defaults or not
expectTypeOf<Schema<"ActionEvent">["security_risk"]>().toEqualTypeOf<Schema<"SecurityRisk">>();
expectTypeOf<Schema<"ActionEvent">["id"]>().toBeString();
expectTypeOf<Schema<"ObservationEvent">["source"]>().toEqualTypeOf<"agent" | "user" | "environment" | "hook">();
expectTypeOf<Schema<"TextContent">>().toEqualTypeOf<{ text: string; type: "text"; cache_prompt: boolean }>();
expectTypeOf<Schema<"TextContentInput">>().toEqualTypeOf<{ text: string; type?: "text"; cache_prompt?: boolean }>();

export const texts = {
  sent: { text: "hello" } satisfies Schema<"TextContentInput">,
  // @ts-expect-error an answer has the type and cache_prompt as well
  received: { text: "hello" } satisfies Schema<"TextContent">,
};

/** The least that starts a conversation. */
export const least: Schema<"StartConversationRequest"> = {
  agent: { kind: "Agent", llm: { model: "anthropic/claude" } },
  workspace: { working_dir: "/workspace" },
};

export const withMore: Schema<"StartConversationRequest"> = {
  agent: { kind: "Agent", llm: { model: "anthropic/claude", api_key: null }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  confirmation_policy: { kind: "NeverConfirm" },
  initial_message: { content: [{ type: "text", text: "hello" }] },
};

export const refused = {
  // @ts-expect-error the kind says which agent is meant
  withoutKind: { agent: { llm: { model: "m" } }, workspace: { working_dir: "/w" } } satisfies Start,
  // @ts-expect-error no agent has this kind
  misspeltKind: { agent: { kind: "Agnet", llm: { model: "m" } }, workspace: { working_dir: "/w" } } satisfies Start,
  // @ts-expect-error an agent has a model
  withoutModel: { agent: { kind: "Agent" }, workspace: { working_dir: "/w" } } satisfies Start,
  // @ts-expect-error an agent needs somewhere to work
  withoutWorkspace: { agent: { kind: "Agent", llm: { model: "m" } } } satisfies Start,
  // @ts-expect-error a workspace has a directory
  withoutDirectory: { agent: { kind: "Agent", llm: { model: "m" } }, workspace: {} } satisfies Start,
  // @ts-expect-error the kind says which policy is meant
  withoutPolicy: { workspace: { working_dir: "/w" }, confirmation_policy: {} } satisfies Start,
  // @ts-expect-error no such field
  misspeltField: { workspace: { working_dir: "/w" }, agnet: {} } satisfies Start,
  // @ts-expect-error the type says which server is meant
  withoutType: { server: { command: "server" } } satisfies Schema<"MCPTestRequest">,
};
type Start = Schema<"StartConversationRequest">;

// An upload takes what browsers and Node call a file
expectTypeOf<File>().toExtend<Schema<"UploadFileQueryBody">["file"]>();
expectTypeOf<Schema<"UploadFileQueryBody">["file"]>().toEqualTypeOf<Blob>();
expectTypeOf<Schema<"UploadFileQueryBodyForConversation">["file"]>().toEqualTypeOf<Blob>();

// The value of a state update
expectTypeOf<StateValue<"execution_status">>().toEqualTypeOf<Schema<"ConversationExecutionStatus">>();
expectTypeOf<StateValue<"title">>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<StateValue<"full_state">>().toEqualTypeOf<FullState>();
expectTypeOf<StateValue<"full_state">["agent"]>().toEqualTypeOf<Schema<"AgentBase"> | undefined>();
expectTypeOf<StateValue<"stats">>().toEqualTypeOf<UsageStats>();
expectTypeOf<StateValue<"goal">>().toEqualTypeOf<GoalState>();
expectTypeOf<StateValue<"a key of a newer server">>().toBeUnknown();
expectTypeOf<StateValue<string>>().toBeUnknown();
expectTypeOf<UsageStats["usage_to_metrics"][string]>().toEqualTypeOf<Schema<"MetricsSnapshot">>();
expectTypeOf<ServerInfo["a field of a newer server"]>().toBeUnknown();
