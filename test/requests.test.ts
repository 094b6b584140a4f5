/** Requests are closed as the document says: its own JSON Schema (ajv) and the zod schemas accept the same values. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Bounds, ModelNode } from "../scripts/model.js";
import { buildModel } from "../scripts/schema-model.js";
import * as make from "../src/generated/factories.js";
import * as schemas from "../src/generated/schemas.js";
import { instanceOf } from "./support/instances.js";
import { mutate } from "./support/mutate.js";
import { type Random, randomFrom, seedOfRun } from "./support/random.js";
import { normalisedDocument, strictReference } from "./support/reference.js";

const SEED = seedOfRun();
const normalised = normalisedDocument();
const model = buildModel(normalised);
const reference = strictReference(normalised);
const closed = [...model.schemas.values()].filter((schema) => schema.closed);
const zodSchemas = new Map<string, unknown>(Object.entries(schemas));

function zodSchema(name: string): z.ZodMiniType {
  const schema = zodSchemas.get(`${name}Schema`);
  if (schema instanceof z.ZodMiniType) return schema;
  throw new Error(`there is no ${name}Schema`);
}

/** Valid instances, instances at and beyond their bounds, and broken ones. */
function* valuesOf(typeName: string, random: Random): Generator<unknown> {
  const { document } = normalised;
  const valid = Array.from({ length: 40 }, () => instanceOf(document, typeName, random));
  yield* valid;
  for (let i = 0; i < 80; i++) yield instanceOf(document, typeName, random, { strain: random.pick([0.1, 0.3, 0.6]) });
  for (let i = 0; i < 80; i++) {
    yield mutate(random.pick(valid), 1 + random.below(2), { random, donors: valid }).value;
  }
}

describe(`request schemas (SEED=${SEED})`, () => {
  it("exist for everything that requests reach, twins included", () => {
    const requested = [...normalised.directions].filter(([, to]) => to === "request" || to === "both");
    expect(closed.map(({ typeName }) => typeName).sort()).toEqual(requested.map(([name]) => name).sort());
    expect(closed.length).toBeGreaterThan(100);
    const twins = closed.filter(({ name, typeName }) => name !== typeName);
    expect(twins.length).toBeGreaterThan(5);
    expect(twins.every(({ name, typeName }) => name === `${typeName}Input`)).toBe(true);
    for (const { name } of closed) zodSchema(name);
  });

  it("accept exactly what the document accepts, on 20,000 values at least", () => {
    const random = randomFrom(SEED);
    const differences: object[] = [];
    let [count, valid] = [0, 0];
    for (const { name, typeName } of closed) {
      const validate = reference(typeName);
      const schema = zodSchema(name);
      for (const value of valuesOf(typeName, random)) {
        const verdict = validate(value);
        const { success } = z.safeParse(schema, value);
        count++;
        if (verdict) valid++;
        if (verdict !== success && differences.length < 5) differences.push({ name, verdict, success, value });
      }
    }
    console.log(
      `requests: seed ${SEED}, ${count} values of ${closed.length} schemas, ${((100 * valid) / count).toFixed(1)} % valid`,
    );
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(20_000);
    expect(valid / count).toBeGreaterThan(0.25);
    expect(valid / count).toBeLessThan(0.8);
  });

  it("take what the instances are made of: every one is valid", () => {
    const random = randomFrom(SEED);
    const invalid = closed.flatMap(({ typeName }) => {
      const value = instanceOf(normalised.document, typeName, random);
      return reference(typeName)(value) ? [] : [{ typeName, value }];
    });
    expect(invalid).toEqual([]);
  });
});

