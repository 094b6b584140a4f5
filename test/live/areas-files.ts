/** Files, git and the folder of a conversation. */
import { get, post, STATUS, type Step } from "./step.js";

const FILE = "/api/file";
const GIT = "/api/git";
const up = (path: string, file: string, base = FILE): Step => ({ ask: `POST ${base}/upload?path=${path}`, file });
const folder = (path: string, base = FILE): Step => post(`${base}/create_directory?path=${path}`);

const PLAIN: readonly Step[] = [
  up("{work}/a/b.txt", "hello\n"),
  up("relative/x", "x"),
  up("{work}/a", "x"),
  up("{work}/a/b.txt/c", "x"),
  up("{work}/a/b.txt/c/d", "x"),
  get(`${FILE}/download?path={work}/a/b.txt`),
  get(`${FILE}/download?path={work}/a/../a/b.txt`),
  get(`${FILE}/download?path={work}/a`),
  get(`${FILE}/download?path={work}/nope`),
  get(`${FILE}/download?path=relative`),
  up("{work}/%C3%BC%20%22q%22.bin", "binary"),
  get(`${FILE}/download?path={work}/%C3%BC%20%22q%22.bin`),
  folder("{work}/x/y"),
  folder("{work}/x/y"),
  folder("{work}/a/b.txt"),
  folder("{work}/a/b.txt/z"),
  folder("relative"),
  folder("{work}/.hidden"),
  folder("{work}/Zed"),
  get(`${FILE}/search_subdirs?path={work}`),
  get(`${FILE}/search_subdirs?path={work}&limit=1`),
  get(`${FILE}/search_subdirs?path={work}&limit=1&page_id=x`),
  get(`${FILE}/search_subdirs?path={work}&include_hidden=true`),
  get(`${FILE}/search_subdirs?path={work}&page_id=nope`),
  get(`${FILE}/search_subdirs?path={work}/a/b.txt`),
  get(`${FILE}/search_subdirs?path={work}/nope`),
  get(`${FILE}/search_subdirs?path=relative`),
  get(`${FILE}/archive?path={work}`),
  get(`${FILE}/archive?path={work}&format=tar.gz`, STATUS),
  get(`${FILE}/archive?path={work}&base_ref=-x`),
  get(`${FILE}/archive?path={work}/nope`),
  get(`${FILE}/archive?path=relative`),
  get(`${FILE}/archive?path={work}/a/b.txt`),
];

const REPOSITORY: readonly Step[] = [
  get(`${GIT}/changes?path={work}`),
  get(`${GIT}/changes?path={work}/nope`),
  get(`${GIT}/changes?path=relative`),
  get(`${GIT}/diff?path={work}/a/b.txt`),
  get(`${GIT}/diff?path={work}`),
  get(`${GIT}/diff?path={work}/nope`),
  get(`${GIT}/diff?path={work}/nope&commit=abcd`),
  get(`${GIT}/diff?path={work}/a/b.txt&ref=HEAD&commit=abcd`),
  get(`${GIT}/commits?path={work}`),
  get(`${GIT}/commits/abcd/changes?path={work}`),
];

const BASE = "/api/conversations/{conversation}";
const NOBODY = "/api/conversations/00000000-0000-4000-8000-000000000000";

const conversation = {
  agent: { kind: "Agent", llm: { model: "m" } },
  workspace: { kind: "LocalWorkspace", working_dir: "{work}/project" },
};

const RUNTIME: readonly Step[] = [
  up("{work}/project/a/b.txt", "hello\n"),
  up("{work}/project/c.txt", "one\ntwo\n"),
  post("/api/conversations", conversation, { ...STATUS, keep: { conversation: "id" } }),
  get(`${BASE}/file/download?path={work}/project/a/b.txt`),
  get(`${BASE}/file/download?path={work}/project/nope`),
  get(`${BASE}/file/download?path={work}/a/b.txt`),
  get(`${BASE}/file/download?path=relative`),
  get(`${NOBODY}/file/download?path={work}/a/b.txt`),
  folder("{work}/project/made", `${BASE}/file`),
  folder("{work}/elsewhere", `${BASE}/file`),
  up("{work}/project/made/t.txt", "x", `${BASE}/file`),
  up("{work}/elsewhere/t.txt", "x", `${BASE}/file`),
  get(`${BASE}/file/archive?path={work}/project`, STATUS),
  get(`${BASE}/file/archive?path={work}/project&format=tar.gz`, STATUS),
  get(`${BASE}/file/archive?path={work}/project&base_ref=nope`),
  get(`${BASE}/git/changes?path={work}/project`),
  get(`${BASE}/git/changes?path={work}/project/a`),
  get(`${BASE}/git/diff?path={work}/project/c.txt`),
  get(`${BASE}/git/diff?path={work}/project`),
  get(`${BASE}/git/diff?path={work}/project/nope`),
  get(`${BASE}/git/diff?path={work}/project/c.txt&commit=abcd`),
  get(`${BASE}/git/commits?path={work}/project`),
  get(`${BASE}/git/commits/abcd/changes?path={work}/project`),
  get(`${NOBODY}/git/changes?path={work}/project`),
  get(`${BASE}/vscode/status`),
  get(`${BASE}/vscode/url`),
  get(`${BASE}/vscode/url?workspace_dir=/etc`),
  get(`${NOBODY}/vscode/status`),
];

const SITE: readonly Step[] = [
  get(`${BASE}/workspace`),
  get(`${BASE}/workspace/`),
  get(`${BASE}/workspace/a`),
  get(`${BASE}/workspace/nope`),
  get(`${BASE}/workspace/..%2f..%2fx`),
  get(`${BASE}/workspace/a/b.txt`),
  get(`${NOBODY}/workspace`),
  get(`${NOBODY}/workspace/a/b.txt`),
  post(`${BASE}/workspace`),
  up("{work}/project/index.html", "<p>Hello</p>"),
  get(`${BASE}/workspace`),
  get(`${BASE}/workspace/index.html`),
  ...["css", "js", "json", "png", "svg", "md", "pdf", "py", "wasm", "bin", "unheardof"].flatMap((end) => [
    up(`{work}/project/site/f.${end}`, "0"),
    get(`${BASE}/workspace/site/f.${end}`, STATUS),
  ]),
  up("{work}/project/site/noext", "0"),
  get(`${BASE}/workspace/site/noext`, STATUS),
];

export const AREA_STEPS_OF_FILES: readonly Step[] = [...PLAIN, ...REPOSITORY, ...RUNTIME, ...SITE];
