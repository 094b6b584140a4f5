/** Frames of orxhestra's A2A server. They are made from events, but carry too little to be events again. */
import { field } from "../tags.js";

/**
 * What all updates of a task say.
 * @inline
 */
interface OfTask {
  /** "" when the frame does not say. */
  readonly taskId: string;
  readonly contextId: string;
  /** What of events such a frame cannot carry: do not read its absence as "there was none". */
  readonly lost: readonly string[];
}

/**
 * What a frame says.
 *
 * @example
 * const stateOf = (update: orx.OrxA2AUpdate) => ("state" in update ? update.state : null);
 * const result = { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" }, final: false };
 * console.log(stateOf(orx.readA2A({ result }))); // TASK_STATE_WORKING
 */
export type OrxA2AUpdate =
  /** The task is in this state; `text` is that of the status' message. `TASK_STATE_COMPLETED` even after errors. */
  | (OfTask & { readonly type: "status"; readonly state: string; readonly text: string; readonly isFinal: boolean })
  /** A tool is called: the first of the calls. */
  | (OfTask & { readonly type: "tool_call"; readonly toolName: string; readonly toolInput: unknown })
  /** A tool has answered; `text` is its result or its error, which frames do not tell apart. */
  | (OfTask & { readonly type: "tool_result"; readonly toolName: string; readonly text: string })
  /** The agent's answer. */
  | (OfTask & { readonly type: "answer"; readonly text: string })
  /** Another artifact, in `value` as it came. */
  | (OfTask & { readonly type: "artifact"; readonly name: string; readonly text: string; readonly value: unknown })
  /** A whole task, as answers to calls have it; `text` is its artifacts' or its last status'. */
  | (OfTask & { readonly type: "task"; readonly state: string; readonly text: string })
  /** The server refused the call. */
  | { readonly type: "error"; readonly code: number; readonly message: string }
  /** None of these: a newer server's, or no frame. */
  | { readonly type: "unknown"; readonly value: unknown };

const ENVELOPE = ["id", "timestamp", "branch", "author", "signature"];
/** Errors, thinking and partial text become no frame: a run that failed is completed, too. */
const RUN = ["error", "thinking", "partial"];
const CALL = [...ENVELOPE, "tool_call_id"];

/**
 * Reads one frame: a JSON-RPC answer, its result, what a webhook gets, or the text of either (`data: {…}` of the event
 * stream, too). Never throws; what is none of these is `unknown`. `lost` says what such a frame cannot carry.
 *
 * @example
 * const update = orx.readA2A(frame);
 * if (update.type === "answer") console.log(update.text);
 * @see docs/orxhestra.md, "A2A"
 */
export function readA2A(frame: unknown): OrxA2AUpdate {
  const value = typeof frame === "string" ? jsonOf(frame) : frame;
  const refusal = field(value, "error");
  const code = field(refusal, "code");
  if (typeof code === "number") return { type: "error", code, message: stringOf(field(refusal, "message")) };
  const result = field(value, "result") ?? field(value, "event") ?? value;
  return readResult(result) ?? { type: "unknown", value: frame };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^data:/, ""));
  } catch {
    return undefined;
  }
}

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

const textOf = (holder: unknown, list = "parts"): string => {
  const items = field(holder, list);
  if (!Array.isArray(items)) return "";
  return items.map((item) => (list === "parts" ? stringOf(field(item, "text")) : textOf(item))).join("");
};

function readResult(result: unknown): OrxA2AUpdate | undefined {
  const contextId = stringOf(field(result, "contextId"));
  const task = { taskId: stringOf(field(result, "taskId") ?? field(result, "id")), contextId };
  const artifact = field(result, "artifact");
  if (artifact) return readArtifact(artifact, task);
  const status = field(result, "status");
  const state = field(status, "state");
  if (typeof state !== "string") return undefined;
  const metadata = field(result, "metadata");
  const toolName = field(metadata, "tool_name");
  if (typeof toolName === "string") {
    const toolInput = field(metadata, "tool_input");
    return { type: "tool_call", ...task, toolName, toolInput, lost: [...CALL, "further calls"] };
  }
  const text = textOf(field(status, "message"));
  const isFinal = field(result, "final");
  if (typeof isFinal === "boolean") return { type: "status", ...task, state, text, isFinal, lost: RUN };
  return { type: "task", ...task, state, text: textOf(result, "artifacts") || text, lost: RUN };
}

function readArtifact(artifact: unknown, task: Pick<OfTask, "taskId" | "contextId">): OrxA2AUpdate {
  const name = stringOf(field(artifact, "name"));
  const text = textOf(artifact);
  const toolName = /^tool_result:(.*)$/s.exec(name)?.[1];
  if (toolName !== undefined)
    return { type: "tool_result", ...task, toolName, text, lost: [...CALL, "is error", "further answers"] };
  const lost = [...ENVELOPE, "data", "files"];
  return name === "answer"
    ? { type: "answer", ...task, text, lost }
    : { type: "artifact", ...task, name, text, value: artifact, lost };
}
