/** From the command line to what is asked for. A key never stands there: no message repeats what was given. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { Failure, oneLine } from "./failure.js";

/** How a report is written. */
export const FORMATS = ["text", "json", "github", "junit"] as const;
export type Format = (typeof FORMATS)[number];

const LIMITS = ["breaking", "compatible", "never"] as const;
/** From which severity on findings fail. */
export type FailOn = (typeof LIMITS)[number];

/** A server, and the key to it. */
export interface Place {
  readonly url: string;
  readonly key: string | undefined;
}

/** What is asked for, with all that is usual filled in. */
export type Command =
  | { readonly name: "help"; readonly of: string | undefined }
  | { readonly name: "version" }
  | {
      readonly name: "check";
      readonly actual: Place | { readonly file: string };
      readonly against: string | undefined;
      readonly failOn: FailOn;
      readonly format: Format;
    }
  | {
      readonly name: "events";
      readonly files: readonly string[];
      readonly strict: boolean;
      readonly failOn: FailOn;
      readonly format: Format;
    }
  | {
      readonly name: "record";
      readonly server: Place;
      readonly conversation: string;
      readonly out: string | undefined;
    };

type Env = Readonly<Record<string, string | undefined>>;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const help = { type: "boolean", short: "h", default: false } as const;
const REPORT = { "fail-on": text, format: text, help } as const;

/** @throws {Failure} that says what is wrong with the arguments */
export function readArgs([name, ...args]: readonly string[], env: Env): Command {
  switch (name) {
    case "check":
      return readCheck(args, env);
    case "events":
      return readEvents(args);
    case "record":
      return readRecord(args, env);
    case "--version":
      return { name: "version" };
    case undefined:
    case "help":
    case "--help":
    case "-h":
      return { name: "help", of: args[0] };
    default:
      throw new Failure(
        `unknown ${name.startsWith("-") ? "option" : "command"}; expected check, events or record; see agent-contract --help`,
      );
  }
}

function readCheck(args: readonly string[], env: Env): Command {
  const options = { server: text, "key-env": text, spec: text, against: text, ...REPORT };
  const { values } = parse("check", { args: [...args], options });
  if (values.help) return { name: "help", of: "check" };
  const { server, spec, against, "key-env": keyEnv } = values;
  if ((server === undefined) === (spec === undefined))
    throw new Failure("check: expected either --server URL or --spec FILE; see agent-contract check --help");
  if (spec !== undefined && keyEnv !== undefined) throw new Failure("check: --key-env is for --server only");
  return {
    name: "check",
    actual: spec === undefined ? placeOf(server, keyEnv, env) : { file: spec },
    against,
    failOn: oneOf("--fail-on", LIMITS, values["fail-on"], "breaking"),
    format: oneOf("--format", FORMATS, values.format, "text"),
  };
}

function readEvents(args: readonly string[]): Command {
  const options = { strict: flag, ...REPORT };
  const { values, positionals } = parse("events", { args: [...args], options, allowPositionals: true });
  if (values.help) return { name: "help", of: "events" };
  if (positionals.length === 0)
    throw new Failure("events: expected at least one FILE or folder; see agent-contract events --help");
  return {
    name: "events",
    files: positionals,
    strict: values.strict,
    failOn: oneOf("--fail-on", LIMITS, values["fail-on"], values.strict ? "compatible" : "breaking"),
    format: oneOf("--format", FORMATS, values.format, "text"),
  };
}

function readRecord(args: readonly string[], env: Env): Command {
  const options = { server: text, "key-env": text, conversation: text, out: text, help };
  const { values } = parse("record", { args: [...args], options });
  if (values.help) return { name: "help", of: "record" };
  const { server, conversation, out, "key-env": keyEnv } = values;
  if (server === undefined || conversation === undefined)
    throw new Failure("record: expected --server URL and --conversation ID; see agent-contract record --help");
  if (!/^[\w-]{1,100}$/.test(conversation)) throw new Failure("record: --conversation: expected the id of one");
  return { name: "record", server: placeOf(server, keyEnv, env), conversation, out };
}

/** parseArgs, with one line of ours for what it refuses. */
function parse<T extends ParseArgsConfig>(command: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const see = `see agent-contract ${command} --help`;
    const { code, message = "" } = error as { code?: string; message?: string };
    if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL")
      throw new Failure(`${command}: takes no argument without an option before it; ${see}`);
    // Of an option that is known it tells the name. An unknown one is told only when it looks like one
    const name = /'(?:-\w, )?(-{1,2}[a-z]+(?:-[a-z]+)?)(?=[ '])/.exec(message)?.[1] ?? "one";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
      throw new Failure(`${command}: unknown option ${shown(name)}; ${see}`);
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
      throw new Failure(
        message.includes("does not take")
          ? `${command}: ${name} takes no value; ${see}`
          : `${command}: ${name} wants a value; ${see}`,
      );
    throw error;
  }
}

/** A key that was pasted behind two dashes is longer than any word. */
const LONGEST_NAME = 16;
const shown = (name: string): string => (name.length <= LONGEST_NAME ? name : "(not repeated here)");

function oneOf<T extends string>(option: string, known: readonly T[], given: string | undefined, usual: T): T {
  if (given === undefined) return usual;
  const found = known.find((each) => each === given);
  if (found === undefined) throw new Failure(`${option}: expected one of ${known.join(", ")}`);
  return found;
}

function placeOf(url: string | undefined, keyEnv: string | undefined, env: Env): Place {
  const problem = problemOfUrl(url ?? "");
  if (problem !== undefined) throw new Failure(`--server: ${problem}`);
  return { url: oneLine(url ?? ""), key: keyEnv === undefined ? undefined : keyOf(keyEnv, env) };
}

/** The name may be the key itself, given by mistake: it is not repeated. */
function keyOf(name: string, env: Env): string {
  const key = env[name];
  if (!key)
    throw new Failure("--key-env: expected the NAME of an environment variable that is set, not the key itself");
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Failure("--key-env: the variable holds something else than a key (blanks, line breaks or other letters)");
  return key;
}

/** Why it cannot be the address of a server. */
function problemOfUrl(url: string): string | undefined {
  const { protocol, username, password, search, hash } = URL.canParse(url) ? new URL(url) : { protocol: "" };
  if (protocol !== "http:" && protocol !== "https:") return "expected an address such as http://127.0.0.1:8000";
  if (username || password) return "expected an address without a user and a password; --key-env names the key";
  if (search || hash) return "expected an address without ? and #";
  return undefined;
}
