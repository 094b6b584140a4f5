/**
 * `npm run docs [-- --out DIR]`: the API reference, made of the doc comments, with README and the pages of docs/. Fails
 * when a comment or a page has a link that leads nowhere, or a type is named that readers cannot look up.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { LinkChecker, LinkState } from "linkinator";
import {
  Application,
  Comment,
  CommentTag,
  type Context,
  Converter,
  LogLevel,
  ReflectionKind,
  type TypeDocOptions,
} from "typedoc";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly exports: object };
/** The file of each entry. */
const ENTRIES = Object.values(exports).flatMap((target: string | { readonly default: string }) =>
  typeof target === "string" ? [] : [target.default.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts")],
);
const GENERATED = join(ROOT, "src/generated");

/** Parts of public types that say nothing by themselves. */
const INNER_TYPES =
  "AnyOf ActionNamed ObservationNamed MarkIn MarkOf MarkOfAll Rest Result Call KindWith NewEvent OPERATIONS REASONS Row";

const optionsFor = (out: string): TypeDocOptions => ({
  name: "agent-server-client",
  entryPoints: ENTRIES.map((file) => join(ROOT, file)),
  tsconfig: join(ROOT, "tsconfig.build.json"),
  readme: join(ROOT, "README.md"),
  projectDocuments: readdirSync(join(ROOT, "docs")).map((name) => join(ROOT, "docs", name)),
  out,
  // The sources are in the package; where they are published is not known here
  disableSources: true,
  // `CONTRIBUTING.md` is no address
  markdownItOptions: { linkify: false },
  excludeInternal: true,
  excludePrivate: true,
  sort: ["kind", "alphabetical"],
  intentionallyNotExported: INNER_TYPES.split(" "),
  treatWarningsAsErrors: true,
  logLevel: LogLevel.Warn,
});

/** What is generated stands apart, or nobody would find the rest. */
function setGeneratedApart(context: Context): void {
  for (const reflection of context.project.getReflectionsByKind(ReflectionKind.All)) {
    if (!reflection.parent?.kindOf(ReflectionKind.Module)) continue;
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
    if (file === undefined || relative(GENERATED, file).startsWith("..")) continue;
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(
      new CommentTag("@group", [{ kind: "text", text: "Generated from the document" }]),
    );
  }
}

/** Pages are called by their titles; what a function takes apart at once has no name of its own. */
function nameReflections({ project }: Context): void {
  for (const page of project.getReflectionsByKind(ReflectionKind.Document)) {
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(ROOT, "docs", `${page.name}.md`), "utf8")) ?? [];
    page.name = title ?? page.name;
  }
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === "__namedParameters") parameter.name = "options";
}

/** Links inside the reference, their anchors too; what lies outside is not asked. */
async function brokenLinks(folder: string): Promise<string[]> {
  const { links } = await new LinkChecker().check({
    path: ["."],
    serverRoot: folder,
    recurse: true,
    checkFragments: true,
    linksToSkip: ["^https?://(?!localhost|127\\.0\\.0\\.1)"],
  });
  const broken = links.filter(({ state }) => state === LinkState.BROKEN);
  if (links.length < 100) throw new Error(`only ${links.length} links were found in ${folder}`);
  return broken.map(({ parent, url }) => `${parent}: ${url} leads nowhere`);
}

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { out: { type: "string", default: ".cache/api" } } });
  const app = await Application.bootstrap(optionsFor(values.out));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, setGeneratedApart);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, nameReflections);
  const project = await app.convert();
  if (!project) return 1;
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) return 1;
  const broken = await brokenLinks(values.out);
  for (const line of broken) console.error(line);
  console.log(`${values.out}/index.html, ${broken.length} links that lead nowhere`);
  return broken.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
