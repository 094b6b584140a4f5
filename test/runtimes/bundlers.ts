/** Four bundlers, each set up for a browser as its own pages say, and what each warned of. */
import { basename, dirname } from "node:path";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import type { Tools } from "./tools.js";

/** Bundles a file of a project, in production mode; gives the warnings. Mocks are not what one makes small. */
export type Bundler = (project: string, input: string, output: string, minify: boolean) => Promise<readonly string[]>;

/** By name; undefined where it is not installed. */
export type Bundlers = Readonly<Partial<Record<"esbuild" | "vite" | "webpack" | "rollup", Bundler | undefined>>>;

export const bundlersOf = (tools: Tools): Bundlers => ({
  esbuild: withEsbuild,
  vite: withVite,
  webpack: withWebpack(tools),
  rollup: withRollup(tools),
});

export const withEsbuild: Bundler = async (_project, input, output, minify) => {
  const { warnings } = await esbuild({
    entryPoints: [input],
    outfile: output,
    bundle: true,
    minify,
    define: { "process.env.NODE_ENV": `"production"` },
    format: "esm",
    platform: "browser",
    logLevel: "silent",
  });
  return warnings.map(({ text }) => text);
};

const withVite: Bundler = async (project, input, output, minify) => {
  const warnings: string[] = [];
  const warn = (text: string): void => {
    warnings.push(text);
  };
  const quiet = (): void => undefined;
  await vite({
    root: project,
    configFile: false,
    logLevel: "warn",
    customLogger: {
      info: quiet,
      warn,
      warnOnce: warn,
      error: warn,
      clearScreen: quiet,
      hasErrorLogged: () => false,
      hasWarned: false,
    },
    build: {
      outDir: dirname(output),
      emptyOutDir: false,
      minify,
      modulePreload: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input, output: { entryFileNames: basename(output), codeSplitting: false } },
    },
  });
  return warnings;
};

/** As much of their types as is used: they are not among the project's own packages. */
interface WebpackStats {
  toJson(options: object): {
    readonly errors: readonly { readonly message: string }[];
    readonly warnings: readonly { readonly message: string }[];
  };
}
type Webpack = (options: object, done: (error: Error | null, stats: WebpackStats) => void) => void;

function withWebpack(tools: Tools): Bundler | undefined {
  const webpack = tools.load("webpack") as Webpack | undefined;
  return (
    webpack &&
    ((project, input, output, minimize) =>
      new Promise((resolve, reject) => {
        const options = {
          mode: "production",
          target: "web",
          context: project,
          entry: input,
          output: { path: dirname(output), filename: basename(output) },
          // One file, as of the others
          module: { parser: { javascript: { dynamicImportMode: "eager" } } },
          optimization: { minimize },
          performance: { hints: false },
        };
        webpack(options, (error, stats) => {
          if (error) return reject(error);
          const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
          resolve([...errors, ...warnings].map(({ message }) => message));
        });
      }))
  );
}

interface Rollup {
  rollup(options: object): Promise<{ write(options: object): Promise<unknown>; close(): Promise<void> }>;
}
type Plugin = (options: object) => object;
/** Cycles in zod and msw, and comments in zod and noble that it cannot use. In this package they count. */
const OF_OTHERS: ReadonlySet<string> = new Set(["CIRCULAR_DEPENDENCY", "INVALID_ANNOTATION"]);

/** React is of CommonJS and asks for the mode, which Rollup leaves to plugins. */
function withRollup(tools: Tools): Bundler | undefined {
  const { rollup } = (tools.load("rollup") ?? {}) as Partial<Rollup>;
  const { nodeResolve } = (tools.load("@rollup/plugin-node-resolve") ?? {}) as { nodeResolve?: Plugin };
  const commonjs = tools.load("@rollup/plugin-commonjs") as Plugin | undefined;
  const replace = tools.load("@rollup/plugin-replace") as Plugin | undefined;
  if (!rollup || !nodeResolve || !commonjs || !replace) return undefined;
  return async (_project, input, output) => {
    const warnings: string[] = [];
    const mode = { preventAssignment: true, values: { "process.env.NODE_ENV": `"production"` } };
    const bundle = await rollup({
      input,
      plugins: [nodeResolve({ browser: true }), commonjs({}), replace(mode)],
      onLog: (level: string, { code = "", message }: { readonly code?: string; readonly message: string }) => {
        if (level === "warn" && !(OF_OTHERS.has(code) && !message.includes("agent-server-client/")))
          warnings.push(message);
      },
    });
    await bundle.write({ file: output, format: "es", inlineDynamicImports: true });
    await bundle.close();
    return warnings;
  };
}
