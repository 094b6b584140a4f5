/** Asks a server what it makes of requests that are not as they should be. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { OPERATIONS, type OperationId } from "../../src/generated/operations.js";
import type { ServerAddress } from "./server.js";

type Address = Pick<ServerAddress, "baseUrl" | "key">;

/** A request as it is sent. */
export interface AskedRequest {
  /** What is wrong with it; no two have the same name. */
  readonly name: string;
  readonly operation: OperationId;
  /** `CONVERSATION` stands for the id of a conversation that is there: some operations look for that first. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** JSON, unless there is a text or a form. */
  readonly body?: unknown;
  readonly text?: { readonly type: string | null; readonly text: string };
  /** A form with these fields; a file where there is a file name. */
  readonly form?: Readonly<Record<string, { readonly text: string; readonly file?: string }>>;
}

/** What a server made of a request: its issues when it refused it, what broke when it broke over it. */
export interface Verdict extends AskedRequest {
  readonly status: number;
  readonly detail?: unknown;
  readonly exception?: string | undefined;
}

/** Requests that a server refuses, or takes although it should not, with what 1.52.0 says of each. */
export const INVALID_REQUESTS = fileURLToPath(
  new URL("../fixtures/mocks/invalid-requests-1.52.0.json", import.meta.url),
);

export const recordedVerdicts = (): Verdict[] => JSON.parse(readFileSync(INVALID_REQUESTS, "utf8")) as Verdict[];

/** How requests are sent. */
export type Send = (
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  content: string | undefined,
) => Promise<{ readonly status: number; readonly text: string }>;

/** Asks one server everything, one after the other. */
export async function verdictsOf(
  server: Address,
  requests: readonly AskedRequest[],
  send: Send = sendAnything,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const conversationId = await newConversation(server, send);
  for (const asked of requests) verdicts.push(await verdictOf(server, asked, conversationId, send));
  return verdicts;
}

/** The same as text, one verdict a line. */
export const linesOf = (verdicts: readonly Verdict[]): string =>
  `[\n${verdicts.map((verdict) => `  ${JSON.stringify(verdict)}`).join(",\n")}\n]\n`;

const START =
  '{"agent":{"kind":"Agent","llm":{"model":"m"}},"workspace":{"kind":"LocalWorkspace","working_dir":"project"}}';

async function newConversation({ baseUrl, key }: Address, send: Send): Promise<string> {
  const headers = { "x-session-api-key": key, connection: "close", "content-type": "application/json" };
  const { text } = await send(`${baseUrl}/api/conversations`, "POST", headers, START);
  return (JSON.parse(text) as { readonly id: string }).id;
}

async function verdictOf(
  { baseUrl, key }: Address,
  asked: AskedRequest,
  conversationId: string,
  send: Send,
): Promise<Verdict> {
  const { method, path } = OPERATIONS[asked.operation];
  const pathValue = (name: string): string => (asked.path?.[name] ?? "").replace("CONVERSATION", conversationId);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValue(name)));
  const { type, content } = contentOf(asked);
  const headers = { "x-session-api-key": key, connection: "close", ...(type === null ? {} : { "content-type": type }) };
  const { status, text } = await send(`${baseUrl}${filled}?${asked.query ?? ""}`, method, headers, content);
  // What it says of what it took depends on what it has; what it refused does not
  const said = status === 422 || status === 500 ? (JSON.parse(text) as Partial<Verdict>) : {};
  const detail = status === 422 ? said.detail : undefined;
  return { ...asked, status, detail, exception: said.exception };
}

const BOUNDARY = "----example";

function contentOf({ body, text, form }: AskedRequest): { readonly type: string | null; readonly content?: string } {
  if (text) return { type: text.type, content: text.text };
  if (!form) return body === undefined ? { type: null } : { type: "application/json", content: JSON.stringify(body) };
  const parts = Object.entries(form).map(([name, { text: value, file }]) => {
    const named = file === undefined ? "" : `; filename="${file}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n${value}\r\n`;
  });
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, content: `${parts.join("")}--${BOUNDARY}--\r\n` };
}

/** Not by fetch: that sends no body with GET, and a type of its own with every text. */
const sendAnything: Send = (url, method, headers, content) =>
  new Promise((resolve, reject) => {
    const length = content === undefined ? {} : { "content-length": String(Buffer.byteLength(content)) };
    const sent = request(url, { method, headers: { ...headers, ...length } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(content);
  });
