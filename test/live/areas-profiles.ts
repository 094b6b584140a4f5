/** Profiles of models, of agents and of routing, and what they lean on. */
import { get, patch, post, remove, SHAPE, STATUS, type Step } from "./step.js";

const LLM = "/api/profiles";
const AGENT = "/api/agent-profiles";
const META = "/api/meta-profiles";
const CONNECTION = "/api/llm/provider-connections";
const llm = { model: "openai/scripted", api_key: "sk-scripted", base_url: "http://127.0.0.1:9/v1" };
const exposed = (mode: string): Step => get(`${LLM}/one`, { headers: { "x-expose-secrets": mode }, ...SHAPE });

const MODELS: readonly Step[] = [
  get(LLM),
  post(`${LLM}/one`, { llm: { ...llm, aws_access_key_id: "AK" } }),
  post(`${LLM}/two`, { llm: { model: "m", bogus: 1 }, include_secrets: false }),
  post(`${LLM}/three`, { llm: { model: "m", api_key: "k" }, include_secrets: false }),
  post(`${LLM}/bad`, { llm: {} }),
  post(`${LLM}/bad`, { llm: { model: "" } }),
  get(LLM),
  get(`${LLM}/one`, SHAPE),
  get(`${LLM}/three`, SHAPE),
  get(`${LLM}/nobody`),
  exposed("plaintext"),
  exposed("encrypted"),
  get(`${LLM}/one`, { headers: { "x-expose-secrets": "wrong" } }),
  post(`${LLM}/two/rename`, { new_name: "one" }),
  post(`${LLM}/two/rename`, { new_name: "deux" }),
  post(`${LLM}/nobody/rename`, { new_name: "x" }),
  post(`${LLM}/nobody/rename`, { new_name: "nobody" }),
  post(`${LLM}/one/rename`, { new_name: "one" }),
  // There is no model for the one and none to ask for the other
  post(`${LLM}/one/validate`, { llm: { ...llm, num_retries: 0 } }, STATUS),
  post(`${LLM}/nobody/activate`),
  post(`${LLM}/one/activate`),
  get("/api/settings", SHAPE),
  post(`${LLM}/one/rename`, { new_name: "uno" }),
  get(LLM),
  patch("/api/settings", { active_profile: "deux" }, SHAPE),
  remove(`${LLM}/deux`),
  remove(`${LLM}/deux`),
  get(LLM),
];

const CONNECTIONS: readonly Step[] = [
  get(CONNECTION),
  post(CONNECTION, { display_name: "n", api_key: "k", base_url: "http://127.0.0.1:9" }, { keep: { connection: "id" } }),
  patch(`${CONNECTION}/{connection}`, {}),
  patch(`${CONNECTION}/{connection}`, { display_name: "z", provider: "p" }),
  patch(`${CONNECTION}/{connection}`, { display_name: null }),
  patch(`${CONNECTION}/{connection}`, { api_key: null }),
  patch(`${CONNECTION}/{connection}`, { api_key: "new" }),
  patch(`${CONNECTION}/{connection}`, { base_url: null }),
  patch(`${CONNECTION}/nobody`, { provider: "p" }),
  get(CONNECTION),
  post(`${LLM}/linked`, { llm: { ...llm, provider_connection_id: "{connection}" } }),
  get(`${LLM}/linked`, SHAPE),
  remove(`${CONNECTION}/{connection}`),
  post(`${LLM}/linked/activate`),
  get("/api/settings", SHAPE),
  remove(`${LLM}/linked`),
  remove(`${CONNECTION}/{connection}`),
  post(`${LLM}/dangling`, { llm: { model: "m", provider_connection_id: "nobody" } }),
  post(`${LLM}/dangling/activate`),
  patch("/api/settings", { active_profile: "dangling" }),
  get(LLM),
  post(`${LLM}/uno/activate`),
  patch(`${CONNECTION}/{connection}`, { api_key: "" }),
  remove(`${CONNECTION}/{connection}`),
  remove(`${CONNECTION}/{connection}`),
];

const preview = (profile: unknown): Step => post(`${AGENT}/draft/materialize`, { profile });

