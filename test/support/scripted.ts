/** A conversation on a simulated server whose agent has a script. */
import { type Fields, fieldsOf, textOr } from "../../src/simulator/fields.js";
import type { SimulatorOptions } from "../../src/simulator/simulator.js";
import type { ScriptedCall, Turn } from "../../src/simulator/turns.js";
import { framesOf, server, type Told } from "./simulated.js";

/** A call of the terminal. */
export const terminal = (command: string, more: Partial<ScriptedCall> = {}): ScriptedCall => ({
  tool: "terminal",
  action: { command },
  ...more,
});

/** What is told of a run's first and last moments, in the words of {@link Scripted.told}. */
export const BEGIN = ["SystemPrompt", "last_user_message_id", "user: go", "status running"];
export const END = ["status finished", "(state finished)"];

type Server = ReturnType<typeof server>;
type Answer = ReturnType<Server["rest"]>;

export interface Scripted {
  readonly simulator: Server;
  readonly id: string;
  /** A request: `"POST /run"` is about the conversation, `"GET /api/bash/…"` is not. */
  readonly ask: (call: string, body?: unknown) => Answer;
  readonly send: (text?: string) => Answer;
  /** Until nothing happens any more. */
  readonly settle: () => void;
  /** The frames of the session socket since, one word or two each. */
  readonly told: () => string[];
  /** The log, in the same words. */
  readonly log: () => string[];
}

const REQUEST = {
  agent: { kind: "Agent", llm: { model: "openai/scripted" }, tools: [{ name: "terminal" }, { name: "file_editor" }] },
  workspace: { working_dir: "/project" },
  autotitle: false,
};

export function scripted(turns: readonly Turn[], more: Fields = {}, options: Partial<SimulatorOptions> = {}): Scripted {
  const simulator = server(options);
  simulator.script(turns);
  const made = simulator.rest({ method: "POST", path: "/api/conversations", body: { ...REQUEST, ...more } });
  const id = String(fieldsOf(made.body)["id"]);
  const socket = simulator.connect(`/sockets/session/${id}?after_seq=-1`);
  framesOf(socket);
  const ask = (call: string, body?: unknown): Answer => {
    const [method = "", target = ""] = call.split(" ");
    const { pathname, searchParams: query } = new URL(target, "http://server");
    const path = target.startsWith("/api") ? pathname : `/api/conversations/${id}${pathname === "/" ? "" : pathname}`;
    return simulator.rest({ method, path, query, body });
  };
  return {
    simulator,
    id,
    ask,
    send: (text = "go") => ask("POST /events", { content: [{ type: "text", text }], run: true }),
    settle() {
      while (simulator.nextDue() !== null) simulator.wind(1);
    },
    told: () => framesOf(socket).map(frameWords),
    log: () => simulator.log(id).map(eventWords),
  };
}

function frameWords(frame: Told): string {
  const { type, event, content, reason } = frame;
  if (event) return type === "transient" ? `(${eventWords(event)})` : eventWords(event);
  return [type ?? "", textOr(content, textOr(reason))].filter((word) => word !== "").join(" ");
}

/** `stats`, `status running`, `Terminal!`: a call that is not valid, `agent: text`. */
function eventWords({
  kind = "",
  key,
  value,
  source,
  llm_message,
  action,
  tool_name,
  observation,
  code,
}: Told): string {
  if (key === "full_state") return `state ${String(fieldsOf(value)["execution_status"])}`;
  if (key === "execution_status") return `status ${String(value)}`;
  if (key !== undefined) return key;
  if (kind === "MessageEvent") {
    const [block] = fieldsOf(llm_message)["content"] as readonly Fields[];
    return `${textOr(source)}: ${textOr(block?.["text"]).slice(0, 20)}`;
  }
  if (kind === "ActionEvent") return `call ${String(tool_name)}${action ? "" : "!"}`;
  if (observation !== undefined) return `result ${String(fieldsOf(observation)["kind"])}`;
  return typeof code === "string" ? code : kind.replace(/Event$/, "");
}
