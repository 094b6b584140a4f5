/**
 * `npm start` makes the code from openapi.json anew, then shows with it a conversation: a scripted one with the mock
 * server, a recorded one, or one of a live server. The edge: arguments, disk and process. Files are read first, as a bad
 * one is known at once; what shows them is loaded only after generating, so that it runs on the code just made.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Screen } from "./follow.js";
import { TrafficError } from "./json.js";
import { type Place, problemOfUrl } from "./place.js";
import { type Recording, readRecording } from "./recording.js";
import { coloured, type Look, uncoloured } from "./render.js";
import { harmlessLine } from "./text.js";

const USAGE = `Usage: npm start -- [FILE…]
       npm start -- --server URL [--key-env NAME] [--conversation ID] [--send TEXT]

Generates src/generated from openapi.json, then plays a scripted conversation with the mock server and shows it while
it happens. With a FILE it prints what happened there as a timeline, with totals. With --server it shows a
conversation of a live server, the newest unless --conversation names another. With a FILE or a server, stdout has
the timeline alone, and stderr the progress of generating. With --send it sends TEXT there and shows what comes of it
while it happens, until the run has ended; it waits for a server that is restarted. Ctrl-C ends the showing, not the
run.

A FILE holds JSON that is one of
  a recorded conversation   {"rest_search": [event…], "ws_events": [event…], …}
  a page of events          {"items": [event…], "next_page_id": …}
  a list                    [event…], or frames of the session socket, or both
  a single item             an event or a frame
or lines of JSON, one event or frame per line. An event is one of a conversation ({"kind": "MessageEvent", …}) or of
the bash socket ({"kind": "BashCommand", …}). What is not valid is shown at its place, with the reason. A file that
is none of these is refused before anything is generated.

Examples
  npm start
  npm start -- test/fixtures/traffic/edit.json test/fixtures/traffic/mcp.json
  npm start -- events.jsonl | less
  NO_COLOR=1 npm start
  npm start -- --server http://127.0.0.1:8000 --key-env OH_SESSION_API_KEYS_0
  npm start -- --server http://127.0.0.1:8000 --send "Run the tests, please."

Options
  --server URL        the address of a server
  --key-env NAME      the environment variable that holds its session key
  --conversation ID   the conversation to show
  --send TEXT         a message to send to it
  -h, --help          print this
`;

/** Where the lines go, and what they should look like. */
export interface Output {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  readonly look: Look;
  /** Text that may end in the middle of a line; stdout unless said otherwise. */
  readonly write?: (text: string) => void;
}

type Generate = typeof import("../../scripts/generate.js").main;

/** Loaded when it is needed only, for it takes a second: help and bad files do not wait for it. */
const generate: Generate = async (args, print) => (await import("../../scripts/generate.js")).main(args, print);

/** Returns the exit code: 1 when anything asked for could not be shown. */
export async function run(
  args: readonly string[],
  output: Output,
  makeCode: Generate = generate,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const options = readOptions(args, env);
  if (typeof options === "string") {
    output.printError(`timeline: ${options}`);
    return 1;
  }
  if (options.help) {
    output.print(USAGE.trimEnd());
    return 0;
  }
  if (options.place && options.send !== undefined) return send(options.place, options.send, output, makeCode);
  if (options.place) return showServer(options.place, output, makeCode);
  return options.files.length === 0 ? showDemo(output, makeCode) : showFiles(options.files, output, makeCode);
}

async function showDemo(output: Output, makeCode: Generate): Promise<number> {
  const code = await makeCode([], output.print);
  if (code !== 0) return code;
  const { demo } = await import("./demo.js");
  return untilInterrupted(output, demo);
}

async function showFiles(files: readonly string[], output: Output, makeCode: Generate): Promise<number> {
  const recordings = files.flatMap((file) => open(file, output.printError));
  if (recordings.length === 0) return 1;
  const code = await makeCode([], output.printError);
  if (code !== 0) return code;
  const { timeline } = await import("./timeline.js");
  for (const [file, recording] of recordings) {
    for (const line of timeline(file, recording, output.look)) output.print(line);
  }
  return recordings.length === files.length ? 0 : 1;
}

