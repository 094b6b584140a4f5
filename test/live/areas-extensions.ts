/** Skills, plugins and canvas extensions from folders of the server. */
import { get, patch, post, remove, SHAPE, STATUS, type Step } from "./step.js";

const up = (path: string, file: string): Step => ({ ask: `POST /api/file/upload?path=${path}`, file });
const about = { name: "lab", version: "1.0.0", description: "Does nothing." };
const manifest = { ...about, schema_version: 1, display_name: "Lab", entrypoint: "index.js" };

const FOLDERS: readonly Step[] = [
  get("/api/file/home", { keep: { home: "home" } }),
  up("{work}/skills/lab/SKILL.md", "---\nname: lab\ndescription: Does nothing.\n---\nDo nothing.\n"),
  up("{work}/skills/bare/SKILL.md", "Do nothing.\n"),
  up("{work}/plugins/lab/.plugin/plugin.json", JSON.stringify(about)),
  up("{work}/plugins/lab/skills/inner/SKILL.md", "---\nname: inner\ndescription: Inside.\n---\nNothing.\n"),
  up("{work}/plugins/bare/README.md", "Nothing.\n"),
  up("{work}/extensions/lab/index.js", "export {};\n"),
  up("{work}/extensions/lab/canvas-extension.json", JSON.stringify(manifest)),
  up("{work}/nothing/x.txt", "x"),
];

/** From nothing to nothing. */
const life = (kind: string): readonly Step[] => [
  get(`/api/${kind}/installed`),
  get(`/api/${kind}/installed/nobody`),
  patch(`/api/${kind}/installed/nobody`, { enabled: false }),
  remove(`/api/${kind}/installed/nobody`),
  post(`/api/${kind}/install`, { source: "/no/such/folder" }),
  post(`/api/${kind}/install`, { source: `{work}/${kind.replace("canvas-", "")}/lab` }),
  post(`/api/${kind}/install`, { source: `{work}/${kind.replace("canvas-", "")}/lab` }),
  post(`/api/${kind}/install`, { source: `{work}/${kind.replace("canvas-", "")}/lab`, force: true }),
  get(`/api/${kind}/installed`),
  get(`/api/${kind}/installed/lab`),
  patch(`/api/${kind}/installed/lab`, { enabled: false }),
  get(`/api/${kind}/installed/lab`),
];

const end = (kind: string): readonly Step[] => [
  remove(`/api/${kind}/installed/lab`),
  remove(`/api/${kind}/installed/lab`),
  get(`/api/${kind}/installed`),
];

const refreshed = (kind: string): readonly Step[] => [
  post(`/api/${kind}/installed/lab/refresh`),
  post(`/api/${kind}/installed/nobody/refresh`),
];

const EXTENSION = "/api/canvas-extensions/installed";

const BACKENDS: readonly Step[] = ["lab", "nobody"].flatMap((name) => [
  get(`${EXTENSION}/${name}/bundle`),
  get(`${EXTENSION}/${name}/backend`, SHAPE),
  get(`${EXTENSION}/${name}/backend/logs`),
  post(`${EXTENSION}/${name}/backend/prepare`, { revision: "x" }, SHAPE),
  post(`${EXTENSION}/${name}/backend/start`, { revision: "x" }, SHAPE),
  post(`${EXTENSION}/${name}/backend/stop`, undefined, SHAPE),
  remove(`${EXTENSION}/${name}/backend/data`, SHAPE),
]);

/** Only what the user has installed: all else comes from the network or from a project. */
const OWN_SKILLS = post("/api/skills", { load_public: false, load_project: false, load_org: false });

export const AREA_STEPS_OF_EXTENSIONS: readonly Step[] = [
  ...FOLDERS,
  OWN_SKILLS,
  ...life("skills"),
  OWN_SKILLS,
  patch("/api/skills/installed/lab", { enabled: true }),
  OWN_SKILLS,
  ...refreshed("skills"),
  ...end("skills"),
  post("/api/skills/install", { source: "{work}/nothing" }),
  post("/api/skills/install", { source: "{work}/skills/bare" }),
  OWN_SKILLS,
  remove("/api/skills/installed/bare"),
  post("/api/plugins", {}),
  ...life("plugins"),
  post("/api/plugins", {}),
  patch("/api/plugins/installed/lab", { enabled: true }),
  post("/api/plugins", {}),
  ...refreshed("plugins"),
  ...end("plugins"),
  post("/api/plugins/install", { source: "{work}/plugins/bare" }),
  remove("/api/plugins/installed/bare"),
  ...life("canvas-extensions"),
  ...BACKENDS,
  ...end("canvas-extensions"),
  post("/api/canvas-extensions/install", { source: "{work}/nothing" }, STATUS),
  post("/api/canvas-extensions/install", { source: "nowhere" }),
];
