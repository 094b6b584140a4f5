/**
 * openapi-typescript makes the types; this gives every schema a name of its own (hovers and errors show `ActionEvent`,
 * not its expansion) and drops the `x?: never` members, which cost every caller compile time and say nothing. Pure.
 */
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { isNode, type OpenApiDocument, operationsOf, schemasIn } from "./document.js";
import { type EmitOptions, key, tagWord, unionStem } from "./emit.js";
import { asTsDoc, docComment, example, linesOf, nameless, typeTags } from "./schema-docs.js";

const { factory } = ts;

export async function emitTypes(document: OpenApiDocument, options: EmitOptions): Promise<string> {
  const { model, banner, prefix } = options;
  const ast = await openapiTS(forTypes(document) as object as OpenAPI3, {
    silent: true,
    // Direction says what is optional; a default alone does not.
    defaultNonNullable: false,
    transform: (schema) => {
      const node = schema as Record<string, unknown>;
      if (node["x-unlisted"] === true) return reference("Unlisted.kind");
      return node["format"] === "binary" ? reference("Blob") : undefined;
    },
  });
  const nodes = ast.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node)) return [];
    return node.name.text === "components" ? hoistSchemas(node, options) : [strip(node) as ts.Statement];
  });
  const named = nodes.map((node) => nameReferences(node, prefix)).map((node) => withTableDoc(node, document));
  const byKind = [...model.openUnions].map(([name, { tag, branches }]) => {
    const members = branches.flatMap(({ values, name: type }) =>
      values.map((value) => `    ${key(value)}: ${prefix}${type};\n`),
    );
    const table = `${prefix}${unionStem(name)}By${tagWord(tag)}`;
    const [first = ""] = branches.flatMap(({ values }) => values);
    const doc = docComment([
      `The listed members of {@link ${prefix}${name}} by ${tag}.`,
      ...example(`const labels: Partial<Record<keyof ${table}, string>> = { ${key(first)}: "a word for people" };`),
    ]);
    return `${doc}export interface ${table} {\n${members.join("")}}\n`;
  });
  return [banner, UNLISTED, ...byKind, asTsDoc(astToString(named))].join("\n");
}

/** What the tables are for, which come without a word. */
function withTableDoc(node: ts.Statement, document: OpenApiDocument): ts.Statement {
  const name = ts.isInterfaceDeclaration(node) ? node.name.text : "";
  const [schema = ""] = Object.keys(document.components.schemas);
  const docs: Readonly<Record<string, string[]>> = {
    paths: [
      "The operations of the document by path, as openapi-fetch takes them.",
      ...example(`const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" }); // of openapi-fetch`),
    ],
    components: [
      "The schemas of the document by name; each has a type of its own, too.",
      ...example(
        `const value: components["schemas"][${JSON.stringify(schema)}] = z.parse(${schema}Schema, JSON.parse(text));`,
      ),
    ],
    operations: [
      "The operations of the document by name: parameters, body and answers.",
      ...example(`const called = (names: readonly (keyof operations)[]): string => names.join(", ");`),
    ],
  };
  const doc = docs[name];
  return doc === undefined ? node : commented(node, doc);
}

const UNLISTED = `/**
 * The kind of a member that this version does not list. No string literal has this type, so comparing \`kind\` with a
 * listed one narrows, a misspelt one does not compile, and what is left over is honestly unknown. Read the kind itself
 * with \`const kind: string = value.kind\`. A type only: there is no such value at run time.
 * @example
 * const wordOf = (kind: Unlisted): string => kind;
 */
export declare enum Unlisted {
    kind = "",
}
`;

/** Tags are required already; discriminators and operations that fetch cannot express would only get in the way. */
function forTypes(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const schema of Object.values(copy.components.schemas)) {
    for (const { schema: node } of schemasIn(schema)) delete node["discriminator"];
  }
  for (const { path, method, operation } of operationsOf(copy)) {
    const item = copy.paths[path];
    if (!item || operation["x-get-body"] !== true) continue;
    delete item[method];
    if (!Object.values(item).some(isNode)) delete copy.paths[path];
  }
  return copy;
}

