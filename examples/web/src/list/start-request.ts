/** What a new conversation is like. */
import type { Schema } from "agent-server-client";
import type { Settings } from "../settings.js";

/** A tool of this application: the agent calls it, the timeline draws it. */
const SHOW_CHART: Schema<"ClientToolSpecInput"> = {
  name: "show_chart",
  description: "Shows a bar chart to the user.",
  parameters: {
    type: "object",
    properties: {
      title: { type: "string" },
      bars: {
        type: "array",
        items: {
          type: "object",
          properties: { label: { type: "string" }, value: { type: "number" } },
          required: ["label", "value"],
        },
      },
    },
    required: ["title", "bars"],
  },
};

type Model = Pick<Settings, "model" | "modelKey" | "modelUrl">;

export function startRequest(
  { model, modelKey, modelUrl }: Model,
  isAsking: boolean,
): Schema<"StartConversationRequest"> {
  return {
    agent: {
      kind: "Agent",
      llm: {
        model,
        // Text is told while it is written
        stream: true,
        ...(modelKey === "" ? {} : { api_key: modelKey }),
        ...(modelUrl === "" ? {} : { base_url: modelUrl }),
      },
      tools: [{ name: "terminal" }, { name: "file_editor" }, { name: "task_tracker" }],
    },
    workspace: { kind: "LocalWorkspace", working_dir: "workspace/project" },
    confirmation_policy: { kind: isAsking ? "AlwaysConfirm" : "NeverConfirm" },
    // The model says how risky each action is
    security_analyzer: { kind: "LLMSecurityAnalyzer" },
    client_tools: [SHOW_CHART],
  };
}
