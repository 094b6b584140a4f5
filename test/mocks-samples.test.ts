/** Samples of everything that a server answers: valid for every rendering of the document, and always the same. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { contentOf, operationsOf, responsesOf, type SchemaNode } from "../scripts/document.js";
import { allSchemas, propertiesOf } from "../scripts/schema-node.js";
import { ANSWERS, type SampleAnswer } from "../src/generated/answers.js";
import * as checks from "../src/generated/checks.js";
import { OPERATIONS, type OperationId } from "../src/generated/operations.js";
import * as schemas from "../src/generated/schemas.js";
import { isFields } from "./support/corpus.js";
import { normalisedDocument, strictReference } from "./support/reference.js";
import { BUILDERS } from "./support/samples.js";

const normalised = normalisedDocument();
const { document, directions } = normalised;
const names = [...BUILDERS.keys()];
const sampleOf = (name: string): unknown => BUILDERS.get(name)?.();

/** Schemas of answers that builders are asked for by kind, or that only list the members of a union. */
const BY_KIND = ["Event", "Action", "Observation"];
const isList = (name: string): boolean =>
  Object.values(document.components.schemas).some(({ "x-open": open }) => isFields(open) && open["known"] === name);

const zodSchemas = new Map<string, unknown>(Object.entries(schemas));
const checkers = new Map<string, unknown>(Object.entries(checks));

/** Fields that are empty unless somebody fills them. */
const emptyByDefault = new Set(
  [...allSchemas(document)].flatMap(({ schema }) =>
    Object.entries(propertiesOf(schema)).flatMap(([field, property]) => (property["default"] === "" ? [field] : [])),
  ),
);

describe("a sample", () => {
  it("exists for every schema that answers can hold", () => {
    const answered = [...directions].filter(([, to]) => to === "response" || to === "both").map(([name]) => name);
    const wanted = answered.filter((name) => !BY_KIND.includes(name) && !isList(name));
    expect(names.sort()).toEqual(wanted.sort());
    expect(names.length).toBeGreaterThan(300);
  });

  it("is what the document says of its schema, for ajv", () => {
    const reference = strictReference(normalised);
    expect(names.filter((name) => !reference(name)(sampleOf(name)))).toEqual([]);
  });

  it("is what the zod schema takes", () => {
    const refused = names.filter((name) => {
      const schema = zodSchemas.get(`${name}Schema`);
      return !(schema instanceof z.ZodMiniType && z.safeParse(schema, sampleOf(name)).success);
    });
    expect(refused).toEqual([]);
  });

  it("passes the check of its schema, where there is one", () => {
    const checked = names.filter((name) => checkers.has(`check${name}`));
    const failed = checked.filter((name) => {
      const check = checkers.get(`check${name}`);
      return !(typeof check === "function" && check(sampleOf(name)) === true);
    });
    expect(failed).toEqual([]);
    expect(checked.length).toBeGreaterThan(20);
  });

  it("is equal every time, and an object of its own", () => {
    const shared = names.filter((name) => {
      const [first, second] = [sampleOf(name), sampleOf(name)];
      expect(second).toEqual(first);
      return typeof first === "object" && first !== null && first === second;
    });
    expect(shared).toEqual([]);
  });

  it("comes from no clock and no dice", () => {
    const text = readFileSync(new URL("../src/generated/mocks.ts", import.meta.url), "utf8");
    expect(text).not.toMatch(/Date|Math|random|crypto/);
  });

  it("takes each override as it is", () => {
    const broken = names.filter((name) => {
      const builder = BUILDERS.get(name);
      const sample = sampleOf(name);
      if (builder?.length === 0 && !isFields(sample)) return false;
      const mark = { mark: {} };
      const made = builder?.(mark);
      // Enums, unions and maps take none
      return isFields(made) && "mark" in made ? made["mark"] !== mark.mark : /overrides/.test(String(builder));
    });
    expect(broken).toEqual([]);
  });

  it("has a text that says something where a string is wanted", () => {
    const empty: string[] = [];
    const visit = (value: unknown, place: string): void => {
      if (value === "" || (value === "string" && !place.endsWith(".value_type"))) empty.push(place);
      if (typeof value !== "object" || value === null) return;
      for (const [key, item] of Object.entries(value)) visit(item, `${place}.${key}`);
    };
    for (const name of names) visit(sampleOf(name), name);
    const fields = empty.map((place) => place.split(".").at(-1) ?? "");
    expect(fields.filter((field) => !emptyByDefault.has(field))).toEqual([]);
  });
});

describe("a success answer", () => {
  const ids = Object.keys(OPERATIONS) as OperationId[];
  /** The document with a schema for the answer of each operation, so that ajv can be asked by name. */
  const withAnswers = structuredClone(normalised);
  const wanted = new Map<string, string | undefined>();
  for (const { operation } of operationsOf(document)) {
    const id = String(operation["operationId"]);
    const { status } = ANSWERS[id as OperationId];
    const [type, media] = Object.entries(contentOf(responsesOf(operation)[status]))[0] ?? [];
    wanted.set(id, type);
    withAnswers.document.components.schemas[`answer_${id}`] = (media?.["schema"] ?? { type: "null" }) as SchemaNode;
  }
  const reference = strictReference(withAnswers);
  const answerOf = (id: OperationId): SampleAnswer => ANSWERS[id];

  it("exists for each of the 162 operations, with a status of its own", () => {
    expect(Object.keys(ANSWERS).sort()).toEqual(ids.sort());
    expect(ids).toHaveLength(162);
    const foreign = ids.filter((id) => !(OPERATIONS[id].statuses as readonly number[]).includes(ANSWERS[id].status));
    expect(foreign).toEqual([]);
  });

  it("is of the media type that the document says", () => {
    expect(ids.filter((id) => answerOf(id).mediaType !== wanted.get(id))).toEqual([]);
    const bodiless = ids.filter((id) => answerOf(id).body === undefined);
    expect(bodiless.every((id) => OPERATIONS[id].parseAs === "none")).toBe(true);
  });

  it("is what the document says of it, for ajv: no exception", () => {
    const invalid = ids.filter((id) => {
      const { body } = answerOf(id);
      if (body === undefined) return false;
      // A file is written as a text
      const sample = OPERATIONS[id].parseAs === "blob" ? new Blob([String(body())]) : body();
      return !reference(`answer_${id}`)(sample);
    });
    expect(invalid).toEqual([]);
  });
});
