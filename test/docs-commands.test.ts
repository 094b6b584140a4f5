/** Commands in the pages: the scripts and programs that they name are there, and know the options that are given. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { GATES } from "../scripts/verify.js";
import { helpOf } from "../src/cli/help.js";
import { mustRun, run } from "./support/compile.js";
import { blocksOf, PAGES, ROOT, spansOf } from "./support/docs-pages.js";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}
const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
const { scripts } = manifestIn(".");

/** One command, as words. */
interface Command {
  readonly page: string;
  readonly words: readonly string[];
}

const commandsIn = (page: string): Command[] => {
  const shells = blocksOf(page).filter(({ language }) => language === "sh");
  const lines = [...shells.flatMap(({ code }) => code.split("\n")), ...spansOf(page)];
  return lines
    .map((line) => line.replace(/\s#\s.*$/, "").replaceAll(/\[(?:OPTION…)?|\]/g, ""))
    .flatMap((line) => line.split(/ && | \| | > /))
    .filter((line) => /^np[mx] \S/.test(line.trim()))
    .map((line) => ({ page, words: line.trim().split(/\s+/) }));
};
const commands = PAGES.flatMap(commandsIn);
const title = ({ page, words }: Command): string => `${page}: ${words.join(" ")}`;

/** What npm does itself. */
const BUILT_IN = ["ci", "install", "publish", "version"];
/** Where a script's options are told: by its `--help`, or, where it has none, in its source. */
const HELPED = ["start", "example:cli", "generate"];

/** The name of a command's script, and what is given to it. */
function scriptOf({ words }: Command): { name: string; args: readonly string[] } {
  const [, verb = "", ...rest] = words.filter((word) => word !== "-s" && word !== "--");
  return verb === "run" ? { name: rest[0] ?? "", args: rest.slice(1) } : { name: verb, args: rest };
}

const help = new Map<string, string>();
beforeAll(async () => {
  const vitest = await mustRun("npx", ["vitest", "--help"]);
  for (const name of Object.keys(scripts).filter((name) => name.startsWith("test"))) help.set(name, vitest);
  help.set("vitest", vitest);
  help.set("biome", await mustRun("npx", ["biome", "check", "--help"]));
  for (const name of HELPED) {
    const file = /[\w./-]+\.ts$/.exec(scripts[name] ?? "")?.[0] ?? "";
    help.set(name, (await run(process.execPath, ["--import", "tsx", file, "--help"])).output);
  }
  for (const name of ["pull-spec", "record", "verify", "bench:events", "test:runtimes"]) {
    const files = [...(scripts[name] ?? "").matchAll(/[\w./-]+\.ts\b/g)].map(([file]) => join(ROOT, file));
    // An option stands there as "--name", or as the name of an option of parseArgs
    const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
    help.set(name, `${text}\n${text.replaceAll(/"?([\w-]+)"?: \{ type/g, "--$1 ")}`);
  }
});

/** Options and files that a program does not know. */
function unknownIn(program: string, args: readonly string[]): string[] {
  const known = help.get(program) ?? "";
  return args.filter((arg) => {
    if (arg.startsWith("-")) return !new RegExp(`(?<![\\w-])${arg}(?![\\w-])`).test(known);
    return /^test\/.*\.ts$/.test(arg) && !existsSync(join(ROOT, arg));
  });
}

test("there are commands to look at", () => {
  expect(commands.length).toBeGreaterThan(50);
});

describe("npm", () => {
  test.each(commands.filter(({ words }) => words[0] === "npm").map((command) => [title(command), command]))(
    "%s",
    (_, command) => {
      const { name, args } = scriptOf(command);
      if (BUILT_IN.includes(name)) return;
      const own = dirname(command.page);
      const known = existsSync(join(ROOT, own, "package.json")) ? manifestIn(own).scripts : scripts;
      expect(Object.keys(known)).toContain(name);
      expect(unknownIn(name, args)).toEqual([]);
      if (name === "verify")
        for (const arg of args.filter((word) => !word.startsWith("-") && !word.startsWith("NAME")))
          expect(GATES.map(([gate]) => gate)).toContain(arg);
    },
  );
});

describe("npx", () => {
  test.each(commands.filter(({ words }) => words[0] === "npx").map((command) => [title(command), command]))(
    "%s",
    (_, { words }) => {
      if (words[1] === "--package") {
        const [, , owner, program, command, ...args] = words;
        expect([owner, program]).toEqual(["agent-server-client", "agent-contract"]);
        if (command !== undefined) help.set("agent-contract", helpOf(command));
        expect(["check", "events", "record", undefined]).toContain(command);
        expect(unknownIn("agent-contract", args)).toEqual([]);
        return;
      }
      const [, program = "", ...args] = words;
      expect(existsSync(join(ROOT, "node_modules/.bin", program)), program).toBe(true);
      expect(unknownIn(program, args)).toEqual([]);
    },
  );
});

test("a made-up option or script is found", () => {
  expect(unknownIn("generate", ["--check", "--chek"])).toEqual(["--chek"]);
  expect(unknownIn("pull-spec", ["--key-env", "--key"])).toEqual(["--key"]);
  expect(unknownIn("vitest", ["run", "test/no-such.test.ts", "-u"])).toEqual(["test/no-such.test.ts"]);
});

describe("blocks of data and of other languages", () => {
  const blocks = PAGES.flatMap(blocksOf);

  test("every block is of a language that some test looks at, or plain", () => {
    expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(["", "json", "sh", "ts", "tsx"]);
  });

  test.each(blocks.filter(({ language }) => /^(?:json|ya?ml)$/.test(language)).map((block) => [block.name, block]))(
    "%s can be read",
    (_, { language, code }) => {
      expect(language === "json" ? JSON.parse(code) : parse(code)).toBeTypeOf("object");
    },
  );
});
