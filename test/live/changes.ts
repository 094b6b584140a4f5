/** One call of each operation that changes conversations, commands, files, settings, profiles and secrets. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { AgentClient } from "agent-server-client";
import { eventsOf, llmOf, play, startConversation } from "./conversation.js";
import type { Bench } from "./live.js";
import { TURNS } from "./script.js";

type Answers = Promise<{ readonly response: Response }>;
type Change = readonly [name: string, call: () => Answers];

/** Does all of it, in order. Gives what was done with its status. */
export async function changeEverything(bench: Bench): Promise<(readonly [string, number])[]> {
  const { client } = bench;
  const { id } = await startConversation({ ...bench, body: { conversation_id: randomUUID() } });
  await play(client, id, TURNS.think);
  const event_id = (await eventsOf(client, id)).find(({ kind }) => kind === "ActionEvent")?.id ?? "";
  const done: (readonly [string, number])[] = [];
  const all = [
    ...settings(bench),
    ...profiles(bench),
    ...bash(client),
    ...files(bench),
    ...conversation(bench, id, event_id),
  ];
  for (const [name, call] of all) done.push([name, (await call()).response.status]);
  return done;
}

function settings({ client }: Bench): Change[] {
  const secret = { path: { name: "PASSING" } };
  const server = { command: "true", transport: "stdio" } as const;
  const mcp = { path: { settings_key: "passing" } };
  return [
    ["settings", () => client.PATCH("/api/settings", { body: { conversation_settings_diff: { max_iterations: 77 } } })],
    ["mcp added", () => client.POST("/api/settings/mcp/{settings_key}", { params: mcp, body: server })],
    ["mcp removed", () => client.DELETE("/api/settings/mcp/{settings_key}", { params: mcp })],
    ["secret", () => client.PUT("/api/settings/secrets", { body: { name: "PASSING", value: "gone at once" } })],
    ["secret removed", () => client.DELETE("/api/settings/secrets/{name}", { params: secret })],
  ];
}

function profiles({ client, model }: Bench): Change[] {
  const named = (name: string): { path: { name: string } } => ({ path: { name } });
  const llm = llmOf(model);
  const renamed = { params: named("passing"), body: { new_name: "renamed" } };
  return [
    ["profile", () => client.POST("/api/profiles/{name}", { params: named("passing"), body: { llm } })],
    [
      "profile validated",
      () => client.POST("/api/profiles/{name}/validate", { params: named("passing"), body: { llm } }),
    ],
    ["profile renamed", () => client.POST("/api/profiles/{name}/rename", renamed)],
    ["profile activated", () => client.POST("/api/profiles/{name}/activate", { params: named("renamed") })],
    ["profile removed", () => client.DELETE("/api/profiles/{name}", { params: named("renamed") })],
  ];
}

function bash(client: AgentClient): Change[] {
  const body = { command: "sleep 30" };
  let command_id = "";
  return [
    [
      "command",
      () => client.POST("/api/bash/execute_bash_command", { body: { command: "echo out; echo err >&2; exit 3" } }),
    ],
    [
      "command begun",
      async () => {
        const answer = await client.POST("/api/bash/start_bash_command", { body });
        command_id = answer.data?.id ?? "";
        return answer;
      },
    ],
    [
      "command stopped",
      () => client.POST("/api/bash/bash_commands/{command_id}/stop", { params: { path: { command_id } } }),
    ],
    ["commands forgotten", () => client.DELETE("/api/bash/bash_events")],
  ];
}

function files({ client, workingDir }: Bench): Change[] {
  const folder = join(workingDir, "passing");
  const file = new Blob(["text\n"]);
  return [
    ["folder", () => client.POST("/api/file/create_directory", { params: { query: { path: folder } } })],
    [
      "file",
      () => client.POST("/api/file/upload", { params: { query: { path: join(folder, "a.txt") } }, body: { file } }),
    ],
  ];
}

function conversation({ client, model }: Bench, conversation_id: string, event_id: string): Change[] {
  const at = { params: { path: { conversation_id } } };
  const base = "/api/conversations/{conversation_id}";
  const secrets = { PASSING: { kind: "StaticSecret", value: "not-so-secret" } } as const;
  return [
    ["title", () => client.PATCH(base, { ...at, body: { title: "Passing", tags: { live: "yes" } } })],
    ["secrets", () => client.POST(`${base}/secrets`, { ...at, body: { secrets } })],
    [
      "policy",
      () => client.POST(`${base}/confirmation_policy`, { ...at, body: { policy: { kind: "AlwaysConfirm" } } }),
    ],
    [
      "analyzer",
      () =>
        client.POST(`${base}/security_analyzer`, {
          ...at,
          body: { security_analyzer: { kind: "LLMSecurityAnalyzer" } },
        }),
    ],
    ["model", () => client.POST(`${base}/switch_llm`, { ...at, body: { llm: llmOf(model, { usage_id: "second" }) } })],
    ["question", () => client.POST(`${base}/ask_agent`, { ...at, body: { question: "How is it going?" } })],
    ["answer", () => client.POST(`${base}/events/respond_to_confirmation`, { ...at, body: { accept: false } })],
    ["message", () => client.POST(`${base}/events`, { ...at, body: { content: [{ type: "text", text: "Hi" }] } })],
    ["run", () => client.POST(`${base}/run`, at)],
    ["pause", () => client.POST(`${base}/pause`, at)],
    ["interrupt", () => client.POST(`${base}/interrupt`, at)],
    ["fork", () => client.POST(`${base}/fork`, { ...at, body: { from_event_id: event_id, title: "Other" } })],
    ["navigate", () => client.POST(`${base}/navigate`, { ...at, body: { event_id } })],
    ["removed", () => client.DELETE(base, at)],
  ];
}
