/** Single edits of operations, each with the finding that it has to give. */
import { isNode, type Node, responsesOf } from "../../scripts/document.js";
import type { Severity } from "../../src/contract.js";
import type { Edit } from "./contract-edit.js";
import { edited, mediaTypes, type Path } from "./contract-places.js";
import type { Random } from "./random.js";

/** An edit of one of the operations that suit; `change` says which part becomes what. */
function ofOperation(
  rule: string,
  severity: Severity,
  suits: (operation: Node) => boolean,
  change: (operation: Node, random: Random) => readonly [Path, unknown],
): Edit {
  return (places, random) => {
    const found = places.operations.filter(({ operation }) => suits(operation));
    if (found.length === 0) return undefined;
    const { operation, path } = random.pick(found);
    const [below, value] = change(operation, random);
    return { document: edited(places.document, [...path, ...below], () => value), rule, severity, path };
  };
}

const parametersOf = (operation: Node): readonly Node[] =>
  Array.isArray(operation["parameters"]) ? (operation["parameters"] as Node[]) : [];

/** An edit of one of the parameters that suit. */
const ofParameter = (
  rule: string,
  severity: Severity,
  suits: (parameter: Node) => boolean,
  change: (parameter: Node) => Node | undefined,
): Edit =>
  ofOperation(
    rule,
    severity,
    (operation) => parametersOf(operation).some(suits),
    (operation, random) => {
      const all = parametersOf(operation);
      const index = all.indexOf(random.pick(all.filter(suits)));
      return [["parameters", index], change(all[index] ?? {})];
    },
  );

const isFree = (parameter: Node): boolean => parameter["in"] !== "path";
const addParameter =
  (required: boolean) =>
  (operation: Node): readonly [Path, unknown] => [
    ["parameters"],
    [{ name: "new_one", in: "query", required, schema: { type: "string" } }, ...parametersOf(operation)],
  ];

const bodyOf = (operation: Node): Node | undefined =>
  isNode(operation["requestBody"]) ? operation["requestBody"] : undefined;
/** A body in a GET is a fault that is mended; taking it away is told of twice. */
const isGet = (operation: Node): boolean => String(operation["operationId"]).endsWith("_get");
const NEW_BODY = { content: { "application/json": { schema: { type: "string" } } } };
const hasStatus =
  (status: RegExp) =>
  (operation: Node): boolean =>
    Object.keys(responsesOf(operation)).some((each) => status.test(each));
const dropStatus =
  (status: RegExp) =>
  (operation: Node, random: Random): readonly [Path, unknown] => [
    ["responses", random.pick(Object.keys(responsesOf(operation)).filter((each) => status.test(each)))],
    undefined,
  ];
const has =
  (keyword: string) =>
  (operation: Node): boolean =>
    Array.isArray(operation[keyword]) && operation[keyword].length > 0;
const mediaOf = (operation: Node): readonly [Path, readonly string[]] => [
  ["requestBody", "content"],
  mediaTypes(operation["requestBody"]),
];

