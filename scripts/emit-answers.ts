/** What each operation answers when all is well, as a sample. Pure. */
import {
  contentOf,
  isNode,
  type Node,
  type OpenApiDocument,
  type OperationAt,
  operationsOf,
  responsesOf,
} from "./document.js";
import { type EmitOptions, key } from "./emit.js";
import { sampleOfAnswer } from "./sample.js";
import { ANSWERS } from "./sample-texts.js";

const PRELUDE = `/** What an operation answers when all is well. */
export interface SampleAnswer {
  readonly status: number;
  /** Undefined: no body. */
  readonly mediaType?: string;
  /** JSON, a text, or the text of a file. */
  readonly body?: () => unknown;
}
`;

export function emitAnswers({ paths, components, ...rest }: OpenApiDocument, { banner }: EmitOptions): string {
  const document = { ...rest, paths, components };
  const rows = operationsOf(document)
    .map((at) => [String(at.operation["operationId"]), row(at, components.schemas)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const used = [
    ...new Set(rows.flatMap(([, text]) => [...text.matchAll(/\bmock\w+(?=\()/g)].map(([name]) => name))),
  ].sort();
  const imports = `import {\n${used.map((name) => `  ${name},\n`).join("")}} from "./mocks.js";\n`;
  const table = rows.map(([id, text]) => `  ${key(id)}: ${text},\n`).join("");
  return `${banner}\n${imports}\n${PRELUDE}\n/** Every operation of the document by id. */\nexport const ANSWERS = {\n${table}} as const satisfies Record<string, SampleAnswer>;\n`;
}

/** The last success status: a thing that is made answers 201, that it was there already 200. */
function row({ operation }: OperationAt, schemas: { readonly [name: string]: Node }): string {
  const [status = "", response = {}] =
    Object.entries(responsesOf(operation))
      .filter(([status]) => /^2\d\d$/.test(status))
      .at(-1) ?? [];
  const [type, media] = Object.entries(contentOf(response))[0] ?? [];
  if (type === undefined || !isNode(media?.["schema"])) return `{ status: ${status} }`;
  return `{ status: ${status}, mediaType: ${JSON.stringify(type)}, body: () => ${body(String(operation["operationId"]), type, media["schema"], schemas)} }`;
}

function body(id: string, type: string, schema: Node, schemas: { readonly [name: string]: Node }): string {
  const known = ANSWERS[id.replace(/_for_conversation$/, "")];
  const sample = (): string => (type.includes("json") ? sampleOfAnswer(schema, schemas) : '"sample"');
  const code = known === undefined ? sample() : JSON.stringify(known);
  return code.startsWith("{") ? `(${code})` : code;
}
