/** One small example for each rule: what was, what is. The page of rules shows them, and the tests run them. */
import type { RuleName } from "../../src/contract/rules.js";

/** A schema before and after, in requests and in answers, or an operation before and after. */
export type Example =
  | { readonly schema: readonly [before: object, after: object] }
  | { readonly operation: readonly [before: object, after: object] }
  | { readonly document: readonly [before: object, after: object] };

const text = { type: "string" };
const object = (properties: object, required: readonly string[] = [], more: object = {}): object => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  ...more,
});
const of = (...members: object[]): object => ({ anyOf: members });
const schema = (before: object, after: object): Example => ({ schema: [before, after] });
const operation = (before: object, after: object): Example => ({ operation: [before, after] });
const limit = (more: object): object => ({
  parameters: [{ name: "limit", in: "query", schema: { type: "integer" }, ...more }],
});
const json = (found: object): object => ({ content: { "application/json": { schema: found } } });
const answers = (responses: object): object => ({ responses: { "200": json(text), ...responses } });
const key = { security: [{ Key: [] }] };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** A document with one GET that answers with this, and these schemas. */
const holds = (answer: object, schemas: object, more: object = {}): object => ({
  paths: { "/api/x": { get: { operationId: "x", responses: { "200": json(answer) }, ...more } } },
  components: {
    schemas,
    securitySchemes: {
      Key: { type: "apiKey", in: "header", name: "X-Key" },
      Other: { type: "http", scheme: "bearer" },
    },
  },
});
const kind = (name: string): object => object({ kind: { const: name, type: "string" } }, ["kind"]);
const union = (tag: string, ...names: string[]): object => ({
  oneOf: names.map(ref),
  discriminator: {
    propertyName: tag,
    mapping: Object.fromEntries(names.map((name) => [name, `#/components/schemas/${name}`])),
  },
});
const KINDS = { A: kind("A"), B: kind("B"), C: kind("C") };
const TYPES = {
  A: object({ type: { const: "A", type: "string" } }, ["type"]),
  B: object({ type: { const: "B", type: "string" } }, ["type"]),
};
const keyed = (name: string): object => ({
  oneOf: [ref("A")],
  discriminator: { propertyName: "kind", mapping: { [name]: "#/components/schemas/A" } },
});
const whole = (before: object, after: object): Example => ({ document: [before, after] });

