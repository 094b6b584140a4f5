/** Requests to a simulated server about its settings. */
import type { SimulatedAnswer } from "../../src/simulator/answers.js";
import type { Json } from "../../src/simulator/area-json.js";
import type { Simulator } from "../../src/simulator/simulator.js";

/** What a server answers. */
export const ask = (
  simulator: Simulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): SimulatedAnswer => simulator.rest({ method, path, body, headers });

interface Shown {
  readonly agent_settings: {
    readonly llm: Json;
    readonly mcp_config: Json;
    readonly agent_context: Json;
    readonly active_meta_profile: string | null;
    readonly enable_classify_and_switch_llm_tool: boolean;
    readonly meta_profile: Json | null;
  };
  readonly conversation_settings: Json;
  readonly llm_api_key_is_set: boolean;
  readonly misc_settings: Json;
  readonly active_profile: string | null;
}

/** The settings, with secrets as the header says. */
export const settingsOf = (simulator: Simulator, mode = ""): Shown =>
  ask(simulator, "GET", "/api/settings", undefined, { "x-expose-secrets": mode }).body as Shown;
/** Changes the settings. */
export const change = (simulator: Simulator, body: unknown): Shown =>
  ask(simulator, "PATCH", "/api/settings", body).body as Shown;
/** Changes the agent's settings. */
export const agent = (simulator: Simulator, agent_settings_diff: unknown): Shown =>
  change(simulator, { agent_settings_diff });
