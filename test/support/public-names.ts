/** What the entries export, as the compiler sees it: the names that users write, and what is said about each. */
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./compile.js";

/** The entries of the package by the name of their file. */
export const ENTRIES = [
  "index",
  "conversation",
  "schemas",
  "stream",
  "mocks",
  "react",
  "orxhestra",
  "contract",
] as const;
export type Entry = (typeof ENTRIES)[number];

export interface PublicName {
  readonly name: string;
  /** What it is declared as: "function", "const", "class", "interface", "type", "enum". */
  readonly sort: string;
  /** Its file, from the project's root. */
  readonly file: string;
  readonly hasText: boolean;
  /** The code of its examples. */
  readonly examples: readonly string[];
  /** The text of its `@see` tags. */
  readonly see: readonly string[];
}

/** All of them by entry; takes some seconds. */
export function publicNames(): Record<Entry, readonly PublicName[]> {
  const config = ts.readConfigFile(join(ROOT, "tsconfig.build.json"), (file) => ts.sys.readFile(file)).config as object;
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const namesOf = (entry: Entry): PublicName[] => {
    const file = program.getSourceFile(join(ROOT, `src/${entry}.ts`));
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`src/${entry}.ts is no module`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => described(symbol.name, targetOf(symbol, checker), checker))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  return Object.fromEntries(ENTRIES.map((entry) => [entry, namesOf(entry)])) as Record<Entry, PublicName[]>;
}

const targetOf = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function described(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) throw new Error(`${name} is declared nowhere`);
  const tags = symbol.getJsDocTags(checker);
  const texts = (tag: string): string[] =>
    tags.filter((found) => found.name === tag).map(({ text }) => ts.displayPartsToString(text));
  return {
    name,
    sort: sortOf(declaration),
    file: declaration.getSourceFile().fileName.slice(ROOT.length),
    hasText: symbol.getDocumentationComment(checker).length > 0,
    examples: texts("example"),
    see: texts("see"),
  };
}

const SORTS = new Map([
  [ts.SyntaxKind.FunctionDeclaration, "function"],
  [ts.SyntaxKind.VariableDeclaration, "const"],
  [ts.SyntaxKind.ClassDeclaration, "class"],
  [ts.SyntaxKind.InterfaceDeclaration, "interface"],
  [ts.SyntaxKind.TypeAliasDeclaration, "type"],
  [ts.SyntaxKind.EnumDeclaration, "enum"],
]);

function sortOf(declaration: ts.Declaration): string {
  const sort = SORTS.get(declaration.kind);
  if (sort === undefined) throw new Error(`${declaration.getText()} is none of ${[...SORTS.values()].join(", ")}`);
  return sort;
}
