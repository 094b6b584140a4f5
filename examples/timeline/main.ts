/**
 * `npm start` makes the code from openapi.json anew, then shows recorded traffic with it. The edge: arguments, disk and
 * process. Files are read first, as a bad one is known at once; what shows them is loaded only after generating, so that
 * it runs on the code just made.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { TrafficError } from "./json.js";
import { type Recording, readRecording } from "./recording.js";
import { coloured, type Look, uncoloured } from "./render.js";
import { harmlessLine } from "./text.js";

const USAGE = `Usage: npm start -- [FILE…]

Generates src/generated from openapi.json, then prints what happened in each FILE as a timeline, with totals.
Without a FILE it shows a conversation recorded from a real server. With one, stdout has the timeline alone, and
stderr the progress of generating.

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

Options
  -h, --help   print this
`;

const EXAMPLE = fileURLToPath(new URL("../../test/fixtures/traffic/parallel.json", import.meta.url));

/** Where the lines go, and what they should look like. */
export interface Output {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  readonly look: Look;
}

type Generate = typeof import("../../scripts/generate.js").main;

/** Loaded when it is needed only, for it takes a second: help and bad files do not wait for it. */
const generate: Generate = async (args, print) => (await import("../../scripts/generate.js")).main(args, print);

/** Returns the exit code: 1 when anything asked for could not be shown. */
export async function run(args: readonly string[], output: Output, makeCode: Generate = generate): Promise<number> {
  const options = readOptions(args);
  if (typeof options === "string") {
    output.printError(`timeline: ${options}`);
    return 1;
  }
  if (options.help) {
    output.print(USAGE.trimEnd());
    return 0;
  }
  const isNamed = options.files.length > 0;
  const files = isNamed ? options.files : [relative(process.cwd(), EXAMPLE)];
  const recordings = files.flatMap((file) => open(file, output.printError));
  if (recordings.length === 0) return 1;
  const code = await makeCode([], isNamed ? output.printError : output.print);
  if (code !== 0) return code;
  const { timeline } = await import("./timeline.js");
  for (const [file, recording] of recordings) {
    for (const line of timeline(file, recording, output.look)) output.print(line);
  }
  return recordings.length === files.length ? 0 : 1;
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

function readOptions(args: readonly string[]): { readonly help: boolean; readonly files: readonly string[] } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h", default: false } },
    });
    return { help: values.help, files: positionals };
  } catch (error) {
    // Its first sentence says what is wrong; the rest is about file names with a dash.
    const [reason] = String(error instanceof Error ? error.message : error).split(". ");
    return harmlessLine(`${reason}; see --help`);
  }
}

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
