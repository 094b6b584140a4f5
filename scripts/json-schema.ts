/** A JSON Schema of one root and its `$defs` as an OpenAPI document, so that all rules and emitters work on it. Pure. */
import { nameOfRef, refOf, refTo } from "./direction.js";
import {
  checkReferences,
  DocumentError,
  isNode,
  type OpenApiDocument,
  parseJson,
  type SchemaNode,
} from "./document.js";
import { allSchemas, membersOf, propertiesOf, tagValues } from "./schema-node.js";

/** What a JSON Schema cannot say of itself. */
export interface SchemaNaming {
  /** What the root is called. */
  readonly root: string;
  /** Names of unions that stand in a property's items, by `Schema.property`. */
  readonly unions: Readonly<Record<string, string>>;
}

const DEFS = "#/$defs/";

/**
 * Reads a JSON Schema. Its `$comment` is `<what> <version>`. The root and the unions are marked as received: another
 * program sends them, so they are open. Throws {@link DocumentError}.
 */
export const readJsonSchema =
  ({ root, unions }: SchemaNaming) =>
  (text: string, name: string): OpenApiDocument => {
    const parsed = parseJson(text, name);
    const version = isNode(parsed) ? /^\S+ (\d+\.\d+\.\d+)$/.exec(String(parsed["$comment"]))?.[1] : undefined;
    if (!isNode(parsed) || version === undefined)
      throw new DocumentError(`${name} at #/$comment: expected a name and a version`);
    const { $defs, $schema: _, $comment: title, ...body } = parsed;
    if (!isNode($defs)) throw new DocumentError(`${name} at #/$defs: missing; expected the schemas`);
    checkReferences(parsed, name);
    const document: OpenApiDocument = {
      openapi: "3.1.0",
      info: { title: String(title), version },
      paths: {},
      components: { schemas: { ...($defs as Record<string, SchemaNode>), [root]: { ...body, "x-received": true } } },
    };
    for (const { schema } of allSchemas(document)) tidy(schema);
    for (const [place, union] of Object.entries(unions)) nameUnion(document, place, union, name);
    return document;
  };

/** References point where OpenAPI keeps schemas; of a docstring the first line is for people, the rest for a generator. */
function tidy(schema: SchemaNode): void {
  const ref = schema["$ref"];
  if (typeof ref === "string" && ref.startsWith(DEFS)) schema["$ref"] = refTo(ref.slice(DEFS.length)).$ref;
  const description = schema["description"];
  if (typeof description === "string") schema["description"] = description.split("\n")[0]?.trim();
}

/** Members that are told apart by a constant, in a list without a name: pydantic says neither which constant. */
function nameUnion({ components: { schemas } }: OpenApiDocument, place: string, name: string, file: string): void {
  const [owner = "", property = ""] = place.split(".");
  const list = propertiesOf(schemas[owner] ?? {})[property];
  const items = list?.["items"];
  const members = isNode(items) ? membersOf(items).map((member) => refOf(member) ?? "") : [];
  const tag = Object.keys(propertiesOf(schemas[members[0] ?? ""] ?? {})).find((key) =>
    members.every((member) => tagValues(schemas[member], key).length > 0),
  );
  if (!list || tag === undefined || name in schemas)
    throw new DocumentError(`${file}: ${place} is no list of members told apart by a constant, or ${name} is taken`);
  const mapping = members.flatMap((member) =>
    tagValues(schemas[member], tag).map((value) => [String(value), refTo(member).$ref] as const),
  );
  schemas[name] = {
    oneOf: members.map(refTo),
    discriminator: { propertyName: tag, mapping: Object.fromEntries(mapping) },
    description: `One of ${[...new Set(mapping.map(([, ref]) => nameOfRef(ref)))].join(", ")}, or a newer one.`,
    "x-received": true,
  };
  list["items"] = refTo(name);
}
