import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { main } from "../scripts/verify.js";

function run(...args: string[]): { code: number; text: string } {
  const lines: string[] = [];
  const code = main(args, (line) => lines.push(line));
  return { code, text: lines.join("\n") };
}

test("lists its gates, tests among them", () => {
  const { code, text } = run("--list");
  expect(code).toBe(0);
  expect(text.split("\n")).toEqual(
    expect.arrayContaining(["generated", "format", "lint", "unused", "types-5.9", "types-6.0", "types-7.0", "tests"]),
  );
});

test("a gate that is none is refused", () => {
  expect(run("nope")).toEqual({ code: 1, text: expect.stringContaining("no gate nope; there are generated,") });
});

test("runs the gates named and ends with the count", () => {
  const { code, text } = run("generated");
  expect(code).toBe(0);
  expect(text).toContain("== generated passed in");
  expect(text.trimEnd().split("\n").at(-1)).toBe("1 passed, 0 failed");
});

test("its programs are those of package.json", () => {
  expect(Object.keys(packageJson.scripts)).toEqual(
    expect.arrayContaining(["generate", "build", "test", "start", "bench", "verify"]),
  );
});
