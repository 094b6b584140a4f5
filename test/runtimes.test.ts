/** The programs of `npm run test:runtimes` in processes of their own, here made of the sources; and the page about it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge, rightAnswers } from "./runtimes/answers.js";
import { fileOf, writePrograms } from "./runtimes/consumer.js";
import { BUNDLERS, ENTRIES, pathOf, RUNTIMES, tableOf } from "./runtimes/matrix.js";
import { inProcess } from "./runtimes/processes.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

describe("every entry is used, the log is told over killed connections, and a wrong key is seen", () => {
  const folder = mkdtempSync(join(tmpdir(), "programs-"));
  beforeAll(() => writePrograms(folder, "from the sources"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["ws", []],
    ["global", ["--experimental-websocket"]],
  ] as const)("with the WebSocket of %s", async (socket, flags) => {
    const command = [process.execPath, ...flags] as const;
    const program = fileOf(folder, "everything");
    await rightAnswers((task) => inProcess(command, folder, program, socket, task), ENTRIES);
  });

  test("an answer that is wrong, too few and too many are seen", async () => {
    const command = [process.execPath] as const;
    const used = rightAnswers(
      async (task) => {
        const answers = await inProcess(command, folder, fileOf(folder, "everything"), "ws", task);
        return { ...answers, schemas: {}, react: undefined, stream: { ids: ["e0"], refusal: "none" } };
      },
      ["root", "schemas", "stream", "react"],
    );
    await expect(used).rejects.toThrow(/schemas answered .*stream told 1 of 400 events, wrong key: none.*react.*mocks/);
  });

  test("right answers over connections that nobody killed are none", () => {
    const answers = { stream: { ids: ["e0"], refusal: "session_key" } };
    expect(judge({ answers, log: ["e0"], killed: 1 }, ["stream"])).toContain("1 events over 1 killed");
    expect(() => judge({ answers, log: ["e0"], killed: 0 }, ["stream"])).toThrow("0 connections killed");
  });
});

describe("docs/runtimes.md", () => {
  test("has the tables of what is run", async () => {
    const tables = { runtimes: tableOf(RUNTIMES), bundlers: tableOf(BUNDLERS) };
    let shown = read("../docs/runtimes.md");
    for (const [name, table] of Object.entries(tables)) {
      const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
      shown = shown.replace(place, (_, begin: string, end: string) => begin + table + end);
      expect(shown).toContain(table);
    }
    await expect(shown).toMatchFileSnapshot("../docs/runtimes.md");
  });

  test("knows every entry of the package", () => {
    const { exports } = JSON.parse(read("../package.json")) as { readonly exports: object };
    expect(Object.keys(exports).sort()).toEqual([...ENTRIES.map(pathOf), "./openapi.json"].sort());
  });
});

describe("the lock file of the tools", () => {
  test("names no registry host, and has each of them in the version of package.json", () => {
    const lock = read("runtimes/package-lock.json");
    expect(lock).not.toContain('"resolved"');
    expect(lock).toContain('"integrity"');
    const [root] = Object.values((JSON.parse(lock) as { readonly packages: object }).packages) as object[];
    const { dependencies, optionalDependencies } = JSON.parse(read("runtimes/package.json")) as Record<string, object>;
    expect(root).toMatchObject({ dependencies, optionalDependencies });
    for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
      expect(version).toMatch(/^(npm:.*@)?\d+\.\d+\.\d+$/);
  });
});
