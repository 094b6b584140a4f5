/** Which request is for which area: settings, profiles, secrets, files and all that is neither conversation nor command. */
import { OPERATIONS } from "../generated/operations.js";
import { refuse, type SimulatedAnswer, type SimulatedRequest } from "./answers.js";
import { AGENT_PROFILE_HANDLERS } from "./area-agent-profiles.js";
import type { Handler } from "./area-call.js";
import { CATALOGUE } from "./area-catalog.js";
import { CONNECTIONS } from "./area-connections.js";
import { DISCOVERY, FILES } from "./area-files.js";
import { GIT } from "./area-git.js";
import { INSTALLED } from "./area-installed.js";
import { MATERIALIZE } from "./area-materialize.js";
import { META_PROFILES } from "./area-meta-profiles.js";
import { PROFILES } from "./area-profiles.js";
import { RUNTIME } from "./area-runtime.js";
import { SECRETS } from "./area-secrets.js";
import { SETTINGS } from "./area-settings.js";
import { SKILLS } from "./area-skills.js";
import { WORKSPACES } from "./area-workspaces.js";
import type { World } from "./world.js";

/** The operations that are answered here. */
export const AREA_HANDLERS: { readonly [Id in keyof typeof OPERATIONS]?: Handler } = {
  ...SETTINGS,
  ...SECRETS,
  ...PROFILES,
  ...AGENT_PROFILE_HANDLERS,
  ...MATERIALIZE,
  ...META_PROFILES,
  ...CONNECTIONS,
  ...WORKSPACES,
  ...FILES,
  ...DISCOVERY,
  ...GIT,
  ...RUNTIME,
  ...INSTALLED,
  ...SKILLS,
  ...CATALOGUE,
};

/** A path of the document, and who answers which method there. */
interface Route {
  readonly parts: readonly string[];
  readonly handlers: Map<string, Handler>;
}

const ROUTES = routes();

function routes(): readonly Route[] {
  const byPath = new Map<string, Route>();
  for (const id of Object.keys(AREA_HANDLERS) as (keyof typeof OPERATIONS)[]) {
    const { method, path } = OPERATIONS[id];
    const handler = AREA_HANDLERS[id];
    const route = byPath.get(path) ?? { parts: path.split("/").slice(2), handlers: new Map<string, Handler>() };
    byPath.set(path, route);
    if (handler) route.handlers.set(method, handler);
  }
  return [...byPath.values()];
}

/** The values in a path, if it is of this form. Only a file's path may go on over slashes. */
function paramsIn({ parts }: Route, path: readonly string[]): Readonly<Record<string, string>> | undefined {
  const takesAll = parts.at(-1) === "{file_path}";
  if (takesAll ? path.length < parts.length : path.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const given = takesAll && at === parts.length - 1 ? path.slice(at).join("/") : (path[at] ?? "");
    if (part.startsWith("{") && (given !== "" || takesAll)) params[part.slice(1, -1)] = given;
    else if (part !== given) return undefined;
  }
  return params;
}

/** What the server answers to a request for an area; undefined when it is for something else. */
export function areas(world: World, request: SimulatedRequest): SimulatedAnswer | undefined {
  const { method, path, query = new URLSearchParams(), headers = {}, body } = request;
  const parts = path.split("/").slice(2).map(decodeURIComponent);
  const found = ROUTES.flatMap((route) => {
    const params = paramsIn(route, parts);
    return params ? [{ params, route }] : [];
  });
  const match = found.find(({ route }) => route.handlers.has(method));
  const handler = match?.route.handlers.get(method);
  if (match && handler) return handler({ world, areas: world.areas, params: match.params, query, headers, body });
  const [other] = found;
  if (!other) return undefined;
  const [allowed = ""] = other.route.handlers.keys();
  return { ...refuse(405, "Method Not Allowed"), headers: { "content-type": "application/json", allow: allowed } };
}

/** The keys that a request comes with: files of a conversation's folder take one from a cookie too. */
export function keysOf({ path, headers = {} }: SimulatedRequest): string[] {
  const isSite = /^\/api\/conversations\/[^/]+\/workspace(?:\/|$)/.test(path);
  const cookie = isSite ? /(?:^|;\s*)oh_workspace_session_key=([^;]*)/.exec(headers["cookie"] ?? "")?.[1] : undefined;
  return [headers["x-session-api-key"], cookie].filter((key) => key !== undefined);
}
