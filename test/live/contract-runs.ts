/** What happens in conversations: messages, runs and their ends, answers to confirmations, branches, goals. */
import { EVENT_PYTHON_PATHS } from "../../src/generated/kinds.js";
import { BASE, KINDS, LLM, NOBODY, playOf, startOf, textOf, until } from "./contract-step.js";
import { messageOf, TURNS, terminal } from "./script.js";
import { get, post, remove, type Step } from "./step.js";

const SHAPE = { only: "shape" } as const;
const STATUS = { only: "status" } as const;
const EVENTS = `${BASE}/{talk}/events`;

const TALKING: readonly Step[] = [
  post(BASE, startOf(), { only: "shape", keep: { talk: "id" } }),
  get(`${EVENTS}/search`),
  get(`${EVENTS}/count`),
  post(`${EVENTS}`, textOf("Only kept.")),
  get(`${EVENTS}/search`, { only: "kinds", keep: { prompt: "items.0.id", said: "items.1.id" } }),
  get(`${EVENTS}/{said}`),
  get(`${EVENTS}/{prompt}`, SHAPE),
  get(`${EVENTS}/nowhere`),
  get(`${EVENTS}/${NOBODY}`),
  post(EVENTS, {}),
  post(EVENTS, { role: "assistant", content: [] }),
  post(EVENTS, { role: "user", content: "text" }),
  get(`${EVENTS}/count`),
  ...playOf("{talk}", TURNS.parallel),
  get(`${EVENTS}/search`, KINDS),
  get(`${BASE}/{talk}`, SHAPE),
  get(`${BASE}/{talk}/agent_final_response`),
  post(`${BASE}/{talk}/run`),
  get(`${EVENTS}/search`, KINDS),
  ...playOf("{talk}", TURNS.finish),
  get(`${BASE}/{talk}/agent_final_response`),
  get(`${EVENTS}/search`, KINDS),
  post(EVENTS, { content: [{ type: "image", image_urls: ["https://example.com/a.png"] }], run: false }),
  get(`${EVENTS}/count?source=user`),
];

const READING: readonly Step[] = [
  get(`${EVENTS}/search?limit=3`, { only: "kinds", keep: { page: "next_page_id" } }),
  get(`${EVENTS}/search?limit=3&page_id={page}`, { only: "kinds", keep: { next: "next_page_id" } }),
  get(`${EVENTS}/search?limit=3&page_id={next}&sort_order=TIMESTAMP_DESC`, KINDS),
  get(`${EVENTS}/search?sort_order=TIMESTAMP_DESC&limit=2`, KINDS),
  get(`${EVENTS}/search?page_id=nowhere&limit=2`, KINDS),
  get(`${EVENTS}/search?limit=0`),
  get(`${EVENTS}/search?limit=101`),
  get(`${EVENTS}/search?limit=x`),
  get(`${EVENTS}/search?sort_order=SIDEWAYS`),
  get(`${EVENTS}/search?kind=MessageEvent`, KINDS),
  get(`${EVENTS}/search?kind=openhands.sdk.event.llm_convertible.message.MessageEvent`, KINDS),
  get(`${EVENTS}/search?kind=openhands.sdk.event.llm_convertible.message.MessageEvent&source=agent&limit=1`, KINDS),
  get(`${EVENTS}/search?source=user`, KINDS),
  get(`${EVENTS}/search?source=nobody`),
  get(`${EVENTS}/search?body=ONLY%20kept`, KINDS),
  get(`${EVENTS}/search?body=%5BImage`, KINDS),
  get(`${EVENTS}/count?source=user`),
  get(`${EVENTS}/count?body=ran`),
  get(`${EVENTS}/count?kind=openhands.sdk.event.llm_convertible.action.ActionEvent`),
  get(`${EVENTS}/search?timestamp__gte=2100-01-01T00:00:00`),
  get(`${EVENTS}/count?timestamp__lt=2100-01-01T00:00:00Z&source=user`),
  get(`${EVENTS}/count?timestamp__lt=2000-01-01T00:00:00%2B02:00`),
  get(`${EVENTS}/count?timestamp__lt=yesterday`),
  get(EVENTS),
  get(`/api/file/download-trajectory/{talk}`, STATUS),
  get(`${BASE}/{talk}/file/download-trajectory/{talk}`, STATUS),
  get(`/api/file/download-trajectory/${NOBODY}`),
];

