/** The tables of the live suites, held without a server. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../src/generated/operations.js";
import { issuesOf } from "./live/answers.js";
import { ERROR_CASES } from "./live/error-cases.js";
import { ASKED, NOT_ASKED } from "./live/get-operations.js";
import { TRAITS } from "./live/traits.js";
import { VERSIONS } from "./live/versions.js";

const page = readFileSync(new URL("../docs/server-versions.md", import.meta.url), "utf8");

describe("the live suites", () => {
  test("ask every GET operation, or say why not", () => {
    const ids = Object.entries(OPERATIONS).flatMap(([id, { method }]) => (method === "GET" ? [id] : []));
    expect([...Object.keys(ASKED), ...Object.keys(NOT_ASKED)].sort()).toEqual(ids.sort());
  });

  test("find what is wrong with an answer, whatever its form", () => {
    const wrong = [
      ["GET", "/api/conversations/count", 200, "1", ": invalid_type"],
      ["GET", "/api/tools/", 200, ["terminal", 1], "1: invalid_type"],
      ["GET", "/api/conversations/search", 200, { items: [{}] }, "items.0.id: invalid_type"],
      ["DELETE", "/api/settings/secrets/{name}", 200, { deleted: "yes" }, "deleted: invalid_type"],
      ["GET", "/api/settings", 500, [], ": invalid_type"],
    ] as const;
    for (const [method, path, status, body, issue] of wrong) {
      expect(issuesOf(method, path, status, body)).toContain(issue);
    }
    expect(issuesOf("GET", "/api/conversations/count", 200, 1)).toEqual([]);
    expect(issuesOf("GET", "/ready", 200, {})).toBeUndefined();
  });

  test("docs/server-versions.md is of these versions and of these tables", () => {
    expect(page).toContain(`| | ${VERSIONS.map(({ name }) => name).join(" | ")} |`);
    const names = [...page.matchAll(/^\| (?!---|\|)(.+?) \| /gm)].map(([, name = ""]) => name);
    const known: string[] = [...TRAITS, ...ERROR_CASES].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(page).not.toContain("not looked at");
  });
});
