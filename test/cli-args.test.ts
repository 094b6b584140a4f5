/** The command line of `agent-contract`: help, refusals, and no key in anything that is written. */
import { describe, expect, test } from "vitest";
import { SPEC_VERSION } from "../src/index.js";
import { command, fixture } from "./support/command.js";

const SECRET = "sk-planted-a1b2c3d4e5f6";

describe("help", () => {
  test.each([[[]], [["help"]], [["--help"]], [["-h"]]])("%j lists the commands and the exit codes", async (args) => {
    const { code, out, errors } = await command(args);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toMatch(/^ {2}check .*\n {2}events .*\n {2}record .*/m);
    expect(out).toContain("Exit code: 0");
  });

  test.each(["check", "events", "record"])("%s --help shows all its options, with examples", async (name) => {
    const { code, out } = await command([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`npx --package agent-server-client agent-contract ${name}`);
    expect(out.split("Examples\n")[1]?.split("\n").length).toBeGreaterThanOrEqual(2);
    expect(await command([name, "-h"])).toEqual({ code: 0, out, errors: "" });
    expect(await command(["help", name])).toEqual({ code: 0, out, errors: "" });
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(140);
  });

  test("the options that help shows are those that are taken", async () => {
    for (const name of ["check", "events", "record"]) {
      const shown = [...(await command([name, "--help"])).out.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(
        ([, option]) => option,
      );
      expect(shown.length).toBeGreaterThan(3);
      for (const option of shown) expect((await command([name, option ?? ""])).errors).not.toContain("unknown");
    }
  });

  test("--version says both versions", async () => {
    expect((await command(["--version"])).out).toMatch(
      new RegExp(`^agent-server-client \\d+\\.\\d+\\.\\d+, made from the Agent Server ${SPEC_VERSION}$`),
    );
  });
});

const HELP_OF = (name: string): string => `see agent-contract ${name} --help`;
const SERVER = ["--server", "http://127.0.0.1:1"];

describe("what is refused", () => {
  test.each([
    [["chekc"], "unknown command; expected check, events or record; see agent-contract --help"],
    [["--fail-on"], "unknown option; expected check, events or record; see agent-contract --help"],
    [["check"], `check: expected either --server URL or --spec FILE; ${HELP_OF("check")}`],
    [["check", ...SERVER, "--spec", "a"], `check: expected either --server URL or --spec FILE; ${HELP_OF("check")}`],
    [["check", "--spec", "a", "--key-env", "A"], "check: --key-env is for --server only"],
    [["check", "--sepc", "a"], `check: unknown option --sepc; ${HELP_OF("check")}`],
    [["check", "--spec"], `check: --spec wants a value; ${HELP_OF("check")}`],
    [["check", "--spec", "--server", "a"], `check: --spec wants a value; ${HELP_OF("check")}`],
    [["check", "--help=yes"], `check: --help takes no value; ${HELP_OF("check")}`],
    [["check", "a.json"], `check: takes no argument without an option before it; ${HELP_OF("check")}`],
    [["check", "--spec", "a", "--fail-on", "info"], "--fail-on: expected one of breaking, compatible, never"],
    [["check", "--spec", "a", "--format", "xml"], "--format: expected one of text, json, github, junit"],
    [["check", "--server", "localhost:8000"], "--server: expected an address such as http://127.0.0.1:8000"],
    [["check", "--server", "http://h/?a=b"], "--server: expected an address without ? and #"],
    [["events"], `events: expected at least one FILE or folder; ${HELP_OF("events")}`],
    [["events", "--lenient", "a"], `events: unknown option --lenient; ${HELP_OF("events")}`],
    [["record", ...SERVER], `record: expected --server URL and --conversation ID; ${HELP_OF("record")}`],
    [["record", ...SERVER, "--conversation", "../x"], "record: --conversation: expected the id of one"],
  ])("%j", async (args, message) => {
    expect(await command(args)).toEqual({ code: 2, out: "", errors: `agent-contract: ${message}` });
  });
});

describe("a key that is given where none belongs is not repeated", () => {
  test.each([
    [[SECRET]],
    [[`--${SECRET}`]],
    [["check", SECRET]],
    [["check", `--key=${SECRET}`]],
    [["check", `--${SECRET}`]],
    [["check", `-${SECRET}`]],
    [["check", `--${"planted".repeat(4)}`]],
    [["check", "--spec", "a", "--format", SECRET]],
    [["check", "--spec", "a", "--fail-on", SECRET]],
    [["check", ...SERVER, "--key-env", SECRET]],
    [["check", ...SERVER, `--key-env=${SECRET.replaceAll("-", "_")}`]],
    [["check", "--server", `http://me:${SECRET}@127.0.0.1:1`]],
    [["check", "--server", `http://127.0.0.1:1/?key=${SECRET}`]],
    [["check", "--server", SECRET]],
    [["check", `--help=${SECRET}`]],
    [["record", ...SERVER, "--conversation", `${SECRET} `]],
  ])("%j", async (args) => {
    const { code, out, errors } = await command(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toMatch(/^agent-contract: [^\n]+$/);
    expect(errors).not.toMatch(/planted/);
  });

  test.each(["with a blank", "line\nbreak", "é"])("nor one that no header can carry: %j", async (key) => {
    const { code, errors } = await command(["check", ...SERVER, "--key-env", "K"], { env: { K: `${SECRET}${key}` } });
    expect(code).toBe(2);
    expect(errors).toMatch(/^agent-contract: --key-env: the variable holds something else/);
    expect(errors).not.toContain(SECRET);
  });
});

test("a fault of the command is told by its place only, with exit code 2", async () => {
  const print = (): never => {
    throw new TypeError(`it held ${SECRET}`);
  };
  const { code, errors } = await command(["events", fixture("traffic/hello.json")], { print });
  expect(code).toBe(2);
  expect(errors).toMatch(/^agent-contract: TypeError at [\w-]+\.[jt]s:\d+: this is a fault of agent-contract/);
  expect(errors).not.toContain(SECRET);
});
