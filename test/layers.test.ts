/** Imports go one way, and entries stay apart. */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/compile.js";
import { generated, scripts, sources } from "./support/own-files.js";

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every import of a file: relative ones as paths from the root, others by their name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^(?:import|export)[^;]*?from "([^"]+)";/gm)].map(([, target = ""]) => ({
    from: file,
    to: target.startsWith(".") ? relative(ROOT, resolve(ROOT, dirname(file), target)).replace(/\.js$/, ".ts") : target,
  }));
}

/** Lowest first; files on one line do not import each other. */
const ORDER: readonly (readonly string[])[] = [
  ["events", "advice"],
  ["tags"],
  ["guards"],
  ["guards-payload"],
  ["text", "time", "risk", "redact-text", "signals", "retry-after"],
  ["sleep"],
  ["redact"],
  ["classify-detail"],
  ["reasons"],
  ["reason-of-text", "classify-http"],
  ["classify"],
  ["errors"],
  ["errors-of-calls"],
  ["updates"],
  ["answers", "observation-tom", "roles", "sha256", "store-items", "store-order", "tool-calls", "tree", "usage"].map(
    (name) => `conversation/${name}`,
  ),
  ["conversation/view-list"],
  ["truncate", "view-fold", "view-rules", "store-segments"].map((name) => `conversation/${name}`),
  ["observation", "view", "store-log"].map((name) => `conversation/${name}`),
  ["messages", "store-branch", "store-state"].map((name) => `conversation/${name}`),
  ["conversation/from-messages", "conversation/store-contents"],
  ["conversation/store"],
  ["conversation"],
  ["explain"],
  ["parse"],
  ["match"],
  ["call", "access"],
  ["client"],
  ["calls"],
  ["calls-events", "calls-files", "calls-server", "search"],
  ["index", "schemas"],
  ["closes", "key", "now", "recent", "reconnect", "rest"].map((name) => `stream/${name}`),
  ["stream/items", "stream/socket", "stream/silences"],
  ["stream/protocol", "stream/outcomes"],
  ["stream/session", "stream/legacy"],
  ["stream/source", "stream/follow"],
  ["stream/iterable"],
  ["stream/stream", "stream/bash"],
  ["stream/run-to-end"],
  ["stream"],
  ["react/following", "react/selected"],
  ["react/actions"],
  ["react"],
  ["contract/document", "contract/finding"],
  ["contract/bounds", "contract/operations", "contract/rules"],
  ["contract/check-document", "contract/collector", "contract/described"],
  ["contract/comparison", "contract/shape"],
  ["contract/compare-answers", "contract/compare-object", "contract/compare-security"],
  ["contract/compare-described", "contract/couples", "contract/repairs"],
  ["contract/compare-options", "contract/compare-repairs"],
  ["contract/compare-schema"],
  ["contract/compare-operations"],
  ["contract/compare"],
  ["contract/unknowns"],
  ["contract/check-event"],
  ["contract/check-events"],
  ["contract"],
  ["beginning", "failure", "split", "listen"].map((name) => `cli/${name}`),
  ["cli/args", "cli/lines", "cli/recording"],
  ["cli/document", "cli/report", "cli/server", "cli/traffic"],
  ["cli/check", "cli/events", "cli/help", "cli/junit", "cli/record"],
  ["cli/format", "cli/progress"],
  ["cli/main"],
  ["cli"],
  ["agenda", "defaults", "fields", "ids", "json-fault", "random", "turns", "wire", "zip"].map(
    (name) => `simulator/${name}`,
  ),
  ["simulator/area-json", "simulator/file-tree", "simulator/config"],
  ["simulator/area-defaults", "simulator/area-archive"],
  ["simulator/area-state"],
  ["simulator/world"],
  ["simulator/stats"],
  ["answers", "branch", "info", "log", "nulls", "server-info", "tools"].map((name) => `simulator/${name}`),
  ["simulator/agent-events", "simulator/state", "simulator/area-call", "simulator/area-masks", "simulator/working-dir"],
  [
    "area-catalog",
    "area-connections",
    "area-git",
    "area-profiles",
    "area-secrets",
    "area-skills",
    "area-workspaces",
  ].map((name) => `simulator/${name}`),
  ["simulator/area-agent-profiles", "simulator/area-files", "simulator/area-settings"],
  ["area-installed", "area-materialize", "area-meta-profiles", "area-runtime"].map((name) => `simulator/${name}`),
  ["simulator/areas"],
  ["simulator/confirm", "simulator/replay", "simulator/run"],
  ["agent", "bash", "condense", "settings", "title", "tree"].map((name) => `simulator/${name}`),
  ["simulator/actions"],
  ["goal", "rest-bash", "rest-conversations", "rest-events", "socket", "trajectory"].map((name) => `simulator/${name}`),
  ["simulator/rest-conversation"],
  ["simulator/rest"],
  ["simulator/restore"],
  ["simulator/simulator"],
  ["mocks/builders", "mocks/emit", "mocks/query", "mocks/recording", "mocks/request", "mocks/routes"],
  ["mocks/sockets", "mocks/timer", "mocks/validate-issue"],
  ["mocks/validate-classes", "mocks/validate-fields", "mocks/validate-scalars"],
  ["mocks/validate-value"],
  ["mocks/validate"],
  ["mocks/answers", "mocks/others", "mocks/requests"],
  ["mocks/server"],
  ["mocks"],
  ["orxhestra/a2a", "orxhestra/accessors", "orxhestra/did", "orxhestra/ed25519", "orxhestra/events"],
  ["orxhestra/lossless", "orxhestra/parse", "orxhestra/python-text"],
  ["orxhestra/canonical", "orxhestra/filters", "orxhestra/langchain"],
  ["orxhestra/messages", "orxhestra/payload"],
  ["orxhestra/sign"],
  ["orxhestra/verify"],
  ["orxhestra/chain"],
  ["orxhestra"],
];
const rank = (file: string): number =>
  ORDER.findIndex((level) => level.some((name) => file === join("src", `${name}.ts`)));

