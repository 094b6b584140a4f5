/**
 * openapi-typescript makes the types; this gives every schema a name of its own (hovers and errors show `ActionEvent`,
 * not its expansion) and drops the `x?: never` members, which cost every caller compile time and say nothing. Pure.
 */
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { isNode, type OpenApiDocument, operationsOf, schemasIn } from "./document.js";
import { type EmitOptions, key, tagWord, unionStem } from "./emit.js";

const { factory } = ts;

export async function emitTypes(document: OpenApiDocument, { model, banner, prefix }: EmitOptions): Promise<string> {
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
    return node.name.text === "components" ? hoistSchemas(node, prefix) : [strip(node) as ts.Statement];
  });
  const named = nodes.map((node) => nameReferences(node, prefix));
  const byKind = [...model.openUnions].map(([name, { tag, branches }]) => {
    const members = branches.flatMap(({ values, name: type }) =>
      values.map((value) => `    ${key(value)}: ${prefix}${type};\n`),
    );
    return `/** The listed members of {@link ${prefix}${name}} by ${tag}. */\nexport interface ${prefix}${unionStem(name)}By${tagWord(tag)} {\n${members.join("")}}\n`;
  });
  return [banner, UNLISTED, ...byKind, astToString(named)].join("\n");
}

const UNLISTED = `/**
 * The kind of a member that this version does not list. No string literal has this type, so comparing \`kind\` with a
 * listed one narrows, a misspelt one does not compile, and what is left over is honestly unknown. Read the kind itself
 * with \`const kind: string = value.kind\`. A type only: there is no such value at run time.
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
function hoistSchemas(components: ts.InterfaceDeclaration, prefix: string): ts.Statement[] {
  const declarations: ts.Statement[] = [];
  const members = components.members.flatMap((section) => {
    if (memberName(section) !== "schemas" || !ts.isPropertySignature(section)) return [];
    if (!section.type || !ts.isTypeLiteralNode(section.type)) return [];
    const entries = section.type.members.filter(ts.isPropertySignature).map((member) => {
      const name = prefix + memberName(member);
      declarations.push(declare(name, member));
      return factory.createPropertySignature(undefined, member.name, undefined, reference(name));
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
  const node = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(node, ts.getSyntheticLeadingComments(member));
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
