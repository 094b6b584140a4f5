/** Kind tables: data that guards, matching and filters are derived from. Pure. */
import { constant, constantCase, type EmitOptions, key, tagWord, unionStem } from "./emit.js";
import type { OpenUnion } from "./model.js";
import { docComment, example, listDocs } from "./schema-docs.js";

export function emitKinds({ model, banner, prefix, enums = new Map() }: EmitOptions): string {
  const tables = [
    ...[...model.openUnions].map(([name, union]) => kindTable(name, union, prefix)),
    ...[...enums].map(([name, values]) => enumTable(name, values, prefix)),
  ];
  const versionName = constant({ prefix }, "SPEC_VERSION");
  const versionDoc = docComment([
    "The version whose document these files were made from.",
    ...example(`console.log("made from", ${versionName});`),
  ]);
  const version = `${versionDoc}export const ${versionName} = ${JSON.stringify(model.version)};\n`;
  const names = [
    ...[...model.openUnions].map(([name, { tag }]) => `${prefix}${unionStem(name)}By${tagWord(tag)}`),
    ...[...enums.keys()].map((name) => prefix + name),
  ];
  const imports = `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "./types.js";\n`;
  return [banner, imports, version, ...tables].join("\n");
}

function kindTable(name: string, { tag, branches, pythonPaths }: OpenUnion, prefix: string): string {
  const stem = unionStem(name);
  const kinds = branches.flatMap((branch) => branch.values).sort();
  const list = constant({ prefix }, `${constantCase(stem)}_${tag.toUpperCase()}S`);
  const type = `${prefix}${stem}${tagWord(tag)}`;
  const [typeDoc, listDoc] = listDocs(list, type, kinds[0] ?? "", `${tag}s of {@link ${prefix}${name}}`);
  const table = [
    // from the interface, not from the list: a tuple costs its readers a type parameter for each item
    `${typeDoc}export type ${type} = keyof ${prefix}${stem}By${tagWord(tag)};`,
    `${listDoc}export const ${list} = [\n${kinds.map((kind) => `  ${JSON.stringify(kind)},\n`).join("")}] as const satisfies readonly ${type}[];`,
    "",
  ];
  if (stem !== "Event") return table.join("\n");
  // A document that maps kinds by their own names says that its server finds them by these
  const paths = kinds.map((kind) => `  ${key(kind)}: ${JSON.stringify(pythonPaths[kind] ?? kind)},\n`).join("");
  return [
    ...table,
    "/** Where the server keeps each event class: the `kind` filter of servers up to 1.52 takes only this. */",
    `export const ${constant({ prefix }, "EVENT_PYTHON_PATHS")} = {\n${paths}} as const satisfies Record<${type}, string>;`,
    "",
  ].join("\n");
}

/** The values of an enum that this version lists, in the document's order. */
function enumTable(name: string, values: readonly string[], prefix: string): string {
  const list = constant({ prefix }, `${constantCase(name)}S`);
  const [, listDoc] = listDocs(list, `${prefix}${name}`, values[0] ?? "", `values of {@link ${prefix}${name}}`);
  return [
    `${listDoc}export const ${list} = [\n${values.map((value) => `  ${JSON.stringify(value)},\n`).join("")}] as const satisfies readonly ${prefix}${name}[];`,
    "",
  ].join("\n");
}
