/** The document as the generator takes it: each version of the server's, and rules on small ones. */
import { describe, expect, test } from "vitest";
import { contentOf, type OpenApiDocument, operationsOf, responsesOf, schemasIn } from "../scripts/document.js";
import { normalise } from "../scripts/normalise.js";
import { normalised, PLAIN, reversed, SPEC_VERSIONS, smallDocument, specDocument } from "./support/spec.js";

const schemasOf = (document: OpenApiDocument): OpenApiDocument["components"]["schemas"] => document.components.schemas;
const property = (document: OpenApiDocument, schema: string, name: string): unknown =>
  (schemasOf(document)[schema]?.["properties"] as Record<string, unknown> | undefined)?.[name];
const text = { type: "string" };
const nullable = { anyOf: [text, { type: "null" }] };

describe.each(SPEC_VERSIONS)("document %s", (version) => {
  const { document, directions, applied } = normalised(version);
  const schemas = schemasOf(document);

  test("is left as it was", () => {
    const input = specDocument(version);
    const before = JSON.stringify(input);
    normalise(input);
    expect(JSON.stringify(input)).toBe(before);
  });

  test("18 unions get their kinds, two boolean ones lose their discriminator, 10 schemas are split", () => {
    const changes = Object.fromEntries(applied.map(({ rule, changes: count }) => [rule, count]));
    expect(changes).toMatchObject({ wireKinds: 18 + 2, splitSharedSchemas: 10, renameSchemas: 98, openUnions: 12 + 1 });
  });

  test("every rule found what it is for", () => {
    expect(applied.filter(({ changes }) => changes === 0)).toEqual([]);
  });

  test("every discriminator key is the constant of the branch it points to, and the tag is required there", () => {
    let unions = 0;
    for (const { schema } of Object.values(schemas).flatMap((schema) => [...schemasIn(schema)])) {
      const discriminator = schema["discriminator"] as
        | { propertyName: string; mapping: Record<string, string> }
        | undefined;
      if (!discriminator) continue;
      unions++;
      for (const [value, ref] of Object.entries(discriminator.mapping)) {
        const branch = schemas[ref.split("/").at(-1) ?? ""];
        const properties = (branch?.["properties"] ?? {}) as Record<string, { const?: string; enum?: string[] }>;
        const tag = properties[discriminator.propertyName];
        expect(tag?.enum ?? [tag?.const]).toContain(value);
        expect(branch?.["required"]).toContain(discriminator.propertyName);
      }
    }
    // 29 places in schemas; less one that is boolean and one in a merged alias, with the session frames
    expect(unions).toBe(28);
  });

  test("12 unions by kind and the session frames take members that are not listed", () => {
    const open = Object.keys(schemas).filter((name) => "x-open" in (schemas[name] ?? {}));
    expect(open).toEqual(
      "Action AgentBase BaseWorkspace BashEventBase CondenserBase ConfirmationPolicyBase CriticBase Event Observation SecretSource SecurityAnalyzerBase SessionFrame ToolDefinition".split(
        " ",
      ),
    );
    expect(property(document, "UnknownEvent", "kind")).toMatchObject({ "x-unlisted": true, type: "string" });
    expect(schemas["UnknownEvent"]?.["required"]).toEqual(["id", "kind", "source", "timestamp"]);
    expect(schemas["UnknownEvent"]?.["x-wire-required"]).toEqual(["kind"]);
    expect(Object.keys(schemas["UnknownAction"]?.["properties"] ?? {})).toEqual(["kind"]);
    expect(Object.keys(schemas["UnknownObservation"]?.["properties"] ?? {})).toEqual(["content", "is_error", "kind"]);
  });

  test("keeps the Python path of each event kind", () => {
    expect(schemas["KnownEvent"]?.["x-python-path"]).toMatchObject({
      MessageEvent: "openhands.sdk.event.llm_convertible.message.MessageEvent",
      ServerErrorEvent: "openhands.agent_server.models.ServerErrorEvent",
    });
  });

  test("in answers a field is required unless it can be null or anything; at run time only what the document required", () => {
    for (const [name, direction] of directions) {
      const schema = schemas[name] ?? {};
      if (direction !== "response" || !("x-wire-required" in schema)) continue;
      const required = (schema["required"] ?? []) as string[];
      for (const field of schema["x-wire-required"] as string[]) expect(required).toContain(field);
      for (const [field, value] of Object.entries(
        (schema["properties"] ?? {}) as Record<string, { anyOf?: { type?: string }[] }>,
      )) {
        const canBeNull = value.anyOf?.some((member) => member.type === "null") === true;
        if (canBeNull) expect(required, `${name}.${field}`).not.toContain(field);
      }
    }
    expect(schemas["TerminalObservation"]?.["x-wire-required"]).toEqual(["kind"]);
    expect(schemas["TerminalObservation"]?.["required"]).toEqual([
      "content",
      "is_error",
      "kind",
      "metadata",
      "timeout",
    ]);
  });

  test("schemas that travel both ways and have optional fields are two", () => {
    const inputs =
      "ACPFileSecretSpec HookConfig HookDefinition HookMatcher ImageContent IterativeRefinementConfig MarketplaceRegistration MetaProfile SkillResources TextContent".split(
        " ",
      );
    for (const name of inputs) {
      expect([directions.get(name), directions.get(`${name}Input`)], name).toEqual(["response", "request"]);
    }
    expect(schemas["TextContentInput"]?.["required"]).toEqual(["text"]);
    expect(schemas["TextContent"]?.["required"]).toEqual(["cache_prompt", "text", "type"]);
  });

  test("no request reaches an answer's schema and no answer a request's", () => {
    for (const [name, direction] of directions) {
      for (const { schema } of schemasIn(schemas[name])) {
        const target =
          typeof schema["$ref"] === "string" ? directions.get(schema["$ref"].split("/").at(-1) ?? "") : undefined;
        if (direction === "request")
          expect(target === undefined || target === "request" || target === "both").toBe(true);
        if (direction === "response")
          expect(target === undefined || target === "response" || target === "both").toBe(true);
      }
    }
  });

  test("every error answer has a body, and every operation a default one", () => {
    for (const { operation: at } of operationsOf(document)) {
      const responses = responsesOf(at);
      expect(responses["default"]).toBeDefined();
      for (const [status, response] of Object.entries(responses)) {
        if (status === "default" || Number(status) >= 400)
          expect(Object.keys(contentOf(response))).toEqual(["application/json"]);
      }
    }
  });

  test("no answer is left without a shape: JSON has a schema, a file is one media type", () => {
    for (const { path, operation: at } of operationsOf(document)) {
      for (const response of Object.values(responsesOf(at))) {
        const content = Object.entries(contentOf(response));
        expect(content.length, path).toBeLessThanOrEqual(1);
        for (const [, media] of content)
          expect(Object.keys((media["schema"] ?? {}) as object).length, path).toBeGreaterThan(0);
      }
    }
  });

  test("the three GETs with a body are marked, not lost", () => {
    const marked = operationsOf(document).filter(({ operation: at }) => at["x-get-body"] === true);
    expect(marked.map(({ path }) => path)).toEqual([
      "/api/bash/bash_events/",
      "/api/conversations/{conversation_id}/events",
      "/api/conversations/{runtime_conversation_id}/bash/bash_events/",
    ]);
  });

  test("uploads take a file, access marks and titles are gone, bare objects are free", () => {
    expect(property(document, "UploadFileQueryBody", "file")).toMatchObject({ type: "string", format: "binary" });
    expect(property(document, "ValidationError", "ctx")).toEqual({ type: "object", additionalProperties: true });
    for (const schema of Object.values(schemas)) {
      for (const { schema: node } of schemasIn(schema)) {
        expect(node).not.toHaveProperty("readOnly");
        expect(node).not.toHaveProperty("writeOnly");
        if (typeof node["title"] === "string") expect.unreachable("a title is left");
      }
    }
  });
});

