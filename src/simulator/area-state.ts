/** What a server keeps beside conversations and commands. */
import { ACP_SETTINGS, AGENT_SETTINGS, CONVERSATION_SETTINGS } from "./area-defaults.js";
import type { Json } from "./area-json.js";
import { type FileTree, newFileTree } from "./file-tree.js";

/** The settings, whole, secrets included. */
export interface Settings {
  agent: Json;
  conversation: Json;
  misc: Json;
  active_profile: string | null;
  active_agent_profile_id: string | null;
  active_meta_profile: string | null;
}

/** A provider's key that several profiles share. */
export interface Connection {
  readonly id: string;
  readonly display_name: string;
  readonly provider: string;
  readonly base_url: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly api_key: string;
}

/** What is installed from a folder. */
export type InstalledKind = "skills" | "plugins" | "canvas-extensions";

/** All of it. */
export interface Areas {
  readonly settings: Settings;
  readonly secrets: Map<string, { readonly value: string; readonly description: string | null }>;
  /** Settings of a model, by the profile's name. */
  readonly profiles: Map<string, Json>;
  readonly agentProfiles: Map<string, Json>;
  readonly metaProfiles: Map<string, Json>;
  readonly connections: Map<string, Connection>;
  readonly workspaces: Map<string, Json>;
  readonly workspaceParents: Map<string, Json>;
  readonly files: FileTree;
  readonly installed: Readonly<Record<InstalledKind, Map<string, Json>>>;
}

/** The home of the server's user. */
export const HOME = "/home/openhands";

/** What a server has that nobody has asked for anything yet. */
export const newAreas = (): Areas => ({
  settings: {
    agent: AGENT_SETTINGS,
    conversation: CONVERSATION_SETTINGS,
    misc: {},
    active_profile: null,
    active_agent_profile_id: null,
    active_meta_profile: null,
  },
  secrets: new Map(),
  profiles: new Map(),
  agentProfiles: new Map(),
  metaProfiles: new Map(),
  connections: new Map(),
  workspaces: new Map(),
  workspaceParents: new Map(),
  files: newFileTree([HOME, "/tmp"]),
  installed: { skills: new Map(), plugins: new Map(), "canvas-extensions": new Map() },
});

/** The settings that an agent of this kind begins with; undefined for a kind that is none. */
export const settingsOfKind = (kind: unknown): Json | undefined =>
  kind === "openhands" ? AGENT_SETTINGS : kind === "acp" ? ACP_SETTINGS : undefined;

/** Names in the order in which the server lists them. */
export const inOrder = <T>(map: ReadonlyMap<string, T>): (readonly [string, T])[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));
