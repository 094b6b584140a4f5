/** Metro, the bundler of React Native: finds every entry by its exports map, and bundles with its own settings. */
import { cpSync, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Tools } from "./tools.js";

/** As much of Metro's types as is used. */
interface Metro {
  loadConfig(argv: object, defaults: object): Promise<object>;
  runBuild(config: object, options: object): Promise<unknown>;
}
interface Resolver {
  resolve(
    context: object,
    name: string,
    platform: string | null,
  ): { readonly type: string; readonly filePath?: string };
}
const CONDITIONS = ["require", "import"].map((kind) => [kind, "react-native"]);

/** The file that it finds for a name, by the conditions that React Native's code has. */
export function filesFor(tools: Tools, project: string, name: string): readonly (string | undefined)[] {
  const resolver = tools.load("metro-resolver") as Resolver;
  const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
  const inside = (file: string) => {
    const [, root = "", rest = ""] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(file) ?? [];
    const packageJson = root === "" ? null : read(join(root, "package.json"));
    return packageJson === null ? null : { rootPath: root, packageJson, packageRelativePath: rest };
  };
  return CONDITIONS.map((conditions) => {
    const context = {
      allowHaste: false,
      assetExts: new Set(),
      customResolverOptions: {},
      disableHierarchicalLookup: false,
      doesFileExist: (file: string) => existsSync(file) && statSync(file).isFile(),
      extraNodeModules: null,
      fileSystemLookup: (path: string) =>
        existsSync(path)
          ? { exists: true, type: statSync(path).isDirectory() ? "d" : "f", realPath: realpathSync(path) }
          : { exists: false },
      getPackage: read,
      getPackageForModule: inside,
      isESMImport: conditions.includes("import"),
      mainFields: ["react-native", "browser", "main"],
      nodeModulesPaths: [],
      originModulePath: join(project, "index.js"),
      preferNativePlatform: true,
      resolveAsset: () => null,
      resolveHasteModule: () => null,
      resolveHastePackage: () => null,
      sourceExts: ["js", "jsx", "json", "ts", "tsx"],
      unstable_conditionNames: conditions,
      unstable_conditionsByPlatform: { web: ["browser"] },
      unstable_enablePackageExports: true,
      unstable_logWarning: (text: string) => {
        throw new Error(text);
      },
    };
    return resolver.resolve(context, name, "ios").filePath;
  });
}

/** Bundles a file of a project for a phone. */
export async function withMetro(tools: Tools, project: string, input: string, output: string): Promise<void> {
  const metro = tools.load("metro") as Metro;
  const entry = join(project, "index.js");
  cpSync(input, entry);
  const runtime = tools.folderOf("metro-runtime");
  const config = await metro.loadConfig(
    { cwd: project, projectRoot: project, resetCache: true, maxWorkers: 1 },
    {
      projectRoot: project,
      watchFolders: [runtime],
      cacheStores: [],
      reporter: { update: () => undefined },
      resolver: { useWatchman: false, unstable_conditionNames: ["react-native"] },
      // What React Native's own preset does: modules become those of CommonJS
      transformer: {
        asyncRequireModulePath: join(runtime, "src/modules/asyncRequire.js"),
        getTransformOptions: () => Promise.resolve({ transform: { experimentalImportSupport: true } }),
      },
    },
  );
  await metro.runBuild(config, { entry, out: output, platform: "ios", dev: false, minify: false });
}