const asks = { confirmation_policy: { kind: "AlwaysConfirm" } };
const ASKED = [{ calls: [terminal("echo asked")] }, { text: "Went on." }];

const CONFIRMING: readonly Step[] = [
  post(BASE, startOf(asks), { only: "status", keep: { ask: "id" } }),
  post(`${BASE}/{ask}/events/respond_to_confirmation`, { accept: false }),
  ...playOf("{ask}", ASKED, "waiting_for_confirmation"),
  get(`${BASE}/{ask}/events/search`, KINDS),
  post(`${BASE}/{ask}/events/respond_to_confirmation`, { accept: true }),
  until("{ask}", "finished"),
  get(`${BASE}/{ask}/events/search`, KINDS),
  ...playOf("{ask}", ASKED, "waiting_for_confirmation"),
  post(`${BASE}/{ask}/events/respond_to_confirmation`, { accept: false, reason: "Not now." }),
  until("{ask}", "idle"),
  get(`${BASE}/{ask}/events/search`, KINDS),
  post(`${BASE}/{ask}/run`),
  until("{ask}", "finished"),
  get(`${BASE}/{ask}/agent_final_response`),
  ...playOf("{ask}", ASKED.slice(0, 1), "waiting_for_confirmation"),
  // A message while an answer is waited for
  ...playOf("{ask}", [{ text: "As you like." }]),
  get(`${BASE}/{ask}/events/search?limit=30`, KINDS),
  post(`${BASE}/{ask}/events/respond_to_confirmation`, {}),
  post(`${BASE}/{ask}/events/respond_to_confirmation`, { accept: "perhaps" }),
];

/** A step that has an action of the agent, so that a tool runs. */
const called = (id: string): Step =>
  get(`${BASE}/${id}/events/count?kind=${EVENT_PYTHON_PATHS.ActionEvent}`, {
    only: "status",
    until: { "": 1 },
  });

const slow = [{ calls: [terminal("sleep 2")] }];
const round = { calls: [terminal("echo round")] };

const STOPPING: readonly Step[] = [
  post(BASE, startOf(), { only: "status", keep: { stop: "id" } }),
  post(`${BASE}/{stop}/pause`),
  until("{stop}", "paused"),
  post(`${BASE}/{stop}/pause`),
  post(`${BASE}/{stop}/interrupt`),
  get(`${BASE}/{stop}/events/search`, KINDS),
  post(`${BASE}/{stop}/events`, { ...textOf(messageOf(slow)), run: true }),
  called("{stop}"),
  get(`${BASE}/{stop}`, SHAPE),
  post(`${BASE}/{stop}/interrupt`),
  until("{stop}", "paused"),
  get(`${BASE}/{stop}/events/search`, KINDS),
  post(BASE, startOf(), { only: "status", keep: { rest: "id" } }),
  post(`${BASE}/{rest}/events`, { ...textOf(messageOf(slow)), run: true }),
  called("{rest}"),
  post(`${BASE}/{rest}/pause`),
  until("{rest}", "paused"),
  get(`${BASE}/{rest}/events/search`, KINDS),
  post(`${BASE}/{rest}/run`),
  until("{rest}", "finished"),
  post(`${BASE}/{rest}/pause`),
  get(`${BASE}/{rest}/events/search`, KINDS),
  post(BASE, startOf(), { only: "status", keep: { busy: "id" } }),
  post(`${BASE}/{busy}/events`, { ...textOf(messageOf(slow)), run: true }),
  called("{busy}"),
  post(`${BASE}/{busy}/run`),
  until("{busy}", "finished"),
  post(BASE, startOf(), { only: "status", keep: { dead: "id" } }),
  post(`${BASE}/{dead}/events`, { ...textOf(messageOf(slow)), run: true }),
  called("{dead}"),
  remove(`${BASE}/{dead}`),
  get(`${BASE}/{dead}`),
];

