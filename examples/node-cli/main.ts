/** `npm run example:cli`: the edge of the chat, which is arguments and the process. */
import { parseArgs } from "node:util";
import { onMock } from "../timeline/mocked.js";
import { PLACE_OPTIONS, type Place, placeOf, problemOfArgs } from "../timeline/place.js";
import { endsWithItsReader, lookOf } from "../timeline/terminal.js";
import { chat } from "./chat.js";
import { createLines } from "./lines.js";
import { STORY } from "./story.js";

const COMMAND = "npm run example:cli";
const USAGE = `Usage: ${COMMAND}
       ${COMMAND} -- --server URL [--key-env NAME] [--conversation ID]

A chat with an agent: with a scripted one on the mock server, or with --server in a conversation of a live server, the
newest unless --conversation names another. Ctrl+C interrupts the run, a second one leaves; Ctrl+D leaves as well.
Lines that are piped in are messages and answers, in their order.

Examples
  ${COMMAND}
  printf '%s\\n' "One test fails." y | ${COMMAND}
  ${COMMAND} -- --server http://127.0.0.1:8000 --key-env OH_SESSION_API_KEYS_0

Options
  --server URL        the address of a server
  --key-env NAME      the environment variable that holds its session key
  --conversation ID   the conversation to go on with
  -h, --help          print this`;

const OPTIONS = { help: { type: "boolean", short: "h", default: false }, ...PLACE_OPTIONS } as const;

/** What is asked for; or, as a text, what is wrong with it. */
function readOptions(args: readonly string[]): string | { readonly help: boolean; readonly place?: Place | undefined } {
  try {
    const { help, ...place } = parseArgs({ args: [...args], options: OPTIONS }).values;
    if (help) return { help };
    if (place.server === undefined && Object.keys(place).length > 0) return "expected --server URL as well";
    const known = placeOf(place, process.env);
    return typeof known === "string" ? known : { help, place: known };
  } catch (error) {
    return problemOfArgs(error);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const { stdin, stdout, stderr } = process;
  const options = readOptions(args);
  if (typeof options === "string") {
    console.error(`chat: ${options}`);
    return 1;
  }
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  endsWithItsReader(stdout);
  const lines = createLines(stdin, stdout);
  const look = lookOf(stdout, process.env);
  // In a terminal both go through one hand, so that neither writes over a question
  const printError = (line: string): void =>
    lines.isTerminal ? lines.write(`${look.paint("warn", line)}\n`) : void stderr.write(`chat: ${line}\n`);
  if (options.place) return chat({ place: options.place, lines, printError, look });
  const mocked = { program: "chat", command: COMMAND, turns: STORY, asks: true, printError };
  return onMock(mocked, (place) => chat({ place, lines, printError, look }));
}

process.exitCode = await main(process.argv.slice(2));
