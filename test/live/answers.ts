/** Whether answers are as the document, as it is repaired here, says: checked by the zod schemas, call by call. */
import type { AgentClient } from "agent-server-client";
import * as schemas from "agent-server-client/schemas";
import * as z from "zod/mini";
import { normalised } from "../support/spec.js";
import { clientOf, type ServerAddress } from "./server.js";

/** A schema in the document. */
interface Node {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Node;
  readonly additionalProperties?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

const PLAIN: Readonly<Record<string, () => z.ZodMiniType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  null: () => z.null(),
};

/** The zod schema of an answer: nearly all are a schema with a name, the others a list, a record or a union of those. */
function zodOf(node: Node): z.ZodMiniType {
  const { $ref, type = "", items, additionalProperties, anyOf, oneOf } = node;
  if ($ref !== undefined) return named($ref.slice($ref.lastIndexOf("/") + 1));
  if (type === "array" && items) return z.array(zodOf(items));
  if (type === "object" && additionalProperties) return z.record(z.string(), zodOf(additionalProperties));
  const members = anyOf ?? oneOf;
  if (members) return z.union(members.map(zodOf));
  const plain = PLAIN[type];
  if (!plain) throw new Error(`no check for an answer of the schema ${JSON.stringify(node)}`);
  return plain();
}

function named(name: string): z.ZodMiniType {
  const schema: unknown = Reflect.get(schemas, `${name}Schema`);
  if (!(schema instanceof z.ZodMiniType)) throw new Error(`no schema ${name}Schema`);
  return schema;
}

interface Media {
  readonly schema?: Node;
}

/** The JSON schema of what an operation answers; undefined when that is no JSON, or nothing. */
function answerOf(method: string, path: string, status: number): Node | undefined {
  const operations = normalised("1.52.0").document.paths[path] as Readonly<Record<string, unknown>> | undefined;
  const operation = operations?.[method.toLowerCase()] as
    | { readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>> }
    | undefined;
  const declared = operation?.responses?.[String(status)]?.content?.["application/json"]?.schema;
  return declared ?? (status >= 400 ? ERROR : undefined);
}

/** Most errors are not in the document; all are of one form. */
const ERROR: Node = { $ref: "#/components/schemas/ErrorResponse" };

/** One answer that was looked at. */
export interface Checked {
  /** `GET /api/settings` */
  readonly operation: string;
  readonly status: number;
  /** What is wrong with it, each with its place; none of the values. */
  readonly issues: readonly string[];
}

/** What of a JSON answer is not as the document says; undefined when the document does not say. */
export function issuesOf(method: string, path: string, status: number, body: unknown): string[] | undefined {
  const node = answerOf(method, path, status);
  if (!node) return undefined;
  const result = z.safeParse(zodOf(node), body);
  if (result.success) return [];
  return result.error.issues.map(({ path: place, code }) => `${place.map(String).join(".")}: ${code}`);
}

/** A client that looks at every answer, errors included, and writes down what it finds. */
export function checkingClient(address: ServerAddress): { readonly client: AgentClient; readonly checked: Checked[] } {
  const client = clientOf(address);
  const checked: Checked[] = [];
  client.use({
    async onResponse({ request: { method }, schemaPath, response }) {
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) return;
      const { status } = response;
      const issues = issuesOf(method, schemaPath, status, await response.clone().json());
      if (issues) checked.push({ operation: `${method} ${schemaPath}`, status, issues });
    },
  });
  return { client, checked };
}