async function showServer(place: Place, { print, printError, look }: Output, makeCode: Generate): Promise<number> {
  const code = await makeCode([], printError);
  if (code !== 0) return code;
  const { timeline } = await import("./timeline.js");
  const { problemOfServer, readServer } = await import("./server.js");
  try {
    const [name, recording] = await readServer(place);
    for (const line of timeline(name, recording, look)) print(line);
    return 0;
  } catch (error) {
    printError(harmlessLine(`timeline: ${problemOfServer(place.url, error)}`));
    return 1;
  }
}

async function send(place: Place, text: string, output: Output, makeCode: Generate): Promise<number> {
  const code = await makeCode([], output.printError);
  if (code !== 0) return code;
  const { follow } = await import("./follow.js");
  return untilInterrupted(output, (screen) => follow({ place, text, ...screen }));
}

/** Ctrl-C ends it once; a second one ends the program. */
async function untilInterrupted(output: Output, show: (screen: Screen) => Promise<number>): Promise<number> {
  const { printError, look, write = (piece) => void process.stdout.write(piece) } = output;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop);
  try {
    return await show({ write, printError, look, signal: controller.signal });
  } finally {
    process.off("SIGINT", stop);
  }
}

/** A file that cannot be shown does not keep the others from being shown. */
function open(file: string, printError: Output["printError"]): [file: string, recording: Recording][] {
  try {
    return [[file, readRecording(readFileSync(file, "utf8"))]];
  } catch (error) {
    printError(harmlessLine(`timeline: ${file}: ${problemOf(error)}`));
    return [];
  }
}

/** In one line, what a person can do something about. Anything else is a defect, and thrown on. */
function problemOf(error: unknown): string {
  if (error instanceof TrafficError) return error.message;
  if (!(error instanceof Error && "code" in error)) throw error;
  if (error.code === "ENOENT") return "no such file; expected a recording";
  if (error.code === "EISDIR") return "is a folder; expected a file";
  return `cannot be read (${String(error.code)})`;
}

interface Options {
  readonly help: boolean;
  readonly files: readonly string[];
  readonly place?: Place | undefined;
  readonly send?: string | undefined;
}

/** What is asked for; or, as a text, what is wrong with it. */
function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | string {
  try {
    const { values, positionals: files } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const { help, server: url, "key-env": name, conversation, send } = values;
    if (help || [url, name, conversation, send].every((one) => one === undefined)) return { help, files };
    if (url === undefined)
      return "--key-env, --conversation and --send are for a server; expected --server URL as well";
    if (files.length > 0) return "expected either FILE or --server URL";
    const problem = problemOfUrl(url);
    if (problem !== undefined) return `--server: ${problem}`;
    if (conversation !== undefined && !/^[\w-]+$/.test(conversation)) return "--conversation: expected an id";
    if (send?.trim() === "") return "--send: expected a text";
    const key = name === undefined ? undefined : env[name];
    if (name !== undefined && !key) return harmlessLine(`--key-env: the variable ${name} is not set`);
    return { help, files, place: { url, key, conversation }, send };
  } catch (error) {
    // Its first sentence says what is wrong; the rest is about file names with a dash.
    const [reason] = String(error instanceof Error ? error.message : error).split(". ");
    return harmlessLine(`${reason}; see --help`);
  }
}

const OPTIONS = {
  help: { type: "boolean", short: "h", default: false },
  server: { type: "string" },
  "key-env": { type: "string" },
  conversation: { type: "string" },
  send: { type: "string" },
} as const;

/** Colour is for terminals. NO_COLOR and FORCE_COLOR have the last word, the latter before the former, as in Node.js. */
export function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTerminal && !no;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(); // whoever reads has seen enough: `| head`
  });
  process.exitCode = await run(process.argv.slice(2), {
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    look: { paint: wantsColour(process.env, stdout.isTTY) ? coloured : uncoloured, width: stdout.columns || 100 },
  });
}
