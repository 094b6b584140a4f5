/** Conversations worth having with a server: each brings out events that the others do not. */
import { fileURLToPath } from "node:url";
import { type AgentClient, respondToConfirmation, sendMessage, unwrap } from "agent-server-client";
import { eventsOf, llmOf, play, runAfter } from "./conversation.js";
import type { Model } from "./model.js";
import { FAILURES, messageOf, type Step, TURNS, terminal } from "./script.js";

/** Where a scene is played. */
interface Stage {
  readonly client: AgentClient;
  readonly model: Model;
  readonly id: string;
}

export interface Scene {
  readonly name: string;
  readonly stream?: boolean;
  /** Further settings of the agent and of the conversation. */
  readonly agent?: (model: Model) => object;
  readonly body?: object;
  /** The script, or what else is done; then the status that the conversation ends with. */
  readonly play: readonly Step[] | ((stage: Stage) => Promise<string>);
  readonly status: string;
  /** What there has to be among its events: kinds, or kinds and what they carry. */
  readonly events: readonly string[];
}

const path = (id: string): { params: { path: { conversation_id: string } } } => ({
  params: { path: { conversation_id: id } },
});

const scene = (name: string, steps: Scene["play"], events: readonly string[], more: Partial<Scene> = {}): Scene => ({
  name,
  play: steps,
  status: "finished",
  events,
  ...more,
});

/** Until the log has an event of this kind. */
async function seen({ client, id }: Stage, kind: string): Promise<void> {
  for (;;) {
    if ((await eventsOf(client, id)).some((event) => event.kind === kind)) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** Starts a slow tool and does something while it runs. */
const during =
  (act: (stage: Stage) => Promise<unknown>, steps: readonly Step[] = TURNS.slow) =>
  (stage: Stage): Promise<string> =>
    runAfter(stage.client, stage.id, async () => {
      await sendMessage(stage.client, stage.id, messageOf(steps));
      await seen(stage, "ActionEvent");
      await act(stage);
    });

const answerConfirmation =
  (accept: boolean) =>
  async (stage: Stage): Promise<string> => {
    const { client, id } = stage;
    const waiting = await play(client, id, [{ calls: [terminal("echo asked")] }, { text: "Went on." }]);
    if (waiting !== "waiting_for_confirmation") return waiting;
    if (accept) return runAfter(client, id, () => respondToConfirmation(client, id, { accept }));
    await respondToConfirmation(client, id, { accept, reason: "Not now." });
    return runAfter(client, id, async () =>
      unwrap(await client.POST("/api/conversations/{conversation_id}/run", path(id))),
    );
  };

const hook = (command: string): object => ({
  hook_config: { pre_tool_use: [{ matcher: "*", hooks: [{ type: "command", command }] }] },
});

const CHART = {
  name: "show_chart",
  description: "Shows a chart.",
  parameters: {
    type: "object",
    properties: { title: { type: "string" }, points: { type: "array", items: { type: "number" } } },
    required: ["title"],
  },
};

const MCP_SERVER = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));
const mcp = { lab: { transport: "stdio", command: process.execPath, args: [MCP_SERVER] } };

const ACTION = "ActionEvent/TerminalAction";
const RESULT = "ObservationEvent/TerminalObservation";

/** Scenes that end well. */
export const SCENES: readonly Scene[] = [
  scene("hello", TURNS.text, ["SystemPromptEvent", "MessageEvent"]),
  scene("hello-stream", TURNS.reasoning, ["MessageEvent"], { stream: true }),
  scene("think", TURNS.think, ["ActionEvent/ThinkAction", "ObservationEvent/ThinkObservation"]),
  scene("finish", TURNS.finish, ["ActionEvent/FinishAction", "ObservationEvent/FinishObservation"]),
  scene("parallel", TURNS.parallel, [ACTION, RESULT]),
  scene("parallel-stream", TURNS.parallel, [ACTION, RESULT], { stream: true }),
  scene("bad", TURNS.badBatch, ["AgentErrorEvent", "ActionEvent", RESULT]),
  scene("edit", TURNS.edit, ["ActionEvent/FileEditorAction", "ObservationEvent/TaskTrackerObservation"]),
  scene("client-tool", TURNS.clientTool, ["ActionEvent/ClientAction_show_chart"], { body: { client_tools: [CHART] } }),
  scene("mcp", TURNS.mcp, ["ActionEvent/MCPToolAction", "ObservationEvent/MCPToolObservation"], {
    agent: () => ({ mcp_config: mcp }),
  }),
  scene("big-output", TURNS.long, [RESULT]),
  scene("empty", TURNS.empty, ["MessageEvent"]),
  scene("llm-log", TURNS.text, ["LLMCompletionLogEvent"], {
    agent: (model) => ({ llm: llmOf(model, { log_completions: true }) }),
  }),
  scene("hooks", TURNS.parallel, ["HookExecutionEvent", RESULT], { body: hook("exit 0") }),
  scene("hook-blocks", TURNS.parallel, ["HookExecutionEvent", "UserRejectObservation"], { body: hook("exit 2") }),
  scene("confirm-AlwaysConfirm", answerConfirmation(true), [RESULT], {
    body: { confirmation_policy: { kind: "AlwaysConfirm" } },
  }),
  scene("confirm-rejected", answerConfirmation(false), ["UserRejectObservation"], {
    body: { confirmation_policy: { kind: "AlwaysConfirm" } },
  }),
  scene(
    "condense-asked",
    async ({ client, id }) => {
      await play(client, id, [...TURNS.parallel.slice(0, 1), ...TURNS.think]);
      await play(client, id, TURNS.think);
      await client.POST("/api/conversations/{conversation_id}/condense", path(id));
      return play(client, id, TURNS.text);
    },
    ["CondensationRequest", "Condensation"],
    {
      agent: (model) => {
        const llm = llmOf(model, { usage_id: "condenser" });
        return { condenser: { kind: "LLMSummarizingCondenser", llm, max_size: 14, keep_first: 2 } };
      },
    },
  ),
  scene(
    "interrupt",
    during(({ client, id }) => client.POST("/api/conversations/{conversation_id}/interrupt", path(id))),
    ["InterruptEvent", "AgentErrorEvent"],
    { status: "paused" },
  ),
  scene(
    "pause",
    during(
      ({ client, id }) => client.POST("/api/conversations/{conversation_id}/pause", path(id)),
      [{ calls: [terminal("sleep 2")] }, { calls: [terminal("echo not reached")] }],
    ),
    ["PauseEvent"],
    { status: "paused" },
  ),
  scene("loop", TURNS.loop, [ACTION, "ConversationErrorEvent/MaxIterationsReached"], {
    status: "error",
    body: { max_iterations: 4 },
  }),
];

/** A scene for each way in which a provider fails, with the code that the server gives it. */
const CODES: Readonly<Record<keyof typeof FAILURES, string>> = {
  400: "LLMBadRequestError",
  401: "LLMAuthenticationError",
  402: "APIError",
  403: "APIError",
  404: "NotFoundError",
  429: "LLMRateLimitError",
  500: "LLMServiceUnavailableError",
  503: "LLMServiceUnavailableError",
  quota: "LLMRateLimitError",
  overflow: "LLMContextWindowExceedError",
  cut: "LLMServiceUnavailableError",
};

export const FAILING_SCENES: readonly Scene[] = Object.entries(CODES).map(([name, code]) =>
  scene(`e${name}`, [FAILURES[name as keyof typeof FAILURES]], [`ConversationErrorEvent/${code}`], {
    status: "error",
    ...(name === "cut" ? { stream: true } : {}),
  }),
);
