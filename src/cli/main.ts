/** The command from its arguments to its exit code. What it touches of the process comes in from outside. */
import { readFileSync, writeFileSync } from "node:fs";
import { SPEC_VERSION } from "../generated/kinds.js";
import { type Command, type Place, readArgs } from "./args.js";
import { codeOf, Failure, failureOfFile, oneLine } from "./failure.js";
import { helpOf } from "./help.js";
import { progressOf } from "./progress.js";
import { hasFailed, type Report } from "./report.js";

/** Where it writes, and what it knows of its surroundings. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whole lines, or the whole of a report. */
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Takes the place of the last line on the terminal; absent when there is none. */
  readonly showProgress?: ((text: string) => void) | undefined;
  /** How long a server may take for its document. */
  readonly patienceMs?: number | undefined;
}

const [FINE, FOUND, COULD_NOT] = [0, 1, 2];

/** Returns the exit code: 0 when all is well, 1 when findings fail, 2 when it could not be done. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let guard = (text: string): string => text;
  try {
    const command = readArgs(args, surroundings.env);
    guard = withoutKey(keyOf(command));
    return await perform(command, {
      ...surroundings,
      print: (text) => surroundings.print(guard(text)),
      printError: (text) => surroundings.printError(guard(text)),
    });
  } catch (error) {
    surroundings.printError(guard(`agent-contract: ${problemOf(error)}`));
    return COULD_NOT;
  }
}

/** A defect says where it is, for a report of it; what it says by itself may hold anything. */
function problemOf(error: unknown): string {
  if (error instanceof Failure) return oneLine(error.message);
  const place = /at .*?([\w-]+\.[jt]s:\d+):\d+/.exec(error instanceof Error ? (error.stack ?? "") : "")?.[1];
  const name = error instanceof Error ? error.name : "an error";
  const code = codeOf(error);
  return `${oneLine(name)}${code === undefined ? "" : ` (${code})`} at ${place ?? "an unknown place"}: this is a fault of agent-contract, please report it`;
}

async function perform(command: Command, surroundings: Surroundings): Promise<number> {
  const { print, printError, patienceMs } = surroundings;
  switch (command.name) {
    case "help":
      print(helpOf(command.of));
      return FINE;
    case "version":
      print(`agent-server-client ${ownVersion()}, made from the Agent Server ${SPEC_VERSION}`);
      return FINE;
    case "check": {
      const { check } = await import("./check.js");
      return tell(await check(command, patienceMs), command, print);
    }
    case "events": {
      const { events } = await import("./events.js");
      const progress = progressOf(command.files, surroundings.showProgress);
      try {
        return await tell(events(command, progress.show), command, print);
      } finally {
        progress.end();
      }
    }
    case "record": {
      const { record } = await import("./record.js");
      const { text, notes } = await record(command, patienceMs);
      for (const note of notes) printError(`agent-contract: ${note}`);
      if (command.out === undefined) print(text.trimEnd());
      else writeText(command.out, text);
      return FINE;
    }
  }
}

async function tell(
  report: Report,
  { format }: Extract<Command, { name: "check" | "events" }>,
  print: Surroundings["print"],
): Promise<number> {
  const { write } = await import("./format.js");
  print(write(report, format));
  return hasFailed(report) ? FOUND : FINE;
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw failureOfFile(file, error);
  }
}

function keyOf(command: Command): string | undefined {
  const places: readonly unknown[] = [
    command.name === "check" ? command.actual : command.name === "record" ? command.server : undefined,
  ];
  return places.find((place): place is Place => typeof place === "object" && place !== null && "key" in place)?.key;
}

const MASK = "**********";

/** Whatever a server sends back: the key is in no line that is written. */
const withoutKey =
  (key: string | undefined) =>
  (text: string): string =>
    key === undefined ? text : text.replaceAll(key, MASK);

function ownVersion(): string {
  const manifest = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
