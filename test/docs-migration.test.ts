/** What docs/migration.md says that there is here, is here. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as root from "agent-server-client";
import * as conversation from "agent-server-client/conversation";
import * as mocks from "agent-server-client/mocks";
import * as react from "agent-server-client/react";
import * as schemas from "agent-server-client/schemas";
import * as stream from "agent-server-client/stream";
import { expect, test } from "vitest";
import { OPERATIONS } from "../src/generated/operations.js";

const page = readFileSync(fileURLToPath(new URL("../docs/migration.md", import.meta.url)), "utf8");
/** The right column of its tables. */
const ours = page.split("\n").flatMap((line) => (line.startsWith("| ") ? [line.split(" | ").at(-1) ?? ""] : []));
const coded = ours.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));

test("every operation that it names is one of the document", () => {
  const known = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
  const named = coded.flatMap((code) =>
    [...code.matchAll(/client\.([A-Z]+)\("([^"]+)"/g)].map(([, method, path]) => `${method} ${path}`),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((operation) => !known.includes(operation))).toEqual([]);
});

test("every beginning of a path that it names is one of the document", () => {
  const paths = Object.values(OPERATIONS).map(({ path }) => path);
  const begin = coded.filter((code) => /^\/api\/[a-z-]+$/.test(code));
  expect(begin.length).toBeGreaterThan(12);
  expect(begin.filter((prefix) => !paths.some((path) => `${path}/`.startsWith(`${prefix}/`)))).toEqual([]);
});

test("every function that it names is exported", () => {
  const known = new Set([root, conversation, mocks, react, schemas, stream].flatMap((entry) => Object.keys(entry)));
  const named = coded.flatMap((code) => [...code.matchAll(/(?<![.\w"])([a-z]\w+)\(/g)].map(([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !known.has(name) && name !== "await" && name !== "getSnapshot")).toEqual([]);
});