const AGENTS: readonly Step[] = [
  get(`${AGENT}/nobody`),
  get(AGENT, { keep: { seeded: "active_agent_profile_id" } }),
  get(`${AGENT}/default`),
  post(`${AGENT}/a`, { llm_profile_ref: "uno" }),
  post(`${AGENT}/a`, { llm_profile_ref: "uno", persona: "p", name: "zz", id: "11111111-1111-4111-8111-111111111111" }),
  get(`${AGENT}/a`, { keep: { agent: "profile.id" } }),
  post(`${AGENT}/b`, { agent_kind: "acp", secret_refs: ["B"] }),
  get(`${AGENT}/b`, { keep: { acp: "profile.id" } }),
  get(AGENT),
  post(`${AGENT}/c`, {}),
  post(`${AGENT}/c`, { llm_profile_ref: "", persona: "", bogus: 1 }),
  post(`${AGENT}/c`, { agent_kind: "zz" }),
  post(`${AGENT}/c`, { agent_kind: "acp", acp_server: "zz" }),
  post(`${AGENT}/c`, { agent_kind: "acp", llm_profile_ref: "uno" }),
  post(`${AGENT}/c`, { llm_profile_ref: "x", schema_version: "1" }),
  remove(`${LLM}/uno`),
  post(`${LLM}/uno/rename`, { new_name: "un" }),
  get(AGENT),
  post(`${AGENT}/a/rename`, { new_name: "b" }),
  post(`${AGENT}/a/rename`, { new_name: "aa" }),
  post(`${AGENT}/nobody/rename`, { new_name: "aa" }),
  post(`${AGENT}/aa/rename`, { new_name: "aa" }),
  post(`${AGENT}/{agent}/activate`),
  post(`${AGENT}/aa/activate`),
  get("/api/settings/secrets?agent_profile_id={acp}"),
  get("/api/settings/secrets?agent_profile_id={agent}"),
  post(`${AGENT}/aa/materialize`, undefined, SHAPE),
  post(`${AGENT}/b/materialize`, {}, SHAPE),
  post(`${AGENT}/nobody/materialize`),
  preview({ llm_profile_ref: "nobody", mcp_server_refs: ["two", "zz"] }),
  preview({ llm_profile_ref: "un", meta_profile_ref: "zz", tools: [{ name: "nope" }], disabled_skills: ["d"] }),
  preview({ llm_profile_ref: "dangling" }),
  preview({ agent_kind: "acp", acp_server: "custom" }),
  preview({}),
  remove(`${AGENT}/aa`),
  remove(`${AGENT}/aa`),
  get(AGENT),
];

const ROUTING: readonly Step[] = [
  get(META),
  post(`${META}/m`, { classifier_model: "un", classes: [{ description: "d", model: "un" }] }),
  get(META),
  get(`${META}/m`),
  get(`${META}/nobody`),
  post(`${META}/bad`, { classifier_model: "u", prompt_template: "x" }),
  post(`${META}/bad`, {
    classifier_model: "u",
    prompt_template: "{{ instance_text }}",
    classes: [{ description: "d", model: "m" }],
  }),
  post(`${META}/m2`, { classifier_model: "u", prompt_template: "{{ instance_text }}", model_table: "t" }),
  get(`${META}/m2`),
  post(`${META}/nobody/activate`),
  post(`${META}/m/activate`),
  get(META),
  get("/api/settings", SHAPE),
  preview({ llm_profile_ref: "un", meta_profile_ref: "m2", enable_classify_and_switch_llm_tool: true }),
  post(
    `${AGENT}/draft/materialize`,
    { profile: { llm_profile_ref: "un", meta_profile_ref: "m", enable_classify_and_switch_llm_tool: true } },
    SHAPE,
  ),
  remove(`${META}/m`),
  remove(`${META}/m`),
  get("/api/settings", SHAPE),
];

const WORKSPACES: readonly Step[] = [
  get("/api/workspaces"),
  post("/api/workspaces", {
    workspaces: [
      { id: "1", name: "n", path: "/a" },
      { id: "2", name: "n", path: "/a" },
    ],
  }),
  post("/api/workspaces", { workspaces: [{ id: "3", name: "m", path: "/b", parentPath: "/x", bogus: 1 }] }),
  post("/api/workspaces", { workspaces: [] }),
  post("/api/workspaces/parents", { parents: [{ id: "1", name: "n", path: "/p" }] }),
  get("/api/workspaces"),
  get("/api/workspaces/parents"),
  remove("/api/workspaces?path=/a"),
  remove("/api/workspaces?path=/a"),
  remove("/api/workspaces/parents?path=/p"),
  remove("/api/workspaces/parents?path=/p"),
];

export const AREA_STEPS_OF_PROFILES: readonly Step[] = [
  ...MODELS,
  ...CONNECTIONS,
  ...AGENTS,
  ...ROUTING,
  ...WORKSPACES,
];