describe("what a request schema refuses", () => {
  const start = {
    agent: { kind: "Agent", llm: { model: "m" } },
    workspace: { kind: "LocalWorkspace", working_dir: "/w" },
  };
  const issues = (name: string, value: unknown): unknown => {
    const result = z.safeParse(zodSchema(name), value);
    return result.success ? [] : result.error.issues.map(({ code, path }) => [code, path.join(".")]);
  };

  it("nothing about a good one", () => {
    expect(issues("StartConversationRequest", start)).toEqual([]);
  });

  it.each([
    [{ max_iterations: 0 }, "too_small", "max_iterations"],
    [{ max_iterations: 1.5 }, "custom", "max_iterations"],
    [{ workspace: { kind: "NeverSeen" } }, "invalid_value", "workspace.kind"],
    [{ initial_message: { role: "narrator", content: [] } }, "invalid_value", "initial_message.role"],
  ])("%j: %s at %s", (change, code, path) => {
    expect(issues("StartConversationRequest", { ...start, ...change })).toContainEqual([code, path]);
  });

  it("an unlisted field, where the document closes the object", () => {
    const shut = closed.filter(
      ({ node, name }) => node.type === "object" && !node.extra && name === "OpenHandsAgentProfile",
    );
    expect(shut).toHaveLength(1);
    const profile = { llm_profile_ref: "a", name: "b" };
    expect(issues("OpenHandsAgentProfile", profile)).toEqual([]);
    expect(issues("OpenHandsAgentProfile", { ...profile, not_listed: 1 })).toEqual([["unrecognized_keys", ""]]);
  });
});

describe("bounds", () => {
  /** The bounds that the values of the test above run into. */
  const boundsIn = (node: ModelNode): (keyof Bounds)[] => {
    const own = "bounds" in node ? (Object.keys(node.bounds) as (keyof Bounds)[]) : [];
    if (node.type === "object") return [...own, ...node.properties.flatMap((property) => boundsIn(property.node))];
    if (node.type === "array") return [...own, ...boundsIn(node.items)];
    if (node.type === "record") return [...own, ...boundsIn(node.values)];
    if (node.type === "nullable") return boundsIn(node.inner);
    return node.type === "union" ? node.members.flatMap(boundsIn) : own;
  };

  it("are of these sorts in requests; a new sort needs a test below", () => {
    expect([...new Set(closed.flatMap(({ node }) => boundsIn(node)))].sort()).toEqual([
      "exclusiveMaximum",
      "exclusiveMinimum",
      "maxLength",
      "maximum",
      "minItems",
      "minLength",
      "minimum",
      "pattern",
    ]);
  });

  it.each([
    [
      "uniqueItems",
      { type: "array", uniqueItems: true },
      make.array(z.unknown(), make.unique()),
      [[], [1, 2], [1, 1], [{ a: 1 }, { a: 1 }], ["1", 1]],
    ],
    [
      "minItems and maxItems",
      { type: "array", minItems: 1, maxItems: 2 },
      make.array(z.unknown(), z.minLength(1), z.maxLength(2)),
      [[], [1], [1, 2], [1, 2, 3]],
    ],
    [
      "minProperties",
      { type: "object", minProperties: 1 },
      make.record(z.unknown(), make.minProperties(1)),
      [{}, { a: 1 }, { a: 1, b: 2 }],
    ],
    [
      "propertyNames",
      { type: "object", propertyNames: { enum: ["a", "b"] } },
      make.record(z.unknown(), make.keys(["a", "b"])),
      [{}, { a: 1 }, { b: 1, a: 2 }, { c: 1 }, { a: 1, c: 2 }],
    ],
    [
      "exclusive bounds",
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      make.number(z.gt(0), z.lt(1)),
      [0, 0.5, 1, -1, 2, "0.5"],
    ],
    [
      "whole numbers of any size",
      { type: "integer", minimum: 0 },
      make.integer(z.gte(0)),
      [0, 2 ** 60, 1e300, 0.5, -1, null],
    ],
    [
      "characters, not code units",
      { type: "string", minLength: 2, maxLength: 2 },
      make.string(z.minLength(2), z.maxLength(2)),
      ["é", "😀", "😀😀", "ab", "abc", "😀😀😀"],
    ],
  ])("%s: zod and JSON Schema agree", (_, jsonSchema, schema, values) => {
    const validate = new Ajv2020({ strict: false }).compile(jsonSchema);
    const verdicts = values.map((value: unknown) => z.safeParse(schema, value).success);
    expect(verdicts).toEqual(values.map((value: unknown) => validate(value)));
    expect(new Set(verdicts).size).toBe(2);
  });

  it("files are Blobs", () => {
    expect(z.safeParse(make.file(), new Blob(["x"])).success).toBe(true);
    expect(z.safeParse(make.file(), "x").success).toBe(false);
  });
});