/** Complete: a rule without one does not compile. */
export const EXAMPLES: Readonly<Record<RuleName, Example>> = {
  "operation-added": whole(
    { paths: { "/api/x": { get: { operationId: "x", responses: { "204": {} } } } } },
    {
      paths: {
        "/api/x": {
          get: { operationId: "x", responses: { "204": {} } },
          put: { operationId: "y", responses: { "204": {} } },
        },
      },
    },
  ),
  "operation-removed": whole(
    {
      paths: {
        "/api/x": {
          get: { operationId: "x", responses: { "204": {} } },
          put: { operationId: "y", responses: { "204": {} } },
        },
      },
    },
    { paths: { "/api/x": { get: { operationId: "x", responses: { "204": {} } } } } },
  ),
  "operation-id-changed": operation({}, { operationId: "y" }),
  "path-parameter-renamed": whole(
    {
      paths: {
        "/api/x/{id}": {
          get: {
            operationId: "x",
            parameters: [{ name: "id", in: "path", required: true, schema: text }],
            responses: { "204": {} },
          },
        },
      },
    },
    {
      paths: {
        "/api/x/{key}": {
          get: {
            operationId: "x",
            parameters: [{ name: "key", in: "path", required: true, schema: text }],
            responses: { "204": {} },
          },
        },
      },
    },
  ),
  deprecated: operation({}, { deprecated: true }),
  "no-longer-deprecated": operation({ deprecated: true }, {}),
  "parameter-added": operation({}, limit({})),
  "required-parameter-added": operation({}, limit({ required: true })),
  "parameter-removed": operation(limit({}), {}),
  "parameter-became-required": operation(limit({}), limit({ required: true })),
  "parameter-became-optional": operation(limit({ required: true }), limit({})),
  "parameter-style-changed": operation(limit({}), limit({ style: "deepObject" })),
  "request-body-added": operation({}, { requestBody: json(text) }),
  "required-request-body-added": operation({}, { requestBody: { ...json(text), required: true } }),
  "request-body-removed": operation({ requestBody: json(text) }, {}),
  "request-body-became-required": operation(
    { requestBody: json(text) },
    { requestBody: { ...json(text), required: true } },
  ),
  "request-body-became-optional": operation(
    { requestBody: { ...json(text), required: true } },
    { requestBody: json(text) },
  ),
  "media-type-added": operation(
    { responses: { "200": {} } },
    { responses: { "200": { content: { "text/plain": { schema: text } } } } },
  ),
  "media-type-removed": operation(
    { responses: { "200": { content: { "text/plain": { schema: text } } } } },
    { responses: { "200": {} } },
  ),
  "success-status-added": operation(answers({}), answers({ "201": json(text) })),
  "success-body-added": operation(answers({}), answers({ "202": json({ type: "integer" }) })),
  "success-status-removed": operation(answers({ "201": json(text) }), answers({})),
  "error-status-added": operation(answers({}), answers({ "409": {} })),
  "error-status-removed": operation(answers({ "409": {} }), answers({})),
  "security-added": operation({}, key),
  "security-removed": operation(key, {}),
  "security-alternative-added": operation(key, { security: [{ Key: [] }, { Other: [] }] }),
  "security-alternative-removed": operation({ security: [{ Key: [] }, { Other: [] }] }, key),
  "security-scheme-changed": whole(holds(text, { S: text }, key), {
    ...holds(text, { S: text }, key),
    components: { schemas: { S: text }, securitySchemes: { Key: { type: "apiKey", in: "header", name: "X-Other" } } },
  }),
  "schema-added": whole(holds(object({}), { A: KINDS.A }), holds(object({ a: ref("A") }), { A: KINDS.A })),
  "schema-removed": whole(holds(object({ a: ref("A") }), { A: KINDS.A }), holds(object({}), { A: KINDS.A })),
  "schema-renamed": whole(holds(ref("A"), { A: text }), holds(ref("B"), { B: text })),
  "schema-replaced": whole(
    holds(object({ a: ref("A"), b: ref("B") }), KINDS),
    holds(object({ a: ref("B"), b: ref("B") }), KINDS),
  ),
  "property-added": schema(object({ a: text }), object({ a: text, b: text })),
  "required-property-added": schema(object({ a: text }), object({ a: text, b: text }, ["b"])),
  "property-removed": schema(object({ a: text, b: text }), object({ a: text })),
  "optional-property-removed": schema(object({ a: text, b: of(text, { type: "null" }) }), object({ a: text })),
  "property-became-required": schema(object({ a: text }), object({ a: text }, ["a"])),
  "property-became-optional": schema(object({ a: text }, ["a"]), object({ a: text })),
  "nullable-property-became-optional": schema(
    object({ a: of(text, { type: "null" }) }, ["a"]),
    object({ a: of(text, { type: "null" }) }),
  ),
  "additional-properties-forbidden": schema(
    object({ a: text }),
    object({ a: text }, [], { additionalProperties: false }),
  ),
  "additional-properties-allowed": schema(
    object({ a: text }, [], { additionalProperties: false }),
    object({ a: text }),
  ),
  "type-changed": schema(text, { type: "integer" }),
  "type-narrowed": schema({}, text),
  "type-widened": schema(text, {}),
  "became-nullable": schema(text, of(text, { type: "null" })),
  "became-not-nullable": schema(of(text, { type: "null" }), text),
  "format-added": schema(text, { ...text, format: "uuid" }),
  "format-removed": schema({ ...text, format: "uuid" }, text),
  "format-changed": schema({ ...text, format: "date" }, { ...text, format: "date-time" }),
  "tuple-length-changed": schema({ type: "array", prefixItems: [text] }, { type: "array", prefixItems: [text, text] }),
  "enum-value-added": schema({ ...text, enum: ["a", "b"] }, { ...text, enum: ["a", "b", "c"] }),
  "enum-value-removed": schema({ ...text, enum: ["a", "b", "c"] }, { ...text, enum: ["a", "b"] }),
  "enum-added": schema(text, { ...text, enum: ["a", "b"] }),
  "enum-removed": schema({ ...text, enum: ["a", "b"] }, text),
  "constant-changed": schema({ ...text, const: "a" }, { ...text, const: "b" }),
  "constant-widened": schema({ ...text, const: "a" }, { ...text, enum: ["a", "b"] }),
  "default-changed": schema({ ...text, default: "a" }, { ...text, default: "b" }),
  "constraint-tightened": schema({ ...text, maxLength: 9 }, { ...text, maxLength: 5 }),
  "constraint-loosened": schema({ ...text, maxLength: 5 }, { ...text, maxLength: 9 }),
  "pattern-changed": schema({ ...text, pattern: "^a" }, { ...text, pattern: "^b" }),
  "keyword-changed": schema({ ...text, contentEncoding: "base64" }, { ...text, contentEncoding: "base32" }),
  "kind-added": whole(holds(union("kind", "A", "B"), KINDS), holds(union("kind", "A", "B", "C"), KINDS)),
  "kind-removed": whole(holds(union("kind", "A", "B", "C"), KINDS), holds(union("kind", "A", "B"), KINDS)),
  "union-member-added": schema(of(text, { type: "integer" }), of(text, { type: "integer" }, { type: "boolean" })),
  "union-member-removed": schema(of(text, { type: "integer" }, { type: "boolean" }), of(text, { type: "integer" })),
  "discriminator-added": whole(holds({ oneOf: [ref("A"), ref("B")] }, TYPES), holds(union("type", "A", "B"), TYPES)),
  "discriminator-removed": whole(holds(union("type", "A", "B"), TYPES), holds({ oneOf: [ref("A"), ref("B")] }, TYPES)),
  "discriminator-changed": whole(
    holds(union("type", "A", "B"), { A: { ...TYPES.A }, B: TYPES.B }),
    holds({ ...union("type", "A", "B"), discriminator: { propertyName: "sort" } }, TYPES),
  ),
  "discriminator-mapping-changed": whole(
    holds(ref("Event"), { Event: keyed("old.A"), A: KINDS.A }),
    holds(ref("Event"), { Event: keyed("new.A"), A: KINDS.A }),
  ),
  "repair-not-needed": whole(
    holds(ref("U"), { U: keyed("old.A"), A: KINDS.A }),
    holds(ref("U"), { U: keyed("A"), A: KINDS.A }),
  ),
};
