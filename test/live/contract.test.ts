/** The document that a real server gives out, against the ones that this package has of that version. */
import { compareDocuments, type Finding } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";
import { specText } from "../support/spec.js";
import { useBenches } from "./live.js";
import type { VersionName } from "./versions.js";

const benchOf = useBenches();

async function documentOf(version: VersionName): Promise<unknown> {
  const { baseUrl, key } = benchOf(version);
  const answer = await fetch(`${baseUrl}/openapi.json`, { headers: { "X-Session-API-Key": key } });
  return answer.json();
}

const pinned = (version: "1.52.0" | "1.58.2"): unknown => JSON.parse(specText(version));

/** Where in a list something new stands depends on what the server has run. */
const placed = ({ pointer, ...rest }: Finding) => ({ ...rest, pointer: pointer.replace(/\/\d+$/, "/-") });

describe.each(["1.52.0", "1.58.2"] as const)("a server of version %s", (version) => {
  test("has the document that the package has of it", async () => {
    expect(compareDocuments(pinned(version), await documentOf(version))).toEqual([]);
  });
});

test("a server of version 1.58.2 differs from 1.52.0 in what its published document does", async () => {
  const live = compareDocuments(pinned("1.52.0"), await documentOf("1.58.2"));
  expect(live.map(placed)).toEqual(compareDocuments(pinned("1.52.0"), pinned("1.58.2")).map(placed));
});

test("a server of version 1.44.0 lacks operations, and is compared", async () => {
  const findings: Finding[] = compareDocuments(pinned("1.52.0"), await documentOf("1.44.0"));
  expect(findings.filter(({ rule }) => rule === "operation-removed").length).toBeGreaterThan(0);
});
