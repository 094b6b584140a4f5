/** Where a live conversation is. */
import { harmlessLine } from "./text.js";

/** Which conversation of which server; the newest one when none is named. */
export interface Place {
  readonly url: string;
  readonly key: string | undefined;
  readonly conversation: string | undefined;
}

/** How a command line says so, for `parseArgs`. */
export const PLACE_OPTIONS = {
  server: { type: "string" },
  "key-env": { type: "string" },
  conversation: { type: "string" },
} as const;

type PlaceValues = Readonly<{ [Name in keyof typeof PLACE_OPTIONS]?: string | undefined }>;

/** The place that is named; or, as a text, what is wrong with it. Undefined when none is. */
export function placeOf(values: PlaceValues, env: NodeJS.ProcessEnv): Place | string | undefined {
  const { server: url, "key-env": name, conversation } = values;
  if (url === undefined) return undefined;
  const problem = problemOfUrl(url);
  if (problem !== undefined) return `--server: ${problem}`;
  if (conversation !== undefined && !/^[\w-]+$/.test(conversation)) return "--conversation: expected an id";
  const key = name === undefined ? undefined : env[name];
  if (name !== undefined && !key) return harmlessLine(`--key-env: the variable ${name} is not set`);
  return { url, key, conversation };
}

/** In one line, what is wrong with a command line that `parseArgs` refuses. */
export function problemOfArgs(error: unknown): string {
  // Its first sentence says what is wrong; the rest is about file names with a dash.
  const [reason] = String(error instanceof Error ? error.message : error).split(". ");
  return harmlessLine(`${reason}; see --help`);
}

/** Why it cannot be an address of a server; undefined when it can. */
function problemOfUrl(url: string): string | undefined {
  const { protocol, username, password, search, hash } = URL.canParse(url) ? new URL(url) : { protocol: "" };
  if (protocol !== "http:" && protocol !== "https:") return "expected an address such as http://127.0.0.1:8000";
  if (username || password) return "expected an address without a password; --key-env names the key";
  if (search || hash) return "expected an address without ? and #";
  return undefined;
}
