import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { GATES, type Gate, main } from "../scripts/verify.js";

const node = (code: string): string[] => ["node", "-e", code];
const TWO: readonly Gate[] = [
  ["good", node("")],
  ["bad", node("process.exit(3)")],
];

function run(gates: readonly Gate[], ...args: string[]): { code: number; text: string } {
  const lines: string[] = [];
  const code = main(args, gates, (line) => lines.push(line));
  return { code, text: lines.join("\n") };
}
const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

test("lists its gates", () => {
  expect(run(TWO, "--list")).toEqual({ code: 0, text: "good\nbad" });
});

test("a gate that is none is refused", () => {
  expect(run(TWO, "good", "nope")).toEqual({ code: 1, text: "verify: no gate nope; there are good, bad" });
});

test("runs the gates named and ends with the count", () => {
  const { code, text } = run(TWO, "good");
  expect(text).toContain("== good passed in");
  expect([code, lastLine(text)]).toEqual([0, "1 passed, 0 failed"]);
});

test("runs all without a name; one that fails does not stop the others, and fails the whole", () => {
  const { code, text } = run([...TWO].reverse());
  expect(text).toContain("== bad FAILED in");
  expect(text).toContain("== good passed in");
  expect(text).toContain("\nFailed: bad\n");
  expect([code, lastLine(text)]).toEqual([1, "1 passed, 1 failed"]);
});

test("a program that does not exist has failed", () => {
  expect(run([["gone", ["no-such-program-here"]]]).code).toBe(1);
});

test("the gates run what package.json calls them by", () => {
  const scripts = GATES.flatMap(([, command]) =>
    command[0] === "npm" ? command.filter((word) => /^(generate|build|test|start|bench)$/.test(word)) : [],
  );
  expect(scripts.sort()).toEqual(["bench", "build", "generate", "start", "test"]);
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
});

test("there are these gates, and CI runs them and what needs a browser, runtimes or a server", () => {
  expect(GATES.map(([name]) => name).join(" ")).toBe(
    "generated format lint unused types-5.9 types-6.0 types-7.0 types-react types-web build tests docs audit release start bench",
  );
  const script = readFileSync(new URL("../.ci/run", import.meta.url), "utf8");
  const gates = [...script.matchAll(/gate "(npm [^"]+)"/g)].map(([, name]) => name);
  expect(gates).toEqual(["npm ci", "npm test", "npm run test:runtimes", "npm run test:e2e", "npm run test:live"]);
  expect(script).toContain("npm run -s verify -- --list");
  expect(script).toMatch(/\n\[ \$\{#failed\[@\]\} -eq 0 \]\n$/);
});
