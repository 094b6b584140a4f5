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
import { PLACE_OPTIONS, type Place, placeOf, problemOfArgs } from "./place.js";
import { type Recording, readRecording } from "./recording.js";
import type { Look } from "./render.js";
import { endsWithItsReader, lookOf } from "./terminal.js";
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
    const { help, send, ...place } = values;
    if (help || [send, ...Object.values(place)].every((one) => one === undefined)) return { help, files };
    if (place.server === undefined)
      return "--key-env, --conversation and --send are for a server; expected --server URL as well";
    if (files.length > 0) return "expected either FILE or --server URL";
    const known = placeOf(place, env);
    if (typeof known === "string") return known;
    return send?.trim() === "" ? "--send: expected a text" : { help, files, place: known, send };
  } catch (error) {
    return problemOfArgs(error);
  }
}

const OPTIONS = {
  help: { type: "boolean", short: "h", default: false },
  ...PLACE_OPTIONS,
  send: { type: "string" },
} as const;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endsWithItsReader(process.stdout);
  process.exitCode = await run(process.argv.slice(2), {
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    look: lookOf(process.stdout, process.env),
  });
}
