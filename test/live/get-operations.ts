/** Every GET operation of the document: how to ask it without changing anything, or why it is not asked. */
import type { OPERATIONS } from "../../src/generated/operations.js";
import type { Furniture } from "./furnish.js";
import type { VersionName } from "./versions.js";

type Operations = typeof OPERATIONS;

/** The ids of the GET operations. */
export type GetOperation = {
  [Id in keyof Operations]: Operations[Id]["method"] extends "GET" ? Id : never;
}[keyof Operations];

/** What an operation is asked with. */
export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
}

type Ask = (things: Furniture) => Asked;

const plain: Ask = () => ({});
const named: Ask = ({ name }) => ({ path: { name } });
const conversation: Ask = ({ conversation_id }) => ({ path: { conversation_id } });
const inFolder: Ask = ({ folder }) => ({ query: { path: folder } });
const ofFile: Ask = ({ file }) => ({ query: { path: file } });
const ofCommit: Ask = ({ sha, folder }) => ({ path: { sha }, query: { path: folder } });

/** The same, asked of a conversation's runtime. */
const inRuntime =
  (ask: Ask): Ask =>
  (things) => {
    const { path, query } = ask(things);
    return { path: { ...path, runtime_conversation_id: things.conversation_id }, ...(query ? { query } : {}) };
  };

export const ASKED: Readonly<Partial<Record<GetOperation, Ask>>> = {
  archive_directory: inFolder,
  archive_directory_for_conversation: inRuntime(inFolder),
  batch_get_conversations: ({ conversation_id }) => ({
    query: { ids: [conversation_id, "00000000-0000-4000-8000-000000000000"] },
  }),
  count_conversation_events: conversation,
  count_conversations: plain,
  download_file_query: ofFile,
  download_file_query_for_conversation: inRuntime(ofFile),
  download_trajectory: conversation,
  download_trajectory_for_conversation: inRuntime(conversation),
  get_agent_profile: named,
  get_agent_settings_schema: plain,
  get_bash_event: ({ bash_event_id }) => ({ path: { event_id: bash_event_id } }),
  get_bash_event_for_conversation: inRuntime(({ runtime_bash_event_id }) => ({
    path: { event_id: runtime_bash_event_id },
  })),
  get_canvas_extension_bundle_endpoint: ({ name }) => ({ path: { extension_name: name } }),
  get_conversation: conversation,
  get_conversation_agent_final_response: conversation,
  get_conversation_event: ({ conversation_id, event_id }) => ({ path: { conversation_id, event_id } }),
  get_conversation_settings_schema: plain,
  get_home_directory: plain,
  get_installed_canvas_extension_endpoint: ({ name }) => ({ path: { extension_name: name } }),
  get_installed_plugin_endpoint: ({ name }) => ({ path: { plugin_name: name } }),
  get_installed_skill_endpoint: ({ name }) => ({ path: { skill_name: name } }),
  get_local_conversation_runtime: conversation,
  get_meta_profile: named,
  get_openai_subscription_status: plain,
  get_profile: named,
  get_secret_value: () => ({ path: { name: "LIVE_LAB" } }),
  get_settings: plain,
  get_tool_catalog: plain,
  get_vscode_status: plain,
  get_vscode_status_for_conversation: inRuntime(plain),
  git_changes_query: inFolder,
  git_changes_query_for_conversation: inRuntime(inFolder),
  git_commit_changes_query: ofCommit,
  git_commit_changes_query_for_conversation: inRuntime(ofCommit),
  git_commits_query: inFolder,
  git_commits_query_for_conversation: inRuntime(inFolder),
  git_diff_query: ofFile,
  git_diff_query_for_conversation: inRuntime(ofFile),
  list_agent_profiles: plain,
  list_available_tools: plain,
  list_installed_canvas_extensions_endpoint: plain,
  list_installed_plugins_endpoint: plain,
  list_installed_skills_endpoint: plain,
  list_meta_profiles: plain,
  list_models: plain,
  list_openai_subscription_models: plain,
  list_profiles: plain,
  list_provider_connections: plain,
  list_providers: plain,
  list_secrets: plain,
  list_verified_models: plain,
  list_workspaces: plain,
  search_bash_events: plain,
  search_bash_events_for_conversation: inRuntime(plain),
  search_conversation_events: conversation,
  search_conversations: plain,
  search_subdirs: inFolder,
  serve_workspace_file: ({ conversation_id }) => ({ path: { conversation_id, file_path: "notes.txt" } }),
  serve_workspace_root: conversation,
};

export const NOT_ASKED: Readonly<Partial<Record<GetOperation, string>>> = {
  batch_get_bash_events: "wants a body, which fetch refuses in a GET",
  batch_get_bash_events_for_conversation: "wants a body, which fetch refuses in a GET",
  batch_get_conversation_events: "wants a body, which fetch refuses in a GET",
  get_canvas_extension_backend_logs_endpoint: "needs an extension with a backend, which is built from the network",
  get_canvas_extension_backend_status_endpoint: "needs an extension with a backend, which is built from the network",
  get_init_status: "is there only in a server that waits for its settings",
  get_mcp_oauth_status: "needs a sign-in that is under way at a server elsewhere",
  get_runtime_vscode_url_for_conversation: "needs VS Code",
  get_vscode_url: "needs VS Code",
  git_repositories_search: "asks a git provider on the network",
  plugins_get_marketplace_catalog: "fetches its catalogue from the network",
  skills_get_marketplace_catalog: "fetches its catalogue from the network",
};

/** What a version does not have yet. */
export const ABSENT: Readonly<Record<VersionName, readonly GetOperation[]>> = {
  "1.44.0": [
    "archive_directory_for_conversation",
    "download_file_query_for_conversation",
    "download_trajectory_for_conversation",
    "get_bash_event_for_conversation",
    "get_local_conversation_runtime",
    "get_meta_profile",
    "get_tool_catalog",
    "get_vscode_status_for_conversation",
    "git_changes_query_for_conversation",
    "git_commit_changes_query_for_conversation",
    "git_commits_query_for_conversation",
    "git_diff_query_for_conversation",
    "list_meta_profiles",
    "search_bash_events_for_conversation",
  ],
  "1.52.0": [],
  "1.58.2": [],
};
