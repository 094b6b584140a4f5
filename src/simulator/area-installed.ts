/** Skills, plugins and canvas extensions, installed from folders of the server. Nothing comes from the network. */
import { ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import { fileAnswer } from "./area-files.js";
import { isObject, type Json, objectOf, stringOf, textOf, withField } from "./area-json.js";
import { HOME, type InstalledKind } from "./area-state.js";
import { type FileTree, filesBelow, isAbsolute, isFolder, nameOf, normalPath, placeAt, textIn } from "./file-tree.js";

/** How one sort of them differs from the others. */
interface Sort {
  readonly kind: InstalledKind;
  /** As messages call it. */
  readonly what: string;
  /** Its part of a path, and its field of an answer. */
  readonly nameParam: string;
  readonly list: string;
  /** What a folder says of it; undefined when the folder holds none. */
  readonly read: (files: FileTree, folder: string) => Json | undefined;
  readonly invalid: string;
  readonly unread: (source: string) => string;
}

const fileIn = (files: FileTree, path: string): string | undefined => {
  const content = placeAt(files, path)?.content;
  return content && textIn(content);
};

/** The head of a skill's file says what it is. */
function readSkill(files: FileTree, folder: string): Json | undefined {
  const text = fileIn(files, `${folder}/SKILL.md`);
  if (text === undefined) return undefined;
  const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  const line = (name: string): string | undefined => new RegExp(`^${name}:\\s*(.+)$`, "m").exec(head)?.[1]?.trim();
  return {
    name: line("name") ?? nameOf(folder),
    version: "1.0.0",
    description: line("description") ?? "",
    enabled: true,
  };
}

function readPlugin(files: FileTree, folder: string): Json {
  const name = nameOf(folder);
  const about = parsed(fileIn(files, `${folder}/.plugin/plugin.json`));
  const inside = filesBelow(files, folder).map(({ path }) => path);
  const skills = inside.flatMap((path) => {
    const skill = /^skills\/[^/]+\/SKILL\.md$/.test(path)
      ? readSkill(files, `${folder}/${path.slice(0, -9)}`)
      : undefined;
    return skill ? [{ name: skill["name"], description: textOf(skill["description"]) ?? null }] : [];
  });
  const usual = { name, version: "1.0.0", description: `Plugin loaded from ${name}` };
  return { ...pick(usual, about ?? {}), enabled: true, skills, files: inside };
}

function readExtension(files: FileTree, folder: string): Json | undefined {
  const manifest = parsed(fileIn(files, `${folder}/canvas-extension.json`));
  if (!manifest) return undefined;
  const usual = { schema_version: 1, name: "", display_name: "", version: "1.0.0", description: "", entrypoint: "" };
  const known = { ...pick(usual, manifest), contributes: { pages: [], ...objectOf(manifest["contributes"]) } };
  return { ...pick({ name: "", version: "1.0.0", description: "" }, manifest), enabled: false, manifest: known };
}

const parsed = (text: string | undefined): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const pick = (usual: Json, given: Json): Json =>
  Object.fromEntries(Object.entries(usual).map(([name, normal]) => [name, given[name] ?? normal]));

const notFetched = (what: string): string => `Failed to fetch ${what} source. Check that the source is valid.`;
const EXTENSION_UNREAD = "Could not read canvas extension source:";

const SKILLS: Sort = {
  kind: "skills",
  what: "Skill",
  nameParam: "skill_name",
  list: "skills",
  read: readSkill,
  invalid: "Invalid skill. Ensure the source contains a valid SKILL.md.",
  unread: () => notFetched("skill"),
};

const PLUGINS: Sort = {
  kind: "plugins",
  what: "Plugin",
  nameParam: "plugin_name",
  list: "plugins",
  read: readPlugin,
  invalid: "Invalid plugin.",
  unread: () => notFetched("plugin"),
};

const EXTENSIONS: Sort = {
  kind: "canvas-extensions",
  what: "Canvas extension",
  nameParam: "extension_name",
  list: "canvas_extensions",
  read: readExtension,
  invalid:
    "No canvas-extension.json found at the resolved location. Source plus Path must point at the extension's own directory, not the repository root.",
  unread: (source) =>
    isAbsolute(source)
      ? `${EXTENSION_UNREAD} Local extension path does not exist: ${source}`
      : `${EXTENSION_UNREAD} Unable to parse extension source: ${source}. Expected formats: 'github:owner/repo', git URL, or local path`,
};

/** When something was installed, as Python writes it. */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}000+00:00`;

/** What is in a folder, as it is listed. */
function installedFrom({ world, areas }: Call, { kind, read }: Sort, source: string): Json | undefined {
  const about = read(areas.files, normalPath(source));
  if (!about) return undefined;
  const origin = { source, resolved_ref: null, repo_path: null, installed_at: timeOf(world.now()) };
  return { ...about, ...origin, install_path: `${HOME}/.openhands/${kind}/installed/${stringOf(about["name"])}` };
}

const install =
  (sort: Sort): Handler =>
  (call) => {
    const { source, force } = objectOf(call.body);
    const from = stringOf(source);
    if (!isAbsolute(from) || !isFolder(placeAt(call.areas.files, from))) return refuse(400, sort.unread(from));
    const made = installedFrom(call, sort, from);
    if (!made) return refuse(422, sort.invalid);
    const known = call.areas.installed[sort.kind];
    const name = stringOf(made["name"]);
    if (known.has(name) && force !== true) {
      return refuse(409, `${sort.what} already installed. Use force=true to overwrite.`);
    }
    known.set(name, made);
    return ok(made);
  };

/** Answers a call about one that is installed. */
const one =
  (sort: Sort, then: (call: Call, name: string, found: Json) => SimulatedAnswer): Handler =>
  (call) => {
    const name = call.params[sort.nameParam] ?? "";
    const found = call.areas.installed[sort.kind].get(name);
    return found ? then(call, name, found) : refuse(404, `${sort.what} '${name}' is not installed`);
  };

const list =
  ({ kind, list: field }: Sort): Handler =>
  ({ areas }) =>
    ok({ [field]: [...areas.installed[kind].values()] });

const get = (sort: Sort): Handler => one(sort, (_, __, found) => ok(found));

const enable = (sort: Sort): Handler =>
  one(sort, ({ areas, body }, name, found) => {
    const { enabled } = objectOf(body);
    areas.installed[sort.kind].set(name, withField(found, "enabled", enabled));
    return ok({ name, enabled });
  });

const remove = (sort: Sort): Handler =>
  one(sort, ({ areas }, name) => {
    areas.installed[sort.kind].delete(name);
    return ok({ message: `${sort.what} '${name}' uninstalled` });
  });

/** Reads its folder again. Whether it is enabled stays. */
const refresh = (sort: Sort, field: string): Handler =>
  one(sort, (call, name, found) => {
    const made = withField(installedFrom(call, sort, stringOf(found["source"])) ?? found, "enabled", found["enabled"]);
    call.areas.installed[sort.kind].set(name, made);
    return ok({ message: `${sort.what} '${name}' updated`, [field]: made });
  });

const bundle: Handler = ({ areas, params: { extension_name: name = "" } }) => {
  const { manifest, source } = areas.installed["canvas-extensions"].get(name) ?? {};
  const place = placeAt(areas.files, `${stringOf(source)}/${stringOf(objectOf(manifest)["entrypoint"])}`);
  return place && !isFolder(place)
    ? fileAnswer(place, "text/javascript; charset=utf-8", { "cache-control": "no-cache" })
    : refuse(404, `Canvas extension '${name}' bundle not found`);
};

/** No extension here has a program of its own. */
const backend: Handler = ({ areas, params: { extension_name: name = "" } }) => {
  const isThere = areas.installed["canvas-extensions"].has(name);
  return ok({
    name,
    state: isThere ? "unsupported" : "missing",
    revision: isThere ? `sha256:${"0".repeat(64)}` : null,
    prepared_revision: null,
    pid: null,
    port: null,
    detail: isThere
      ? "Canvas App does not declare a backend"
      : "Canvas App is not installed or its manifest is invalid",
  });
};

const NO_LOGS: Handler = ({ params: { extension_name: name = "" } }) => ok({ name, logs: "", truncated: false });

/** The operations of this area, each with who answers it. */
export const INSTALLED = {
  install_skill_endpoint: install(SKILLS),
  list_installed_skills_endpoint: list(SKILLS),
  get_installed_skill_endpoint: get(SKILLS),
  set_skill_enabled_endpoint: enable(SKILLS),
  uninstall_skill_endpoint: remove(SKILLS),
  refresh_skill_endpoint: refresh(SKILLS, "skill"),
  install_plugin_endpoint: install(PLUGINS),
  list_installed_plugins_endpoint: list(PLUGINS),
  get_installed_plugin_endpoint: get(PLUGINS),
  set_plugin_enabled_endpoint: enable(PLUGINS),
  uninstall_plugin_endpoint: remove(PLUGINS),
  refresh_plugin_endpoint: refresh(PLUGINS, "plugin"),
  install_canvas_extension_endpoint: install(EXTENSIONS),
  list_installed_canvas_extensions_endpoint: list(EXTENSIONS),
  get_installed_canvas_extension_endpoint: get(EXTENSIONS),
  set_canvas_extension_enabled_endpoint: enable(EXTENSIONS),
  uninstall_canvas_extension_endpoint: remove(EXTENSIONS),
  get_canvas_extension_bundle_endpoint: bundle,
  get_canvas_extension_backend_status_endpoint: backend,
  prepare_canvas_extension_backend_endpoint: backend,
  start_canvas_extension_backend_endpoint: backend,
  stop_canvas_extension_backend_endpoint: backend,
  delete_canvas_extension_backend_data_endpoint: backend,
  get_canvas_extension_backend_logs_endpoint: NO_LOGS,
} as const satisfies Readonly<Record<string, Handler>>;