const reference = (name: string): ts.TypeNode => factory.createTypeReferenceNode(name);

const memberName = (member: ts.TypeElement): string => {
  const { name } = member;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "";
};

/** `components.schemas` members become declarations; what is left refers to them. */
function hoistSchemas(components: ts.InterfaceDeclaration, options: EmitOptions): ts.Statement[] {
  const declarations: ts.Statement[] = [];
  const members = components.members.flatMap((section) => {
    if (memberName(section) !== "schemas" || !ts.isPropertySignature(section)) return [];
    if (!section.type || !ts.isTypeLiteralNode(section.type)) return [];
    const entries = section.type.members.filter(ts.isPropertySignature).map((member) => {
      const name = memberName(member);
      const declaration = declare(options.prefix + name, member);
      declarations.push(commented(declaration, [...wordsOf(member, name), ...typeTags(name, options)]));
      return factory.createPropertySignature(undefined, member.name, undefined, reference(options.prefix + name));
    });
    return [factory.createPropertySignature(undefined, "schemas", undefined, factory.createTypeLiteralNode(entries))];
  });
  const rest = factory.updateInterfaceDeclaration(
    components,
    components.modifiers,
    components.name,
    undefined,
    undefined,
    members,
  );
  return [...declarations, rest];
}

function declare(name: string, member: ts.PropertySignature): ts.Statement {
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const type = merged(member.type ?? reference("unknown"));
  return ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, name, undefined, type);
}

/** What the library says above a schema, which is what the document says of it. */
function wordsOf(member: ts.PropertySignature, name: string): string[] {
  const [comment] = ts.getSyntheticLeadingComments(member) ?? [];
  const lines = linesOf(comment?.text ?? "");
  return lines.length === 0 || lines[0]?.startsWith("@") ? [nameless(name), ...lines] : lines;
}

function commented<T extends ts.Node>(node: T, lines: readonly string[]): T {
  const text = docComment(lines).slice("/*".length, -"*/\n".length);
  const comment = {
    kind: ts.SyntaxKind.MultiLineCommentTrivia,
    text,
    hasTrailingNewLine: true,
    pos: -1,
    end: -1,
  } as const;
  return ts.setSyntheticLeadingComments(node, [comment]);
}

/** Listed fields and further ones come as an intersection; one object type reads better. */
function merged(type: ts.TypeNode): ts.TypeNode {
  if (!ts.isIntersectionTypeNode(type) || !type.types.every(ts.isTypeLiteralNode)) return type;
  return factory.createTypeLiteralNode(
    type.types.flatMap((part) => (ts.isTypeLiteralNode(part) ? [...part.members] : [])),
  );
}

/** `components["schemas"]["X"]` is X. */
function nameReferences<T extends ts.Node>(node: T, prefix: string): T {
  const visit = (child: ts.Node): ts.Node => {
    const name = schemaName(child);
    return name === undefined ? ts.visitEachChild(child, visit, undefined) : reference(prefix + name);
  };
  return ts.visitEachChild(node, visit, undefined);
}

const literalText = (node: ts.TypeNode): string | undefined =>
  ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;

function schemaName(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  return literalText(node.objectType.indexType) === "schemas" ? literalText(node.indexType) : undefined;
}

/** Drops `x?: never`, and `parameters` that have nothing left. */
function strip(node: ts.Node): ts.Node {
  const visit = (child: ts.Node): ts.Node | undefined => {
    if (ts.isPropertySignature(child)) {
      const isNever = child.questionToken && child.type?.kind === ts.SyntaxKind.NeverKeyword;
      if (isNever && memberName(child) !== "content") return undefined;
      const kept = ts.visitEachChild(child, visit, undefined);
      const empty = kept.type && ts.isTypeLiteralNode(kept.type) && kept.type.members.length === 0;
      return empty && memberName(kept) === "parameters" ? undefined : kept;
    }
    return ts.visitEachChild(child, visit, undefined);
  };
  return ts.visitEachChild(node, visit, undefined);
}
