/**
 * What the scripted model is to do, written into the message that it answers. The model keeps nothing between requests, so
 * a server that was killed and restarted gets the answers that it would have got.
 */

/** A call of a tool; a string in place of arguments goes out as it is. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** What an answer may have besides. */
interface Aside {
  /** The model's reasoning, before its text. */
  readonly reasoning?: string;
  /** How long the model thinks, in milliseconds. */
  readonly waitMs?: number;
  /** How long it takes over each piece, in milliseconds, where it is asked for a stream. */
  readonly paceMs?: number;
}

/** A text and nothing else ends the run. */
export interface TextStep extends Aside {
  readonly text: string;
  /** The connection breaks in the middle of the text. */
  readonly isCut?: true;
}

/** Calls in one answer. */
export interface CallStep extends Aside {
  readonly calls: readonly ToolCall[];
  readonly text?: string;
  /** This answer again and again, each time with another number in place of `#`. */
  readonly isEndless?: true;
}

/** The provider refuses. */
export interface FailureStep {
  readonly status: number;
  readonly error: { readonly message: string; readonly type: string; readonly code?: string };
}

export type Step = TextStep | CallStep | FailureStep;

const BEGIN = "<script>";
const END = "</script>";

/** A message that says what the model is to answer, step by step. After the last step it says that it is done. */
export const messageOf = (steps: readonly Step[], text = "Please."): string =>
  `${text} ${BEGIN}${JSON.stringify(steps)}${END}`;

/** The last script in a text. */
export function scriptIn(text: string): readonly Step[] | undefined {
  const begin = text.lastIndexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return undefined;
  return JSON.parse(text.slice(begin + BEGIN.length, end)) as readonly Step[];
}

const call = (name: string, args: ToolCall["arguments"]): ToolCall => ({ name, arguments: args });

/** Runs a command. */
export const terminal = (command: string): ToolCall => call("terminal", { command, security_risk: "LOW" });

const failure = (status: number, message: string, type: string, code?: string): FailureStep => ({
  status,
  error: { message, type, ...(code === undefined ? {} : { code }) },
});

/** One turn for each thing that a model can do to a conversation. */
export const TURNS = {
  text: [{ text: "Hello from the scripted model." }],
  reasoning: [{ reasoning: "First I think about it, then I answer.", text: "Thought about, and answered." }],
  think: [{ calls: [call("think", { thought: "One thing after the other." })] }, { text: "I have thought." }],
  finish: [{ calls: [call("finish", { message: "All is done." })] }],
  parallel: [
    { text: "Both at once.", calls: [terminal("echo first"), terminal("echo second")] },
    { text: "Both ran." },
  ],
  badBatch: [
    {
      calls: [
        terminal("echo good"),
        call("no_such_tool", { a: 1 }),
        call("terminal", '{"command": '),
        terminal("echo last"),
      ],
    },
    { text: "Some of it ran." },
  ],
  edit: [
    {
      calls: [
        call("file_editor", { command: "create", path: "/nowhere/at/all.txt", file_text: "", security_risk: "LOW" }),
      ],
    },
    { calls: [call("task_tracker", { command: "plan", task_list: [{ title: "One", status: "todo", notes: "" }] })] },
    { text: "Tried." },
  ],
  clientTool: [{ calls: [call("show_chart", { title: "Sales", points: [1, 2, 3] })] }, { text: "Shown." }],
  mcp: [{ calls: [call("add", { a: 2, b: 3 })] }, { text: "Added." }],
  long: [{ calls: [terminal("seq 1 20000")] }, { text: "Counted." }],
  slow: [{ calls: [terminal("sleep 8")] }, { text: "Slept." }],
  loop: [{ calls: [terminal("echo round #")], isEndless: true }],
  empty: [{ text: "" }],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

/** One turn for each way in which a provider fails. */
export const FAILURES = {
  401: failure(401, "Incorrect API key provided.", "invalid_request_error", "invalid_api_key"),
  402: failure(402, "This request requires more credits.", "insufficient_credits"),
  403: failure(403, "You are not allowed to use this model.", "permission_error"),
  429: failure(429, "Rate limit reached, please try again later.", "rate_limit_error", "rate_limit_exceeded"),
  quota: failure(
    429,
    "You exceeded your current quota, please check your plan.",
    "insufficient_quota",
    "insufficient_quota",
  ),
  400: failure(400, "Invalid value for 'temperature'.", "invalid_request_error"),
  overflow: failure(
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "invalid_request_error",
    "context_length_exceeded",
  ),
  404: failure(404, "The model does not exist.", "invalid_request_error", "model_not_found"),
  500: failure(500, "The server had an error while processing the request.", "server_error"),
  503: failure(503, "The engine is overloaded.", "overloaded_error"),
  cut: { text: "This answer breaks off in the middle of what it says.", isCut: true },
} as const satisfies Readonly<Record<string, Step>>;
