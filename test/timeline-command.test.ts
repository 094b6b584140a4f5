import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../examples/timeline/main.js";
import { uncoloured } from "../examples/timeline/render.js";
import { message, text } from "./support/timeline.js";
import { missingIn, ROOT, recording } from "./support/timeline-recorded.js";

describe("the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "timeline-"));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(
    args: string[],
    code = 0,
    progress?: string,
  ): Promise<{ code: number; out: string; err: string[]; generated: number }> {
    const [out, err]: [string[], string[]] = [[], []];
    let generated = 0;
    const makeCode = async (_args: readonly string[], print: (line: string) => void): Promise<number> => {
      generated += 1;
      if (progress !== undefined) print(progress);
      return code;
    };
    const output = {
      print: (line: string) => out.push(line),
      printError: (line: string) => err.push(line),
      write: (piece: string) => out.push(piece),
      look: { paint: uncoloured, width: 100 },
    };
    const exit = await run(args, output, makeCode);
    return { code: exit, out: out.join("\n"), err, generated };
  }

  it("shows the files it can, names those it cannot in one line each, and then fails", async () => {
    const good = file("good.json", JSON.stringify([message([text("seen")])]));
    const { code, out, err } = await start([
      join(folder, "gone.json"),
      folder,
      file("bad\n.json", "{"),
      `${good}/x`,
      good,
    ]);
    expect(code).toBe(1);
    expect(out).toContain("seen");
    expect(err.map((line) => line.replaceAll(folder, ""))).toEqual([
      "timeline: /gone.json: no such file; expected a recording",
      "timeline: : is a folder; expected a file",
      "timeline: /bad .json: ends too early at line 1, column 2 (cut off?); expected the rest of a JSON value",
      "timeline: /good.json/x: cannot be read (ENOTDIR)",
    ]);
    expect((await start([good])).code).toBe(0);
  });

  it("throws on what no file is to blame for", async () => {
    const output = {
      print: () => {
        throw new TypeError("defect");
      },
      printError: () => undefined,
      look: { paint: uncoloured, width: 100 },
    };
    await expect(run([file("any.json", "[]")], output, () => Promise.resolve(0))).rejects.toThrow("defect");
  });

  it("refuses bad files before anything is generated, and generates nothing when all are bad", async () => {
    const bad = [file("manifest.json", '{"type": "module"}'), file("cut.json", '{"items": [')];
    const { code, out, err, generated } = await start(bad);
    expect({ code, out, generated }).toEqual({ code: 1, out: "", generated: 0 });
    expect(err).toHaveLength(2);
    expect(err[0]).toContain("manifest.json: nothing in it has a kind");
    const mixed = await start([...bad, file("good.json", JSON.stringify([message([text("seen")])]))], 0, "generating");
    expect(mixed.err.map((line) => line.replace(folder, "").slice(0, 24))).toEqual([
      "timeline: /manifest.json",
      "timeline: /cut.json: end",
      "generating",
    ]);
    expect(mixed.code).toBe(1);
  });

  it("says how generating goes on stderr when files are named, and on stdout otherwise", async () => {
    const good = file("good.json", JSON.stringify([message([text("seen")])]));
    const named = await start([good], 0, "generating");
    expect(named.err).toEqual(["generating"]);
    expect(named.out).toMatch(/^\n.*good\.json\nlist, 1 event\n/);
    expect(await start([], 0, "generating")).toMatchObject({ err: [], out: expect.stringMatching(/^generating\n/) });
  });

  it("generates first, and shows nothing when that fails", async () => {
    expect(await start([])).toMatchObject({
      code: 0,
      err: [],
      generated: 1,
      out: expect.stringContaining("Tests: 42 passed"),
    });
    expect(await start([], 1)).toEqual({ code: 1, err: [], generated: 1, out: "" });
  });

  it("explains itself, and refuses options it does not have, without generating", async () => {
    expect(await start(["--help"])).toMatchObject({
      code: 0,
      err: [],
      generated: 0,
      out: expect.stringMatching(/^Usage:[\s\S]*Examples/),
    });
    expect(await start(["-h", "x"])).toMatchObject({ code: 0 });
    const help = (await start(["-h"])).out;
    const forms = ["rest_search", "next_page_id", "[event…]", "a single item", "lines of JSON", "BashCommand", "frame"];
    for (const form of [...forms, "refused"]) expect(help).toContain(form);
    expect(await start(["--colour"])).toEqual({
      code: 1,
      out: "",
      generated: 0,
      err: ["timeline: Unknown option '--colour'; see --help"],
    });
  });
});

describe("npm start in a copy of the project without generated code", () => {
  const copy = mkdtempSync(join(tmpdir(), "timeline-project-"));
  const start = (...args: string[]) => startWith(["--experimental-websocket"], ...args);
  const startWith = (flags: readonly string[], ...args: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: undefined, NO_COLOR: undefined };
    return spawnSync(process.execPath, [...flags, "--import", "tsx", "examples/timeline/main.ts", ...args], {
      cwd: copy,
      encoding: "utf8",
      env,
    });
  };
  beforeAll(() => {
    const parts = [
      "package.json",
      "tsconfig.json",
      "tsconfig.base.json",
      "openapi.json",
      "orxhestra.schema.json",
      "scripts",
      "src",
      "examples/timeline",
    ];
    for (const part of [...parts, "test/fixtures/traffic/parallel.json"]) {
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    }
    rmSync(join(copy, "src/generated"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it("generates, with a line per step, then plays a scripted conversation with the mock server, without colour", () => {
    const { status, stdout, stderr } = start();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^read +openapi\.json [\s\S]*\d+ ms\n([\w-]+(\.ts)? .* \d+ ms\n)+\d+ files in \d+ ms, \d+ of them changed\nconversation [\w-]{36}\n/,
    );
    expect(existsSync(join(copy, "src/generated/types.ts"))).toBe(true);
    expect(stdout).not.toContain("\x1b");
    const told = [
      "One test fails.",
      "npm test",
      "42 passed",
      "It rounds down",
      "Mended: `gross`",
      "running → finished",
    ];
    expect(told.filter((text) => !stdout.includes(text))).toEqual([]);
  });

  it("shows a recorded conversation of a file", () => {
    const { status, stdout } = start("test/fixtures/traffic/parallel.json");
    expect(status).toBe(0);
    expect(missingIn(stdout, recording("parallel.json").rest_search)).toEqual([]);
  });

  it("says what is missing where Node has no WebSocket of its own", () => {
    const { status, stdout, stderr } = startWith([]);
    if (Number(process.versions.node.split(".")[0]) >= 22) return expect(status).toBe(0);
    expect([status, stderr]).toEqual([
      1,
      "timeline: expected a global WebSocket, which Node 20 has behind a flag; use npm start\n",
    ]);
    return expect(stdout).not.toContain("conversation ");
  });

  it("exits with 1 and one line on stderr for a bad file or option, with 0 for --help", () => {
    const bad = start("gone.json");
    expect([bad.status, bad.stderr]).toEqual([1, "timeline: gone.json: no such file; expected a recording\n"]);
    const unknown = start("--what");
    expect([unknown.status, unknown.stderr, unknown.stdout]).toEqual([
      1,
      "timeline: Unknown option '--what'; see --help\n",
      "",
    ]);
    const help = start("--help");
    expect([help.status, help.stderr]).toEqual([0, ""]);
    expect(help.stdout).toContain("npm start -- [FILE…]");
  });
});