/** All files of src that some of them need. */
function reachedFrom(...files: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { to } of importsOf(file)) if (to.startsWith("src/")) visit(to);
  };
  for (const file of files) visit(file);
  return reached;
}

describe("imports", () => {
  test("every file of src has its place in the order", () => {
    expect(sources.filter((file) => rank(file) < 0)).toEqual([]);
  });

  test("in src they go from later to earlier only", () => {
    const wrong = sources
      .flatMap(importsOf)
      .filter(({ from, to }) => to.startsWith("src/") && !to.includes("generated") && rank(to) >= rank(from));
    expect(wrong).toEqual([]);
  });

  test("src imports nothing but itself and what is listed: node in the command only, zod in one place", () => {
    const isOfCommand = ({ from, to }: Import): boolean => /^src\/cli[./]/.test(from) && to.startsWith("node:");
    const foreign = sources.flatMap(importsOf).filter((found) => !found.to.startsWith("src/") && !isOfCommand(found));
    expect(foreign.map(({ from, to }) => `${from}: ${to}`).sort()).toEqual([
      "src/client.ts: openapi-fetch",
      "src/mocks/others.ts: msw",
      "src/mocks/server.ts: msw",
      "src/mocks/sockets.ts: msw",
      "src/mocks/validate.ts: zod/mini",
      "src/orxhestra/did.ts: @scure/base",
      "src/orxhestra/ed25519.ts: @scure/base",
      "src/orxhestra/lossless.ts: lossless-json",
      "src/orxhestra/parse.ts: zod/mini",
      "src/orxhestra/payload.ts: @noble/hashes/sha2.js",
      "src/orxhestra/payload.ts: @noble/hashes/utils.js",
      "src/orxhestra/sign.ts: @scure/base",
      "src/orxhestra/verify.ts: @scure/base",
      "src/react.ts: react",
      "src/react/selected.ts: react",
    ]);
  });

  test("only the schemas entry reaches zod", () => {
    const reached = [...reachedFrom("src/index.ts", "src/conversation.ts", "src/parse.ts")];
    expect(reached.flatMap(importsOf).filter(({ to }) => to.startsWith("zod"))).toEqual([]);
  });

  test("the conversation entry reaches neither client nor schemas", () => {
    const reached = reachedFrom("src/conversation.ts");
    expect(reached).toContain("src/conversation/store.ts");
    expect(
      [...reached].filter((file) => /client|call|search|schemas|parse|index/.test(file.replace("tool-calls", ""))),
    ).toEqual([]);
  });

  test("the comparison of documents reaches errors and nothing above", () => {
    const reached = [...reachedFrom("src/contract/compare.ts")].filter(
      (file) => !/^src\/(?:contract|generated)\//.test(file),
    );
    expect(reached.sort()).toEqual(["src/advice.ts", "src/errors.ts", "src/reasons.ts", "src/tags.ts"]);
  });

  test("no entry reaches the command, and the command reaches no zod", () => {
    const entries = ["index", "contract", "conversation", "orxhestra", "react", "schemas", "stream"];
    const reached = [...reachedFrom(...entries.map((name) => `src/${name}.ts`))];
    expect(reached.filter((file) => /^src\/cli[./]/.test(file))).toEqual([]);
    const ofCommand = sources.filter((file) => /^src\/cli[./]/.test(file));
    expect([...reachedFrom(...ofCommand)].filter((file) => /schemas|factories|orxhestra/.test(file))).toEqual([]);
  });

  test("orxhestra stands alone: nothing of the other entries, and nothing of it in them", () => {
    const isOrxhestra = (file: string): boolean => /^src\/(?:generated\/)?orxhestra[./]/.test(file);
    const shared = [...reachedFrom("src/orxhestra.ts")].filter((file) => !isOrxhestra(file));
    expect(shared.sort()).toEqual(["src/generated/factories.ts", "src/tags.ts"]);
    expect([...reachedFrom("src/index.ts", "src/schemas.ts")].filter(isOrxhestra)).toEqual([]);
  });

  test("generated files import nothing of ours", () => {
    const targets = new Set(generated.flatMap(importsOf).map(({ to }) => to));
    expect([...targets].filter((to) => !to.startsWith("src/generated/")).sort()).toEqual(["zod/mini", "zod/v4/core"]);
  });

  test("scripts do not import src, and only the edges touch the disk", () => {
    const found = scripts.flatMap(importsOf);
    expect(found.filter(({ to }) => to.startsWith("src/"))).toEqual([]);
    const edges = new Set(
      found.filter(({ to }) => /^node:(fs|child_process|net|http)/.test(to)).map(({ from }) => from),
    );
    const commands = ["audit", "docs", "generate", "pull-spec", "release", "verify"];
    expect([...edges].sort()).toEqual(commands.map((name) => `scripts/${name}.ts`));
  });
});
