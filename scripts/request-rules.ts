/** A schema of the document as a rule for requests (emit-requests.ts has their types). Pure. */
import { refOf } from "./direction.js";
import { DocumentError, isNode, type Node, need, type OpenApiDocument, type SchemaNode } from "./document.js";
import { discriminatorOf, isNullable, membersOf, tagValues } from "./schema-node.js";

interface Scope {
  readonly document: OpenApiDocument;
  readonly place: string;
}

/** Throws {@link DocumentError} at a schema that no rule says. */
export function ruleOf(schema: SchemaNode, scope: Scope): Node {
  const of = (inner: unknown): Node => ruleOf(inner as SchemaNode, scope);
  const ref = refOf(schema);
  if (ref !== undefined) return ofReference(ref, scope);
  if ("const" in schema) return { is: "const", value: schema["const"] };
  if (isNullable(schema)) {
    const rest = membersOf(schema).filter((member) => member["type"] !== "null");
    const [only] = rest;
    return { is: "nullable", of: rest.length === 1 && only ? of(only) : { is: "union", of: rest.map(of) } };
  }
  const discriminator = discriminatorOf(schema);
  if (discriminator) {
    // In the order of the server's classes, in which it lists them
    const members = membersOf(schema).flatMap((member) => {
      const name = refOf(member) ?? "";
      return tagValues(scope.document.components.schemas[name], discriminator.propertyName).map((tag) => [tag, name]);
    });
    return { is: "tagged", tag: discriminator.propertyName, members: Object.fromEntries(members) as Node };
  }
  if (membersOf(schema).length > 0) return { is: "union", of: membersOf(schema).map(of) };
  if (Array.isArray(schema["enum"])) return { is: "literal", values: schema["enum"] };
  return ofType(schema, of, scope);
}

function ofReference(name: string, scope: Scope): Node {
  const schema = need(scope.document.components.schemas[name], name);
  if (isNode(schema["properties"])) return { is: "model", name };
  return Array.isArray(schema["enum"]) ? { is: "enum", values: schema["enum"] } : ruleOf(schema, scope);
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "uuid",
  "date-time": "datetime",
  path: "path",
  binary: "file",
};

function ofType(schema: SchemaNode, of: (inner: unknown) => Node, { place }: Scope): Node {
  const { type, format } = schema;
  switch (type) {
    case undefined:
      return { is: "any" };
    case "string": {
      const special = FORMATS[String(format)];
      if (special !== undefined) return { is: special };
      const { minLength: min, maxLength: max, pattern } = schema;
      return { is: "str", min, max, pattern, isSecret: format === "password" ? true : undefined };
    }
    case "integer":
    case "number": {
      const { minimum: ge, exclusiveMinimum: gt, maximum: le, exclusiveMaximum: lt } = schema;
      return { is: type === "integer" ? "int" : "float", ge, gt, le, lt };
    }
    case "boolean":
      return { is: "bool" };
    case "array":
      return Array.isArray(schema["prefixItems"])
        ? { is: "tuple", items: schema["prefixItems"].map(of) }
        : { is: "list", items: of(schema["items"] ?? {}), min: schema["minItems"], max: schema["maxItems"] };
    case "object":
      return { is: "dict", values: of(isNode(schema["additionalProperties"]) ? schema["additionalProperties"] : {}) };
    default:
      throw new DocumentError(`${place}: no rule for requests of type ${JSON.stringify(type)}`);
  }
}
