/** Conversations: made, found, changed, copied and deleted. None of them runs. */

import { BASE, KINDS, NOBODY, startOf, textOf } from "./contract-step.js";
import { get, patch, post, remove, type Step } from "./step.js";

const FIRST = "11111111-1111-4111-8111-111111111111";
const SHAPE = { only: "shape" } as const;

const MAKING: readonly Step[] = [
  get(`${BASE}/count`),
  get(`${BASE}/search`),
  post(BASE, startOf({ conversation_id: FIRST, tags: { lab: "one" } }), { only: "shape", keep: { first: "id" } }),
  post(BASE, startOf({ conversation_id: FIRST, max_iterations: 7 }), SHAPE), // the same once more
  post(BASE, startOf({ conversation_id: FIRST.replaceAll("-", "").toUpperCase() }), { only: "status" }),
  get(`${BASE}/{first}`, SHAPE),
  get(`${BASE}/${FIRST.replaceAll("-", "")}`, { only: "status" }),
  get(`${BASE}/{first}?include_skills=true`, { only: "status" }),
  post(BASE, startOf({ max_iterations: 0 }), {}),
  post(BASE, startOf({ parent_conversation_id: NOBODY })),
  post(BASE, startOf({ parent_conversation_id: FIRST }), { only: "shape", keep: { second: "id" } }),
  post(BASE, { ...startOf(), agent_profile_id: NOBODY, agent: undefined }),
  post(BASE, { ...startOf(), agent_profile_id: NOBODY }),
  post(BASE, startOf({ client_tools: [{ name: "terminal", description: "", parameters: { type: "object" } }] })),
  post(
    BASE,
    {
      agent_settings: { agent_kind: "openhands", llm: { model: "m" } },
      workspace: { working_dir: "{work}" },
      autotitle: false,
    },
    { only: "shape", keep: { third: "id" } },
  ),
  post(BASE, startOf({}, { tools: [{ name: "no_such_tool" }] }), { only: "status", keep: { odd: "id" } }),
  post(`${BASE}/{odd}/events`, textOf("Hi")),
  get(`${BASE}/{odd}/events/count`),
];

const FINDING: readonly Step[] = [
  get(`${BASE}/count`),
  get(`${BASE}/count?status=idle`),
  get(`${BASE}/count?status=running`),
  get(`${BASE}/count?status=nothing`),
  get(`${BASE}/search?limit=1`, { only: "shape", keep: { page: "next_page_id" } }),
  get(`${BASE}/search?limit=2&page_id={page}&sort_order=CREATED_AT_DESC`, SHAPE),
  get(`${BASE}/search?sort_order=CREATED_AT&limit=1`, { only: "ids" }),
  get(`${BASE}/search?sort_order=CREATED_AT`, { only: "ids" }),
  get(`${BASE}/search?sort_order=UPDATED_AT_DESC`, { only: "ids" }),
  get(`${BASE}/search?sort_order=UPDATED_AT`, { only: "ids" }),
  get(`${BASE}/search?status=paused`),
  get(`${BASE}/search?page_id=nowhere`, { only: "ids" }),
  get(`${BASE}/search?limit=101`),
  get(`${BASE}/search?limit=0`),
  get(`${BASE}/search?sort_order=SIDEWAYS`),
  get(`${BASE}?ids={first}&ids=${NOBODY}&ids={second}`, { only: "ids" }),
  get(BASE),
  get(`${BASE}?ids=x`),
  get(`${BASE}?${Array.from({ length: 100 }, () => `ids=${NOBODY}`).join("&")}`),
];

const CHANGING: readonly Step[] = [
  patch(`${BASE}/{first}`, { title: "A title" }),
  patch(`${BASE}/{first}`, { tags: { lab: "two", more: "x" } }),
  patch(`${BASE}/{first}`, {}),
  patch(`${BASE}/{first}`, { title: "" }),
  patch(`${BASE}/{first}`, { title: "x".repeat(201) }, { only: "shape" }),
  patch(`${BASE}/{first}`, { tags: { "Not a key": "x" } }, { only: "shape" }),
  get(`${BASE}/{first}`, { only: "shape" }),
  get(`${BASE}/search?sort_order=UPDATED_AT_DESC&limit=1`, { only: "ids" }),
  get(`${BASE}/{first}/events/search`, KINDS),
  post(`${BASE}/{first}/confirmation_policy`, { policy: { kind: "AlwaysConfirm" } }),
  post(`${BASE}/{first}/confirmation_policy`, { policy: { kind: "ConfirmRisky", threshold: "HIGH" } }),
  post(`${BASE}/{first}/confirmation_policy`, { policy: { kind: "Nothing" } }),
  post(`${BASE}/{first}/security_analyzer`, { security_analyzer: { kind: "LLMSecurityAnalyzer" } }),
  post(`${BASE}/{first}/security_analyzer`, { security_analyzer: null }),
  post(`${BASE}/{first}/secrets`, { secrets: { TOKEN: "hush", OTHER: { kind: "StaticSecret", value: "hush" } } }),
  post(`${BASE}/{first}/switch_llm`, { llm: { model: "openai/other", usage_id: "other", base_url: "{model}" } }),
  post(`${BASE}/{first}/switch_profile`, { profile_name: "nobody" }),
  post(`${BASE}/{first}/switch_acp_model`, { model: "m" }),
  post(`${BASE}/{first}/load_plugin`, { plugin_ref: "a@b" }),
  get(`${BASE}/{first}/runtime`),
  post(`${BASE}/{first}/runtime/reprovision`),
  get(`${BASE}/{first}/agent_final_response`),
  post(`${BASE}/{first}/condense`),
  post(`${BASE}/{first}/navigate`, { event_id: "nowhere" }),
  post(`${BASE}/{first}/navigate`, { event_id: null }, SHAPE),
  get(`${BASE}/{first}`, SHAPE),
  get(`${BASE}/{first}/events/search`, KINDS),
];

const COPYING: readonly Step[] = [
  post(`${BASE}/{first}/fork`, { title: "A copy", tags: { lab: "three" } }, { only: "shape", keep: { copy: "id" } }),
  post(`${BASE}/{first}/fork`, { id: FIRST }),
  post(`${BASE}/{first}/fork`, { id: "22222222-2222-4222-8222-222222222222", from_event_id: "nowhere" }),
  post(`${BASE}/{first}/fork`, undefined, { only: "status", keep: { plain: "id" } }),
  get(`${BASE}/{copy}/events/search`, KINDS),
  get(`${BASE}/{plain}`, SHAPE),
  remove(`${BASE}/{copy}`),
  remove(`${BASE}/{copy}`),
  get(`${BASE}/{copy}`),
  get(`${BASE}/{copy}/events/search`),
  get(`${BASE}/count`),
];

export const CONTRACT_STEPS_OF_CONVERSATIONS: readonly Step[] = [...MAKING, ...FINDING, ...CHANGING, ...COPYING];
