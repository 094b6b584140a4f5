/** What the repairs make of the server's document, and that each finds its place. */
import { describe, expect, test } from "vitest";
import { contentOf, type OpenApiDocument, responsesOf } from "../scripts/document.js";
import { AGENT_SERVER } from "../scripts/repairs.js";
import { normalised, SPEC_VERSIONS } from "./support/spec.js";

const operation = (document: OpenApiDocument, method: string, path: string): Record<string, unknown> =>
  document.paths[path]?.[method] ?? {};

describe.each(SPEC_VERSIONS)("document %s", (version) => {
  const { document } = normalised(version);

  test("repairs name operations that exist", () => {
    for (const { operation: place } of AGENT_SERVER.responses) {
      const [method = "", path = ""] = place.split(" ");
      expect(operation(document, method.toLowerCase(), path), place).not.toEqual({});
    }
  });
});

describe("single repairs", () => {
  const { document } = normalised("1.52.0");
  const content = (method: string, path: string, status: string): unknown =>
    contentOf(responsesOf(operation(document, method, path))[status]);
  const file = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

  test("the page of events, the created conversation, the secret, and files", () => {
    const search = "/api/conversations/{conversation_id}/events/search";
    expect(content("get", search, "200")).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/EventPage" } },
    });
    expect(content("post", "/api/conversations", "201")).toEqual(content("post", "/api/conversations", "200"));
    expect(content("get", "/api/settings/secrets/{name}", "200")).toEqual({
      "text/plain": { schema: { type: "string" } },
    });
    expect(content("get", "/api/conversations/{conversation_id}/workspace", "200")).toEqual(file);
    expect(content("get", "/api/file/download", "200")).toEqual(file);
    const icon = "/api/canvas-extensions/installed/{extension_name}/icon";
    const newer = contentOf(responsesOf(operation(normalised("1.58.2").document, "get", icon))["200"]);
    expect(newer).toEqual({ "image/svg+xml": { schema: { type: "string", format: "binary" } } });
  });
});