export const OPERATION_EDITS: Readonly<Record<string, Edit>> = {
  "remove an operation": (places, random) => {
    if (places.operations.length < 2) return undefined;
    const { path } = random.pick(places.operations);
    return {
      document: edited(places.document, path, () => undefined),
      rule: "operation-removed",
      severity: "breaking",
      path,
    };
  },
  "add an operation": (places) => {
    const path = ["paths", "/api/new_one"];
    const document = edited(places.document, path, () => ({
      get: { operationId: "new_one", responses: { "200": {} } },
    }));
    return { document, rule: "operation-added", severity: "compatible", path };
  },
  "rename an operation": ofOperation(
    "operation-id-changed",
    "info",
    () => true,
    () => [["operationId"], "new_one"],
  ),
  "deprecate an operation": ofOperation(
    "deprecated",
    "info",
    ({ deprecated }) => deprecated !== true,
    () => [["deprecated"], true],
  ),
  "remove a parameter": ofParameter("parameter-removed", "breaking", isFree, () => undefined),
  "add a parameter": ofOperation("parameter-added", "compatible", () => true, addParameter(false)),
  "add a required parameter": ofOperation("required-parameter-added", "breaking", () => true, addParameter(true)),
  "require a parameter": ofParameter(
    "parameter-became-required",
    "breaking",
    ({ required }) => required !== true,
    (parameter) => ({ ...parameter, required: true }),
  ),
  "no longer require a parameter": ofParameter(
    "parameter-became-optional",
    "compatible",
    (parameter) => isFree(parameter) && parameter["required"] === true,
    (parameter) => ({ ...parameter, required: false }),
  ),
  "write a parameter otherwise": ofParameter(
    "parameter-style-changed",
    "breaking",
    ({ in: place }) => place === "query",
    (parameter) => ({ ...parameter, style: "pipeDelimited" }),
  ),
  "deprecate a parameter": ofParameter(
    "deprecated",
    "info",
    () => true,
    (parameter) => ({ ...parameter, deprecated: true }),
  ),
  "remove a body": ofOperation(
    "request-body-removed",
    "breaking",
    (operation) => bodyOf(operation) !== undefined && !isGet(operation),
    () => [["requestBody"], undefined],
  ),
  "add a body": ofOperation(
    "request-body-added",
    "compatible",
    (operation) => !bodyOf(operation),
    () => [["requestBody"], NEW_BODY],
  ),
  "add a required body": ofOperation(
    "required-request-body-added",
    "breaking",
    (operation) => !bodyOf(operation),
    () => [["requestBody"], { ...NEW_BODY, required: true }],
  ),
  "no longer require a body": ofOperation(
    "request-body-became-optional",
    "compatible",
    (operation) => bodyOf(operation)?.["required"] === true,
    () => [["requestBody", "required"], false],
  ),
  "require a body": ofOperation(
    "request-body-became-required",
    "breaking",
    (operation) => bodyOf(operation) !== undefined && bodyOf(operation)?.["required"] !== true,
    () => [["requestBody", "required"], true],
  ),
  "take another form of a body": ofOperation(
    "media-type-added",
    "compatible",
    (operation) => bodyOf(operation) !== undefined,
    () => [["requestBody", "content", "text/new"], {}],
  ),
  "refuse a form of a body": ofOperation(
    "media-type-removed",
    "breaking",
    (operation) => bodyOf(operation) !== undefined,
    (operation) => {
      const [path, types] = mediaOf(operation);
      return [[...path, types[0] ?? ""], undefined];
    },
  ),
  "offer another form of an answer": ofOperation("media-type-added", "compatible", hasStatus(/^200/), () => [
    ["responses", "200", "content", "text/new"],
    {},
  ]),
  "no longer list a success": ofOperation("success-status-removed", "breaking", hasStatus(/^2/), dropStatus(/^2/)),
  "no longer list an error": ofOperation("error-status-removed", "compatible", hasStatus(/^[45]/), dropStatus(/^[45]/)),
  "list a success without a body": ofOperation(
    "success-status-added",
    "compatible",
    () => true,
    () => [["responses", "299"], { description: "" }],
  ),
  "list a success with a body of its own": ofOperation(
    "success-body-added",
    "breaking",
    () => true,
    () => [["responses", "299"], { content: { "application/json": { schema: { const: "new" } } } }],
  ),
  "list an error": ofOperation(
    "error-status-added",
    "compatible",
    () => true,
    () => [["responses", "499"], { description: "" }],
  ),
  "want no key": ofOperation("security-removed", "compatible", has("security"), () => [["security"], []]),
  "want a key": ofOperation(
    "security-added",
    "breaking",
    (operation) => !has("security")(operation),
    () => [["security"], [{ APIKeyHeader: [] }]],
  ),
  "take another key": ofOperation("security-alternative-added", "compatible", has("security"), (operation) => [
    ["security"],
    [{ HTTPBearer: [] }, ...(operation["security"] as Node[])],
  ]),
};
