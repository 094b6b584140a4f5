/** A builder for every schema that answers can hold: each gives the same valid sample every time. Pure. */
import { isNode, need, type SchemaNode } from "./document.js";
import { constantCase, type EmitOptions, key, unionStem } from "./emit.js";
import type { OpenUnion } from "./model.js";
import type { Normalised } from "./normalise.js";
import { sampleFields, sampleOfNamed } from "./sample.js";

/** Unions whose builders are asked for by kind. */
const BY_KIND: readonly string[] = ["Event", "Action", "Observation"];

export function emitMocks({ document, directions }: Normalised, { model, banner }: EmitOptions): string {
  const { schemas } = document.components;
  const answered = Object.keys(schemas).filter((name) => ["response", "both"].includes(directions.get(name) ?? ""));
  const builders = answered
    .filter((name) => !isListOfMembers(name, model.openUnions) && !BY_KIND.includes(name))
    .map((name) => builder(name, need(schemas[name], name), schemas));
  return [banner, `import type * as T from "./types.js";\n`, ...builders].join("\n");
}

const isListOfMembers = (name: string, unions: EmitOptions["model"]["openUnions"]): boolean =>
  [...unions.values()].some(({ known }) => known === name);

function builder(name: string, schema: SchemaNode, schemas: { readonly [name: string]: SchemaNode }): string {
  const doc = `/**\n * A sample of the schema \`${name}\`.\n * @example const sample = mock${name}();\n */\n`;
  if (!isNode(schema["properties"]))
    return `${doc}export const mock${name} = (): T.${name} => (${sampleOfNamed(name, schema, schemas)});\n`;
  const fields = sampleFields(name, schema, schemas)
    .map((field) => `  ${field},\n`)
    .join("");
  return `${doc}export const mock${name} = (overrides: Partial<T.${name}> = {}): T.${name} => ({\n${fields}  ...overrides,\n});\n`;
}

/** The builders of the unions that are asked for by kind. */
export function emitMockKinds({ model, banner }: EmitOptions): string {
  const unions = [...model.openUnions].filter(([name]) => BY_KIND.includes(name));
  const branches = unions.flatMap(([, union]) => union.branches.map((branch) => branch.name));
  const names = [...new Set(branches)].sort().map((name) => `  mock${name},\n`);
  const imports = `import {\n${names.join("")}} from "./mocks.js";\nimport type * as T from "./types.js";\n`;
  return [banner, imports, ...unions.map(([name, union]) => kindTable(name, union))].join("\n");
}

function kindTable(name: string, { branches }: OpenUnion): string {
  const type = `T.${unionStem(name)}ByKind`;
  const rows = branches.flatMap((branch) => branch.values.map((kind) => `  ${key(kind)}: mock${branch.name},\n`));
  const builders = `{\n  readonly [K in keyof ${type}]: (overrides?: Partial<${type}[K]>) => ${type}[K];\n}`;
  return `/** The builder of each listed kind of {@link T.${name}}. */\nexport const ${constantCase(name)}_MOCKS: ${builders} = {\n${rows.sort().join("")}};\n`;
}
