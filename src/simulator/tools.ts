/** The tools that agents have, and what they find out when nobody says so. */
import type { Config } from "./config.js";
import { type Fields, fieldsOf, listOf, textOr } from "./fields.js";

/** A tool as a SystemPromptEvent lists it. */
interface Tool {
  readonly kind: string;
  readonly action_type: string;
  readonly observation_type: string;
  readonly description: string;
  readonly annotations: Fields;
  readonly title: string;
}

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean, title?: string): Fields => ({
  ...(title === undefined ? {} : { title }),
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});

const tool = (title: string, name: string, description: string, annotations: Fields): Tool => ({
  description,
  action_type: `${name}Action`,
  observation_type: `${name}Observation`,
  annotations,
  kind: `${name}Tool`,
  title,
});

const TOOLS: readonly Tool[] = [
  tool("terminal", "Terminal", "Execute a shell command.", {
    ...hints(false, true, false, "terminal"),
    openWorldHint: true,
  }),
  tool("file_editor", "FileEditor", "View, create and edit files.", hints(false, true, false, "file_editor")),
  tool("task_tracker", "TaskTracker", "Keep a list of tasks.", hints(false, false, true)),
  tool("finish", "Finish", "Signals the completion of the task.", hints(true, false, true, "finish")),
  tool("think", "Think", "Use the tool to think about something.", hints(true, false, true)),
];

/** What a name stands for in one conversation. */
export interface Known {
  readonly action: string;
  readonly observation: string;
}

/** The names of the tools of an agent, in the order in which it has them. */
export function toolNames({ agent }: Config): string[] {
  const named = listOf(agent["tools"]).map((each) => String(fieldsOf(each)["name"]));
  const built = listOf(agent["include_default_tools"]);
  return [
    ...named,
    ...["finish", "think"].filter((name) => built.some((kind) => String(kind).toLowerCase() === `${name}tool`)),
  ];
}

/** The kinds of a tool's actions and observations; undefined when the agent has no such tool. */
export function knownTool(config: Config, name: string): Known | undefined {
  if (config.client_tools.some((each) => each["name"] === name))
    return { action: `ClientAction_${name}`, observation: "ClientToolObservation" };
  const own = toolNames(config).includes(name) ? TOOLS.find(({ title }) => title === name) : undefined;
  if (own) return { action: own.action_type, observation: own.observation_type };
  return Object.keys(fieldsOf(config.agent["mcp_config"])).length > 0 ? MCP : undefined;
}

const MCP: Known = { action: "MCPToolAction", observation: "MCPToolObservation" };

/** All tools of an agent, as a SystemPromptEvent lists them. */
export function toolList(config: Config): Fields[] {
  return toolNames(config).flatMap((name): Fields[] => {
    const spec = config.client_tools.find((each) => each["name"] === name);
    if (!spec) return TOOLS.filter(({ title }) => title === name).map((each) => ({ ...each }));
    return [
      {
        description: spec["description"],
        action_type: `ClientAction_${name}`,
        observation_type: "ClientToolObservation",
        client_tool_name: name,
        input_schema: spec["parameters"],
        kind: "ClientTool",
        title: name,
      },
    ];
  });
}

/** A block of text, as events have it. */
export const textBlock = (text: string): Fields => ({ cache_prompt: false, type: "text", text });

/** An action with its defaults. */
export function actionOf(kind: string, given: Fields): Fields {
  if (kind === "TerminalAction") return { is_input: false, reset: false, ...given, kind };
  if (kind === "MCPToolAction" && given["data"] === undefined) return { data: given, kind };
  if (kind === "TaskTrackerAction") return { task_list: [], ...given, kind };
  return { ...given, kind };
}

/** What a tool finds out: what is said of it, else what it says when all goes well. */
export function observationOf(kind: string, name: string, action: Fields, given: Fields, text?: string): Fields {
  const content = [textBlock(text ?? usualText(kind, action))];
  const base = { content, is_error: false };
  if (kind === "TerminalObservation") return { ...base, ...terminal(action, given), ...given, kind };
  if (kind === "FileEditorObservation") return { ...base, ...file(action, given), ...given, kind };
  if (kind === "MCPToolObservation")
    return { ...base, content: [textBlock(`[Tool '${name}' executed.]`), ...content], tool_name: name, ...given, kind };
  const { command, task_list } = action;
  return { ...base, ...(kind === "TaskTrackerObservation" ? { command, task_list } : {}), ...given, kind };
}

function usualText(kind: string, action: Fields): string {
  switch (kind) {
    case "FinishObservation":
      return textOr(action["message"]);
    case "ThinkObservation":
      return "Your thought has been logged.";
    case "ClientToolObservation":
      return "Tool call dispatched to client.";
    case "TaskTrackerObservation":
      return `Task list has been updated with ${listOf(action["task_list"]).length} item(s).`;
    case "FileEditorObservation":
      return action["command"] === "create" ? `File created successfully at: ${textOr(action["path"])}` : "";
    default:
      return "";
  }
}

function terminal({ command }: Fields, given: Fields): Fields {
  const exit_code = Number(given["exit_code"] ?? 0);
  return {
    command,
    exit_code,
    timeout: false,
    metadata: {
      exit_code,
      pid: -1,
      username: "user",
      hostname: "localhost",
      working_dir: "/workspace",
      py_interpreter_path: "/usr/bin/python",
      prefix: "",
      suffix: `\n[The command completed with exit code ${exit_code}.]`,
    },
  };
}

function file({ command, path, file_text }: Fields, given: Fields): Fields {
  if (given["is_error"] === true) return { command, prev_exist: false };
  const isNew = command === "create";
  return { command, path, prev_exist: !isNew, ...(isNew ? { new_content: file_text } : {}) };
}
