/** The documents that examples of rules stand for. */
import type { Direction } from "../../src/contract/rules.js";
import type { Example } from "./contract-examples.js";

/** What an example is about, for each way that values go. */
export interface ExampleCase {
  readonly direction: Direction;
  readonly before: object;
  readonly after: object;
}

const BASE = {
  openapi: "3.1.0",
  info: { title: "small", version: "1" },
  components: { schemas: { Unused: { type: "string" } } },
};
const KEYS = { Key: { type: "apiKey", in: "header", name: "X-Key" }, Other: { type: "http", scheme: "bearer" } };

const withOperation = (operation: object): object => ({
  ...BASE,
  paths: { "/api/x": { post: { operationId: "x", responses: { "204": {} }, ...operation } } },
  components: { ...BASE.components, securitySchemes: KEYS },
});

/** A schema of its own name, asked for or answered with. */
function withSchema(schema: object, direction: Direction): object {
  const json = { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } };
  const Thing = { type: "object", properties: { value: schema } };
  const operation = direction === "request" ? { requestBody: json } : { responses: { "200": json } };
  return { ...withOperation(operation), components: { schemas: { Thing } } };
}

/** The cases of an example: schemas go both ways, operations one. */
export function casesOf(example: Example): ExampleCase[] {
  if ("schema" in example) {
    const [before, after] = example.schema;
    return (["request", "response"] as const).map((direction) => ({
      direction,
      before: withSchema(before, direction),
      after: withSchema(after, direction),
    }));
  }
  const [before, after] =
    "document" in example
      ? example.document.map((document) => ({ ...BASE, ...document }))
      : example.operation.map(withOperation);
  return [{ direction: "response", before: before ?? {}, after: after ?? {} }];
}