test("the order of keys in the input does not matter", () => {
  const again = normalise(reversed(specDocument("1.52.0")) as OpenApiDocument);
  expect(JSON.stringify(again.document)).toBe(JSON.stringify(normalised("1.52.0").document));
});

describe("rules on small documents", () => {
  const union = (mapping: Record<string, string>): object => ({
    oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
    discriminator: { propertyName: "kind", mapping },
  });
  const branch = (kind: unknown): object => ({ type: "object", properties: { kind: { const: kind } } });

  test("a union whose branch has no constant is refused with its place", () => {
    const document = smallDocument(
      { U: union({}), A: branch("A"), B: { type: "object", properties: {} } },
      { answers: ["U"] },
    );
    expect(() => normalise(document, PLAIN)).toThrow("#/components/schemas/U: branch B has no constant kind");
  });

  test("a union with one constant twice is refused with its place", () => {
    const document = smallDocument({ U: union({}), A: branch("A"), B: branch("A") }, { answers: ["U"] });
    expect(() => normalise(document, PLAIN)).toThrow('#/components/schemas/U: two branches have kind "A"');
  });

  test("a schema of ours that the document comes to have, and taken names, are refused", () => {
    const added = { ...PLAIN, addedSchemas: { Page: text } };
    expect(() => normalise(smallDocument({ Page: text }), added)).toThrow(/Page: the document has it now/);
    const open = {
      U: union({ a: "#/components/schemas/A", b: "#/components/schemas/B" }),
      A: branch("A"),
      B: branch("B"),
    };
    expect(() => normalise(smallDocument({ ...open, KnownU: text }, { answers: ["U"] }), PLAIN)).toThrow(
      /KnownU is taken/,
    );
    const shared = { S: { type: "object", properties: { a: text } }, SInput: text };
    expect(() => normalise(smallDocument(shared, { answers: ["S"], asks: ["S"] }), PLAIN)).toThrow(/SInput is taken/);
  });

  test("a schema is split when one it needs is, and a request then means the request's", () => {
    const schemas = {
      Outer: { type: "object", properties: { inner: { $ref: "#/components/schemas/Inner" } }, required: ["inner"] },
      Inner: { type: "object", properties: { a: text } },
    };
    const { document } = normalise(smallDocument(schemas, { answers: ["Outer"], asks: ["Outer"] }), PLAIN);
    expect(property(document, "OuterInput", "inner")).toEqual({ $ref: "#/components/schemas/InnerInput" });
    expect(property(document, "Outer", "inner")).toEqual({ $ref: "#/components/schemas/Inner" });
    expect(schemasOf(document)["Inner"]?.["required"]).toEqual(["a"]);
    expect(schemasOf(document)["InnerInput"]?.["required"]).toBeUndefined();
  });

  test("what can be null or anything is optional in answers and stays as declared in requests", () => {
    const schema = { type: "object", properties: { a: text, n: nullable, any: {} }, required: ["n", "any"] };
    const { document } = normalise(
      smallDocument({ Got: schema, Sent: schema }, { answers: ["Got"], asks: ["Sent"] }),
      PLAIN,
    );
    expect(schemasOf(document)["Got"]).toMatchObject({ required: ["a"], "x-wire-required": [] });
    expect(schemasOf(document)["Sent"]?.["required"]).toEqual(["any", "n"]);
  });
});