const BRANCHING: readonly Step[] = [
  post(BASE, startOf(), { only: "status", keep: { tree: "id" } }),
  ...playOf("{tree}", TURNS.text),
  get(`${BASE}/{tree}/events/search`, { only: "kinds", keep: { leaf: "items.1.id", last: "items.5.id" } }),
  post(`${BASE}/{tree}/navigate`, { event_id: "{leaf}" }, SHAPE),
  get(`${BASE}/{tree}/agent_final_response`),
  ...playOf("{tree}", [{ text: "Another way." }]),
  get(`${BASE}/{tree}/events/search`, KINDS),
  post(`${BASE}/{tree}/fork`, { from_event_id: "{leaf}" }, { only: "shape", keep: { branch: "id" } }),
  get(`${BASE}/{branch}/events/search`, KINDS),
  get(`${BASE}/{branch}`, SHAPE),
  post(`${BASE}/{tree}/fork`, { reset_metrics: false }, { only: "shape", keep: { whole: "id" } }),
  get(`${BASE}/{whole}/events/search`, KINDS),
];

const CONDENSER = {
  kind: "LLMSummarizingCondenser",
  llm: { ...LLM, usage_id: "condenser" },
  max_size: 14,
  keep_first: 2,
};

const ASIDE: readonly Step[] = [
  post(BASE, startOf({}, { condenser: CONDENSER }), { only: "status", keep: { aside: "id" } }),
  ...playOf("{aside}", TURNS.think),
  ...playOf("{aside}", TURNS.think),
  post(`${BASE}/{aside}/condense`),
  get(`${BASE}/{aside}/events/search`, KINDS),
  post(`${BASE}/{aside}/ask_agent`, { question: "How is it going?" }, SHAPE),
  get(`${BASE}/{aside}`, SHAPE),
  post(`${BASE}/{aside}/switch_llm`, { llm: { ...LLM, model: "openai/other", usage_id: "other" } }),
  ...playOf("{aside}", TURNS.text),
  get(`${BASE}/{aside}/events/search`, KINDS),
  post(`${BASE}/{aside}/goal`, { objective: " " }),
  post(`${BASE}/{aside}/goal/stop`),
  post(`${BASE}/{aside}/goal/resume`),
  get(`${BASE}/{aside}/events/search`, KINDS),
];

const STARTING_AT_ONCE: readonly Step[] = [
  post(BASE, startOf({ initial_message: textOf("Begin at once.") }), { only: "shape", keep: { once: "id" } }),
  until("{once}", "finished"),
  get(`${BASE}/{once}/events/search`, KINDS),
  post(BASE, startOf({ max_iterations: 2 }), { only: "status", keep: { loop: "id" } }),
  ...playOf("{loop}", [round, round, round, round], "error"),
  get(`${BASE}/{loop}/events/search`, KINDS),
  post(`${BASE}/{loop}/run`),
  get(`${BASE}/{loop}/events/count?kind=${EVENT_PYTHON_PATHS.ConversationErrorEvent}`, { until: { "": 2 } }),
  get(`${BASE}/{loop}/events/search`, KINDS),
  post(BASE, startOf({}, { tools: [{ name: "no_such_tool" }] }), { only: "status", keep: { odd: "id" } }),
  post(`${BASE}/{odd}/run`),
  until("{odd}", "error"),
  get(`${BASE}/{odd}/events/search`),
];

/** For a server that has a place for one run. */
export const CONTRACT_STEPS_OF_LIMITS: readonly Step[] = [
  post(BASE, startOf(), { only: "status", keep: { busy: "id" } }),
  post(BASE, startOf(), { only: "status", keep: { late: "id" } }),
  post(`${BASE}/{busy}/events`, { ...textOf(messageOf(slow)), run: true }),
  called("{busy}"),
  post(`${BASE}/{late}/events`, { ...textOf(messageOf(TURNS.text)), run: true }, { isFull: "send_message" }),
  get(`${BASE}/{late}/events/search`, KINDS),
  until("{busy}", "finished"),
  post(`${BASE}/{late}/run`),
  until("{late}", "finished"),
  get(`${BASE}/{late}/events/search`, KINDS),
  post(BASE, startOf({ initial_message: textOf(messageOf(slow)) }), { only: "status", keep: { third: "id" } }),
  called("{third}"),
  post(`${BASE}/{late}/run`, undefined, { isFull: "run_conversation" }),
  until("{third}", "finished"),
];

export const CONTRACT_STEPS_OF_RUNS: readonly Step[] = [
  ...TALKING,
  ...READING,
  ...CONFIRMING,
  ...STOPPING,
  ...BRANCHING,
  ...ASIDE,
  ...STARTING_AT_ONCE,
];
