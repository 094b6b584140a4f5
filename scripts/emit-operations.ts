/** The operation table: what a caller cannot see from `paths` alone, as data. Pure. */
import { contentOf, type Node, type OpenApiDocument, type OperationAt, operationsOf, responsesOf } from "./document.js";
import { constant, type EmitOptions, key } from "./emit.js";
import { docComment, example } from "./schema-docs.js";

const PRELUDE = `/** How an answer is to be read; "none" has no body. */
export type ParseAs = "json" | "text" | "blob" | "none";

export interface Operation {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly parseAs: ParseAs;
  /** Success statuses, the document's and the undocumented ones. */
  readonly statuses: readonly number[];
  /** Media type of the request body, where there is one. */
  readonly body?: "json" | "form";
  /** Not in \`paths\`: it wants a body in a GET, which fetch refuses. */
  readonly bodyInGet?: true;
  /** Answers without a session key. */
  readonly open?: true;
}
`;

export function emitOperations(document: OpenApiDocument, { banner, prefix }: EmitOptions): string {
  const rows = operationsOf(document)
    .map((at) => [String(at.operation["operationId"]), row(at)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, text]) => `  ${key(id)}: ${text},\n`);
  const notJson = operationsOf(document)
    .map((at) => [`${at.method.toUpperCase()} ${at.path}`, parseAs(at.operation)] as const)
    .filter(([, how]) => how === "blob" || how === "text")
    .map(([call, how]) => `  ${key(call)}: ${JSON.stringify(how)},\n`);
  const name = constant({ prefix }, "OPERATIONS");
  const idType = `${prefix}OperationId`;
  const idDoc = docComment([
    "The name of an operation of the document.",
    ...example(`const called = (operation: ${idType}): string => "called " + operation;`),
  ]);
  return `${banner}\n${PRELUDE}\n/** Every operation of the document by id. */\nexport const ${name} = {\n${rows.join("")}} as const satisfies Record<string, Operation>;\n\n${idDoc}export type ${idType} = keyof typeof ${name};\n\n/** The calls whose answer is not JSON. */\nexport const ${constant({ prefix }, "NOT_JSON")} = {\n${notJson.join("")}} as const satisfies Record<string, ParseAs>;\n`;
}

function row({ path, method, operation }: OperationAt): string {
  const body = Object.keys(contentOf(operation["requestBody"]))[0];
  const security = operation["security"];
  const fields = {
    method: method.toUpperCase(),
    path,
    parseAs: parseAs(operation),
    statuses: successes(operation).map(([status]) => Number(status)),
    ...(body === undefined ? {} : { body: body === "multipart/form-data" ? "form" : "json" }),
    ...(operation["x-get-body"] === true ? { bodyInGet: true } : {}),
    ...(Array.isArray(security) && security.length > 0 ? {} : { open: true }),
  };
  return `{ ${Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`;
}

const successes = (operation: Node): [string, Node][] =>
  Object.entries(responsesOf(operation)).filter(([status]) => /^2\d\d$/.test(status));

function parseAs(operation: Node): string {
  const type = successes(operation).flatMap(([, response]) => Object.keys(contentOf(response)))[0];
  if (type === undefined) return "none";
  if (type.includes("json")) return "json";
  return type.startsWith("text/") ? "text" : "blob";
}
