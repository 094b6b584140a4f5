/** The doc comments of what is generated: what a thing is, how one gets it, where the document has it. Pure. */
import type { EmitOptions } from "./emit.js";

/** A doc comment of these lines. */
export const docComment = (lines: readonly string[]): string => `/**\n${lines.map(commentLine).join("")} */\n`;

const commentLine = (line: string): string => ` * ${line}`.trimEnd().concat("\n");

/** An example stands on lines of its own, as hand-written ones do. */
export const example = (...code: readonly string[]): string[] => ["@example", ...code];

/** Where the document has a schema, if it has it: rules and repairs add some. */
const source = ({ pointers }: EmitOptions, name: string): string[] => {
  const pointer = pointers?.get(name);
  return pointer === undefined ? [] : [`@see \`${pointer}\``];
};

/** What a reader of a schema's type is told beside the document's own words. */
export const typeTags = (name: string, options: EmitOptions): string[] => {
  const type = options.prefix + name;
  return [...example(`const value: ${type} = z.parse(${type}Schema, JSON.parse(text));`), ...source(options, name)];
};

/** The words for a schema that the document says nothing about. */
export const nameless = (name: string): string => `The schema \`${name}\` of the document.`;

/** The comment of a zod schema. A closed twin describes what a request takes of a schema that travels both ways. */
export function schemaDoc(name: string, typeName: string, options: EmitOptions): string {
  const { prefix } = options;
  const what = name === typeName ? "" : ", as a request takes it: closed";
  return docComment([
    `{@link T.${prefix}${typeName} | ${prefix}${typeName}} as a zod schema${what}.`,
    ...example(`const value: ${prefix}${typeName} = z.parse(${prefix}${name}Schema, JSON.parse(text));`),
    ...source(options, typeName),
  ]);
}

/** The comment of a list of names and the type of one. */
export const listDocs = (list: string, type: string, first: string, what: string): readonly [string, string] => [
  docComment([
    `One of the ${what} that this version lists.`,
    ...example(`const listed: ${type} = ${JSON.stringify(first)};`),
  ]),
  docComment([
    `The ${what} that this version lists.`,
    ...example(`const isListed = (text: string): boolean => ${list}.some((listed) => listed === text);`),
  ]),
];

/**
 * openapi-typescript writes a description as a tag, which readers of TSDoc do not show as the text that it is, and says
 * in tags what the type says: a constant, an enum.
 */
export const asTsDoc = (text: string): string =>
  text
    .replaceAll(/^(\s*(?:\/\*)?\*) @description(?=\s)/gm, "$1")
    .replaceAll(/^ *\/\*\* @(?:constant|enum \{\w+\}) \*\/\n/gm, "")
    .replaceAll(/^ *\* @(?:constant|enum \{\w+\})\n/gm, "")
    .replaceAll(/^ *\/\*\*\n *\*\/\n/gm, "");

/** The lines of a comment between its marks, as the compiler's tree has them. */
export const linesOf = (comment: string): string[] =>
  asTsDoc(comment)
    .replace(/^\*/, "")
    .trim()
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .filter((line, _, all) => line !== "" || all.length > 1);
