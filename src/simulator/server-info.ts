/** What the server tells of itself. */
import type { Fields } from "./fields.js";
import type { World } from "./world.js";

const FULL_VERSIONS = { "1.44": "1.44.0", "1.52": "1.52.0", "1.58": "1.58.2" } as const;

/** `GET /server_info`. */
export function serverInfo({ version, startedAt, now }: World): Fields {
  const full = FULL_VERSIONS[version];
  const uptime = Math.floor((now() - startedAt) / 1_000);
  return {
    uptime,
    idle_time: uptime,
    title: "OpenHands Agent Server",
    version: full,
    sdk_version: full,
    tools_version: full,
    workspace_version: full,
    build_git_sha: "unknown",
    build_git_ref: "unknown",
    python_version: "3.13.0",
    usable_tools: ["file_editor", "task_tracker", "terminal", "browser_tool_set"],
    runtime_idle_timeout_seconds: null,
    conversation_runtime: "local",
    capabilities: [
      "conversation_runtime_routes_v1",
      "profile_secret_scope_v1",
      "profile_persona_v1",
      "credential_binding_v1",
      "credential_binding_readiness_probe_v1",
      "credential_binding_activation_guard_v1",
      "idempotent_conversation_create_v1",
      "tool_catalog_v1",
      "agent_profile_draft_materialize_v1",
    ],
    app_backend_ingress_url: null,
    max_foreground_terminal_timeout_seconds: null,
    docs: "/docs",
    redoc: "/redoc",
  };
}
