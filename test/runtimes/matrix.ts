/** What runs where. The run holds on to it, and docs/runtimes.md shows it. */
import { readFileSync } from "node:fs";

/** The entries of the package; the root has no name of its own. */
export const ENTRIES = [
  "root",
  "schemas",
  "conversation",
  "stream",
  "react",
  "orxhestra",
  "mocks",
  "contract",
] as const;
export type Entry = (typeof ENTRIES)[number];

/** The path of an entry in the package. */
export const pathOf = (entry: Entry): string => (entry === "root" ? "." : `./${entry}`);

/** Where the package runs: the entries that work there, the command `agent-contract` too or not, what it takes. */
export interface Place {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly Entry[];
  readonly hasCommand: boolean;
  readonly needs: string;
}

const read = (file: string): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as ReturnType<typeof read>;
const [ours, tools] = [read("../../package.json"), read("package.json")];
const versionOf = (name: string): string => {
  const versions = [tools["dependencies"], tools["optionalDependencies"], ours["devDependencies"]];
  return (versions.find((each) => each?.[name] !== undefined)?.[name] ?? "").replace(/^npm:.*@/, "");
};

const runtime = (name: string, version: string, needs: string): Place => ({
  name,
  version,
  entries: ENTRIES,
  hasCommand: true,
  needs,
});
const inPages = { entries: ENTRIES, hasCommand: false };
const withoutMocks = { entries: ENTRIES.filter((entry) => entry !== "mocks"), hasCommand: false };

export const RUNTIMES = {
  node20: runtime("Node 20", ours["engines"]?.["node"] ?? "", "for `stream` the `WebSocket` of the package `ws`"),
  node22: runtime("Node 22", versionOf("node-22-linux-x64"), ""),
  node24: runtime("Node 24", versionOf("node-24-linux-x64"), ""),
  deno: runtime("Deno", versionOf("@deno/linux-x64-glibc"), "after `mocks`, `Deno.exit()`: msw holds a channel open"),
  bun: runtime("Bun", versionOf("@oven/bun-linux-x64"), ""),
  workerd: {
    name: "workerd",
    version: versionOf("@cloudflare/workerd-linux-64"),
    ...withoutMocks,
    needs: "no flag, `nodejs_compat` neither; msw does not load there",
  },
  chromium: { name: "Chromium", version: "that of the system", ...inPages, needs: "for `mocks` msw's service worker" },
} satisfies Record<string, Place>;

export const BUNDLERS = {
  esbuild: { name: "esbuild", version: versionOf("esbuild"), ...inPages, needs: "" },
  vite: { name: "Vite", version: versionOf("vite"), ...inPages, needs: "" },
  webpack: { name: "webpack", version: versionOf("webpack"), ...inPages, needs: "" },
  rollup: {
    name: "Rollup",
    version: versionOf("rollup"),
    ...inPages,
    needs: "`@rollup/plugin-node-resolve` with `browser: true`; for React also its plugins `commonjs` and `replace`",
  },
  metro: {
    name: "Metro (React Native)",
    version: versionOf("metro"),
    ...withoutMocks,
    needs: "its exports maps, which are on by default; `mocks` is found, and was not run",
  },
} satisfies Record<string, Place>;

/** The table of these places. */
export function tableOf(places: Readonly<Record<string, Place>>): string {
  const columns = ["where", "version", ...ENTRIES.map((entry) => (entry === "root" ? "root" : `\`${entry}\``))];
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const heads = [...columns, "command", "needs"];
  const rows = Object.values(places).map(({ name, version, entries, hasCommand, needs }) =>
    row([
      name,
      version,
      ...ENTRIES.map((entry) => (entries.includes(entry) ? "yes" : "no")),
      hasCommand ? "yes" : "no",
      needs || "nothing",
    ]),
  );
  return [row(heads), row(heads.map(() => "---")), ...rows].join("\n");
}
