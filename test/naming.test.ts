import { describe, expect, test } from "vitest";
import { operationNames, schemaNames } from "../scripts/naming.js";
import { OPERATION_NAMES, SCHEMA_NAMES } from "../src/generated/names.js";
import { normalised, SPEC_VERSIONS } from "./support/spec.js";

const never = (): boolean => false;
const names = (...list: string[]): Record<string, string> => Object.fromEntries(schemaNames(list, never));

describe("schema names", () => {
  test("direction suffixes, modules, form bodies and leading underscores become plain names", () => {
    expect(
      names(
        "LLM-Output",
        "LLM-Input",
        "openhands__sdk__tool__spec__Tool",
        "mcp__types__Tool",
        "mcp__types__Icon-Input",
        "_RemoteSpec",
        "Body_upload_file_query_api_file_upload_post",
        "Body_upload_file_query_api_conversations__runtime_conversation_id__file_upload_post",
        "Plain",
      ),
    ).toEqual({
      "LLM-Output": "LLM",
      "LLM-Input": "LLMInput",
      openhands__sdk__tool__spec__Tool: "Tool",
      mcp__types__Tool: "McpTool",
      "mcp__types__Icon-Input": "McpIconInput",
      _RemoteSpec: "RemoteSpec",
      Body_upload_file_query_api_file_upload_post: "UploadFileQueryBody",
      Body_upload_file_query_api_conversations__runtime_conversation_id__file_upload_post:
        "UploadFileQueryBodyForConversation",
      Plain: "Plain",
    });
  });

  test("one class name in two modules gets the first module segment that differs", () => {
    expect(names("openhands__a__x_router__Catalog", "openhands__a__y_router__Catalog")).toEqual({
      openhands__a__x_router__Catalog: "XRouterCatalog",
      openhands__a__y_router__Catalog: "YRouterCatalog",
    });
  });

  test("an alias with the body of the output is the output", () => {
    const map = schemaNames(["MCPServer", "MCPServer-Output"], () => true);
    expect(new Set(map.values())).toEqual(new Set(["MCPServer"]));
  });

  test("a collision that no rule resolves fails and names what collides", () => {
    expect(() => names("Tool", "Tool-Output")).toThrow(/Tool, Tool-Output would all be called Tool; add a rule/);
    expect(() => names("XInput", "X-Input")).toThrow(/would all be called XInput/);
    expect(() => names("openhands__a__x__C", "openhands__a__y__C", "XC")).toThrow(/would both be called XC/);
    expect(() => names("operations")).toThrow(/reserved/);
    expect(() => names("we ird")).toThrow(/"we ird" is no identifier/);
  });

  test.each(SPEC_VERSIONS)("every name of %s is an identifier and no two are equal", (version) => {
    const { schemaNames: map, document } = normalised(version);
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
    const targets = [...map].filter(([from]) => from !== "MCPServer").map(([, to]) => to);
    expect(new Set(targets).size).toBe(targets.length);
    expect([...map].filter(([from, to]) => from !== to)).toHaveLength(98);
  });

  test("the committed map is the one in force", () => {
    const renamed = [...normalised("1.52.0").schemaNames].filter(([from, to]) => from !== to);
    expect(SCHEMA_NAMES).toEqual(Object.fromEntries(renamed));
    expect(OPERATION_NAMES).toEqual(Object.fromEntries(normalised("1.52.0").operationNames));
  });
});

describe("operation names", () => {
  const operation = (operationId: string): Record<string, unknown> => ({ operationId, responses: {} });

  test("the function alone, its twin under a conversation, and the router where two have one", () => {
    const found = operationNames({
      "/api/bash/clear": { delete: operation("clear_api_bash_clear_delete") },
      "/api/conversations/{runtime_conversation_id}/bash/clear": {
        delete: operation("clear_api_conversations__runtime_conversation_id__bash_clear_delete"),
      },
      "/api/plugins/catalog": { get: operation("get_catalog_api_plugins_catalog_get") },
      "/api/skills/catalog": { get: operation("get_catalog_api_skills_catalog_get") },
      "/api/odd": { get: operation("just_a_name") },
    });
    expect([...found.values()]).toEqual([
      "clear",
      "clear_for_conversation",
      "plugins_get_catalog",
      "skills_get_catalog",
      "just_a_name",
    ]);
  });

  test("two operations of one name fail", () => {
    const paths = { "/api/x/a": { get: operation("f_api_x_a_get") }, "/api/x/b": { get: operation("f_api_x_b_get") } };
    expect(() => operationNames(paths)).toThrow(/one name/);
  });
});
