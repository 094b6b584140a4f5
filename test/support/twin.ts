/**
 * The model once more, as zod schemas without annotations, so that zod infers what the types should be. The generated
 * types come from openapi-typescript, these from the model: that both agree is what the annotated schemas rely on.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type OpenApiDocument, readDocument } from "../../scripts/document.js";
import { emitTypes } from "../../scripts/emit-types.js";
import type { ModelNode, ModelSchema } from "../../scripts/model.js";
import { normalise } from "../../scripts/normalise.js";
import { buildModel } from "../../scripts/schema-model.js";

/** Names of schemas, by how far zod's inference and the generated type are apart. */
export interface Comparison {
  readonly equal: readonly string[];
  /** Assignable both ways, yet not identical. */
  readonly mutual: readonly string[];
  readonly different: readonly string[];
}

/** Writes types and twin of a document's text into a folder and has TypeScript compare them. */
export async function compareTwin(text: string, folder: string): Promise<Comparison> {
  const normalised = normalise(readDocument(text, "openapi.json"));
  // Read as requests, all schemas keep what answers leave open at run time but types state: the values of an enum
  const directions = new Map([...normalised.directions.keys()].map((name) => [name, "request" as const]));
  const model = buildModel({ ...normalised, directions });
  const types = await emitTypes(normalised.document, { model: buildModel(normalised), banner: "", prefix: "" });
  writeFileSync(join(folder, "types.ts"), types);
  writeFileSync(join(folder, "twin.ts"), renderTwin([...model.schemas.values()], normalised.document));
  return compile(join(folder, "twin.ts"));
}

// ---------------------------------------------------------------------------------------------------------------------
// Model to zod

interface Scope {
  readonly defined: ReadonlySet<string>;
  readonly isLoose: (name: string) => boolean;
}

function renderTwin(schemas: readonly ModelSchema[], document: OpenApiDocument): string {
  const isLoose = (name: string): boolean => document.components.schemas[name]?.["additionalProperties"] === true;
  const defined = new Set<string>();
  const lines = schemas.map(({ name, node }) => {
    const line = `const ${name}_ = ${expression(node, { defined, isLoose }, name)};`;
    defined.add(name);
    return line;
  });
  const members = (type: (name: string) => string): string =>
    schemas.map(({ name }) => `  ${name}: ${type(name)};`).join("\n");
  return `import * as z from "zod/mini";
import type * as T from "./types.js";

${lines.join("\n")}

interface Twin {
${members((name) => `z.output<typeof ${name}_>`)}
}
interface Types {
${members((name) => `T.${name}`)}
}
${COMPARE}`;
}

const COMPARE = `type Equal<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Verdict<A, B> = Equal<A, B> extends true ? "equal" : Mutual<A, B> extends true ? "mutual" : "different";
export type Verdicts = { [K in keyof Types]: Verdict<Twin[K], Types[K]> };
`;

function expression(node: ModelNode, scope: Scope, name?: string): string {
  const of = (inner: ModelNode): string => expression(inner, scope);
  const list = (nodes: readonly ModelNode[]): string => `[${nodes.map(of).join(", ")}]`;
  switch (node.type) {
    case "any":
      return "z.unknown()";
    case "unlisted":
      return "z.custom<T.Unlisted.kind>()";
    case "file":
      return "z.custom<Blob>()";
    case "boolean":
    case "null":
    case "string":
    case "number":
      return `z.${node.type}()`;
    case "integer":
      return "z.int()";
    case "enum":
      return `z.enum(${JSON.stringify(node.values)})`;
    case "literal":
      return `z.literal(${JSON.stringify(node.value)})`;
    case "array":
      return `z.array(${of(node.items)})`;
    case "tuple":
      return `z.tuple(${list(node.items)})`;
    case "record":
      return `z.record(z.string(), ${of(node.values)})`;
    case "object":
      return `z.${name !== undefined && scope.isLoose(name) ? "looseObject" : "object"}({${node.properties
        .map(({ name: key, node: value, always }) => `\n  ${JSON.stringify(key)}: ${property(value, always, scope)},`)
        .join("")}\n})`;
    case "nullable":
      return `z.nullable(${of(node.inner)})`;
    case "union":
      return `z.union(${list(node.members)})`;
    case "tagged":
      return `z.union([${[...node.branches.map((branch) => branch.name), node.other ?? []]
        .flat()
        .map((member) => reference(member, scope))
        .join(", ")}])`;
    case "ref":
      return reference(node.name, scope);
  }
}

const property = (node: ModelNode, always: boolean, scope: Scope): string => {
  const schema = expression(node, scope);
  return always ? schema : `z.optional(${schema})`;
};

/** Inside a cycle inference has no start: that one reference is annotated, everything around it is not. */
const reference = (name: string, { defined }: Scope): string =>
  defined.has(name) ? `${name}_` : `z.lazy((): z.ZodMiniType<T.${name}> => ${name}_)`;

// ---------------------------------------------------------------------------------------------------------------------
// Comparing

/** zod's optional fields say `undefined`, so exactOptionalPropertyTypes stays off here. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts"],
  types: ["node"],
};

function compile(file: string): Comparison {
  const program = ts.createProgram([file], OPTIONS);
  const source = program.getSourceFile(file);
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  if (!source || errors.length > 0) throw new Error(`the twin does not compile:\n${errors.slice(0, 10).join("\n")}`);
  const checker = program.getTypeChecker();
  const alias = source.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === "Verdicts");
  if (!alias) throw new Error("the twin has no verdicts");
  const verdicts = checker.getTypeAtLocation(alias).getProperties();
  const named = (verdict: keyof Comparison): string[] =>
    verdicts
      .filter((symbol) => checker.typeToString(checker.getTypeOfSymbol(symbol)) === `"${verdict}"`)
      .map((symbol) => symbol.name);
  return { equal: named("equal"), mutual: named("mutual"), different: named("different") };
}
