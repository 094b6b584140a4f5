/** A fault that this package mends is missed when a server has it no longer: then the repair can go. */
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";
import { AGENT_SERVER } from "../scripts/repairs.js";
import { DIRECTION_RULES } from "../scripts/rules-direction.js";
import { SHAPE_RULES } from "../scripts/rules-shape.js";
import { REPAIRS } from "../src/contract/repairs.js";
import { edited, type Path } from "./support/contract-places.js";
import { SPEC_VERSIONS, specDocument } from "./support/spec.js";

const document = specDocument("1.52.0");
const json = (schema: unknown): object => ({ content: { "application/json": { schema } } });
const answer = (path: string, status = "200"): Path => ["paths", path, "get", "responses", status];

/** What a server would have to do, and what is said then. */
const MENDED: readonly { readonly name: string; readonly mend: () => unknown; readonly says: string }[] = [
  {
    name: "the search says what it answers",
    mend: () =>
      edited(document, answer("/api/conversations/{conversation_id}/events/search"), () =>
        json({ type: "object", properties: { items: { type: "array" } } }),
      ),
    says: "repair `repairResponses` (`GET /api/conversations/{conversation_id}/events/search` answers with `EventPage`): it is no longer needed.",
  },
  {
    name: "a created conversation is declared",
    mend: () =>
      edited(document, ["paths", "/api/conversations", "post", "responses", "201"], () => ({ description: "Created" })),
    says: "repair `repairResponses` (`POST /api/conversations` answers with 201, too): it is no longer needed.",
  },
  {
    name: "a secret is declared as text",
    mend: () =>
      edited(document, answer("/api/settings/secrets/{name}"), () => ({
        content: { "text/plain": { schema: { type: "string" } } },
      })),
    says: "repair `repairResponses` (`GET /api/settings/secrets/{name}` answers with plain text): it is no longer needed.",
  },
  {
    name: "a schema of the wire is in the document",
    mend: () => edited(document, ["components", "schemas", "EventPage"], () => ({ type: "object" })),
    says: "repair `addSchemas` (the wire has `EventPage`): it is no longer needed.",
  },
  {
    name: "one union is told apart by what is on the wire",
    mend: () =>
      edited(document, ["components", "schemas", "BaseWorkspace", "discriminator", "mapping"], () => ({
        LocalWorkspace: "#/components/schemas/LocalWorkspace-Output",
        RemoteWorkspace: "#/components/schemas/RemoteWorkspace",
      })),
    says: "repair `wireKinds` (the members of a union are told apart by keys that are not on the wire): it is no longer needed in 1 of 18 places.",
  },
  {
    name: "a GET wants no body",
    mend: () =>
      edited(document, ["paths", "/api/conversations/{conversation_id}/events", "get", "requestBody"], () => undefined),
    says: "repair `markGetBodies` (a GET wants a body, which no browser sends): it is no longer needed in 1 of 3 places.",
  },
];

const told = (actual: unknown): string[] =>
  compareDocuments(document, actual).flatMap(({ rule, message }) => (rule === "repair-not-needed" ? [message] : []));

describe("a fault that is mended at its source", () => {
  test.each(MENDED)("$name", ({ mend, says }) => {
    expect(told(mend())).toEqual([says]);
  });

  test("is told when a tag is required, an error has a body, a file is no JSON", () => {
    const [[branch, tag] = ["", ""]] = tagsThatAreNotRequired();
    const tagged = edited(document, ["components", "schemas", branch, "required"], (list) => [
      ...((list ?? []) as string[]),
      tag,
    ]);
    expect(told(tagged)).toEqual([
      expect.stringMatching(/^repair `requireTags` .*: it is no longer needed in 1 of \d+ places\.$/),
    ]);
    const [path = ""] = Object.keys(document.paths).filter((each) => each.endsWith("/file/download"));
    const file = edited(document, [...answer(path), "content", "application/json"], () => undefined);
    expect(told(file)).toEqual([
      expect.stringMatching(/^repair `fileResponses` .*: it is no longer needed in 1 of \d+ places\.$/),
    ]);
    const error = edited(document, ["paths", "/api/conversations", "post", "responses", "429"], () =>
      json({ type: "object" }),
    );
    expect(told(error)).toEqual([
      expect.stringMatching(/^repair `errorResponses` .*: it is no longer needed in 1 of \d+ places\.$/),
    ]);
  });

  test("is no news when the place of the fault is gone, or never was", () => {
    expect(told(edited(document, ["paths", "/api/settings/secrets/{name}"], () => undefined))).toEqual([]);
    const without = edited(document, ["paths", "/api/conversations/{conversation_id}/events/search"], () => undefined);
    expect(compareDocuments(without, document).filter(({ rule }) => rule === "repair-not-needed")).toEqual([]);
  });
});

function tagsThatAreNotRequired(): [string, string][] {
  return Object.entries(document.components.schemas).flatMap(([name, schema]): [string, string][] =>
    name.endsWith("-Input") &&
    "kind" in ((schema["properties"] ?? {}) as object) &&
    !((schema["required"] ?? []) as string[]).includes("kind")
      ? [[name, "kind"]]
      : [],
  );
}

describe("a place that is mended", () => {
  test("is said of a change in it", () => {
    const changed = edited(
      document,
      [...answer("/api/conversations/{conversation_id}/events/search"), "content", "application/json", "schema"],
      () => ({ type: "string" }),
    );
    const [finding] = compareDocuments(document, changed);
    expect(finding).toMatchObject({ rule: "type-narrowed", touches: ["generated code", "repair"] });
  });
});

describe("the table of repairs", () => {
  /** They mend no fault of the document: they put our own names and shapes on it, or leave out what says nothing. */
  const NO_FAULT = [
    "dropAccessMarks",
    "dropTitles",
    "uploads",
    "freeObjects",
    "splitSharedSchemas",
    "tightenResponses",
    "openUnions",
  ];

  test("has every rule of the generator that mends a fault", () => {
    const rules = [...SHAPE_RULES, ...DIRECTION_RULES].map(({ name }) => name);
    expect([...new Set(REPAIRS.map(({ name }) => name)), ...NO_FAULT].sort()).toEqual(rules.sort());
  });

  test("has every repair that is a row of its own", () => {
    const count = (name: string): number => REPAIRS.filter((repair) => repair.name === name).length;
    expect(count("repairResponses")).toBe(AGENT_SERVER.responses.length);
    expect(count("addSchemas")).toBe(Object.keys(AGENT_SERVER.addedSchemas).length);
  });

  test.each(SPEC_VERSIONS)("has no repair that %s does not need", (version) => {
    expect(
      compareDocuments(document, specDocument(version)).filter(({ rule }) => rule === "repair-not-needed"),
    ).toEqual([]);
  });
});
