/** The command as users get it: from the tarball, beside the two packages that it needs, in processes of its own. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixture } from "./support/command.js";
import { installInto, type Packed, packProject } from "./support/pack.js";
import { SPEC_FILES } from "./support/spec.js";

const folder = mkdtempSync(join(tmpdir(), "cli-package-"));
const KEY = "planted-key-7f3e9d";
let packed: Packed | undefined;
let cli = "";
beforeAll(async () => {
  packed = await packProject();
  installInto(folder, packed, ["openapi-fetch", "openapi-typescript-helpers", "yaml"]);
  const root = join(folder, "node_modules/agent-server-client");
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: Record<string, string> };
  cli = join(root, bin["agent-contract"] ?? "");
}, 300_000);
afterAll(() => {
  packed?.release();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
  readonly ms: number;
}
function run(...args: string[]): Ended {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    encoding: "utf8",
    cwd: folder,
    env: { PATH: process.env["PATH"], KEY },
  });
  return { code: status, out: stdout, errors: stderr, ms: performance.now() - begun };
}

test("is a program that says its version", () => {
  expect(readFileSync(cli, "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
  expect(statSync(cli).isFile()).toBe(true);
  expect(run("--version")).toMatchObject({
    code: 0,
    errors: "",
    out: expect.stringMatching(/^agent-server-client \d/),
  });
});

test("compares two real documents, without zod", () => {
  expect(existsSync(join(folder, "node_modules/zod"))).toBe(false);
  const times = Array.from({ length: 5 }, () => {
    const { code, out, errors, ms } = run("check", "--spec", SPEC_FILES["1.58.2"]);
    expect({ code, errors }).toEqual({ code: 1, errors: "" });
    expect(out).toMatch(/: 3 breaking, \d+ compatible, \d+ info; fails \(--fail-on breaking\)\n$/);
    return ms;
  }).sort((a, b) => a - b);
  console.log(`check of two real documents, the whole process: ${times.map((ms) => ms.toFixed(0)).join(", ")} ms`);
});

test("has the exit codes 0, 1 and 2, and keeps stdout for the report", () => {
  const traffic = fixture("traffic/hello.json");
  expect(run("events", traffic)).toMatchObject({ code: 0, errors: "" });
  expect(run("events", "--strict", SPEC_FILES["1.52.0"])).toMatchObject({ code: 2, out: "" });
  expect(run("check", "--spec", SPEC_FILES["1.50.0"], "--fail-on", "never").code).toBe(0);
  expect(run("check", "--server", "http://127.0.0.1:1", "--key-env", "KEY")).toMatchObject({ code: 2, out: "" });
});

test("record runs once more where WebSocket wants a flag, and says what is wrong as ever", () => {
  const { code, out, errors } = run(
    "record",
    "--server",
    "http://127.0.0.1:1",
    "--key-env",
    "KEY",
    "--conversation",
    "c",
  );
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(errors).toMatch(/^agent-contract: http:\/\/127\.0\.0\.1:1: GET [^\n]+\n$/);
  expect(errors).not.toContain(KEY);
});

test("a reader that has seen enough is no fault", () => {
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", `"${process.execPath}" "${cli}" check --help | head -1 >/dev/null`],
    {
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
