/** Every operation asked without a key, by other methods, and for conversations that are not there. */
import { OPERATIONS, type OperationId } from "../../src/generated/operations.js";
import { BASE, BODIES, NOBODY, startOf } from "./contract-step.js";
import { get, post, type Step } from "./step.js";

const ALL = Object.keys(OPERATIONS) as OperationId[];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const NO_KEY = { "X-Session-API-Key": "" };
const WRONG_KEY = { "X-Session-API-Key": "wrong" };

/** A request for an operation; `bodyInGet` no fetch can send, so that it is asked without. */
function asking(id: OperationId, conversation: string, more: Partial<Step> = {}): Step {
  const { method, path } = OPERATIONS[id];
  const filled = path
    .replace(/\{(?:runtime_)?conversation_id\}/, conversation)
    .replace(/\{command_id\}/, NOBODY)
    .replace(/\{\w+\}/g, "x");
  const body = BODIES[id];
  return { ask: `${method} ${filled}`, ...(body === undefined ? {} : { body }), ...more };
}

const OF_CONVERSATIONS = ALL.filter((id) => /\{(?:runtime_)?conversation_id\}/.test(OPERATIONS[id].path));

/** The paths of the document, each with a method that no operation has there. */
function otherMethods(): Step[] {
  const taken = new Map<string, Set<string>>();
  for (const { method, path } of Object.values(OPERATIONS)) {
    const plain = path.replace(/\{\w+\}/g, "x");
    taken.set(plain, (taken.get(plain) ?? new Set()).add(method));
  }
  return [...taken].flatMap(([path, methods]) => {
    const other = METHODS.find((method) => !methods.has(method));
    return other ? [{ ask: `${other} ${path}` }] : [];
  });
}

export const CONTRACT_STEPS_OF_REFUSALS: readonly Step[] = [
  ...ALL.map((id) => asking(id, NOBODY, { headers: NO_KEY })),
  get("/api/settings", { headers: WRONG_KEY }),
  // The key is looked at before anything else
  post(BASE, { agent: 5 }, { headers: WRONG_KEY }),
  get(`${BASE}/not-an-id`, { headers: WRONG_KEY }),
  get(`${BASE}/search?limit=0`, { headers: WRONG_KEY }),
  get("/api/nowhere", { headers: WRONG_KEY }),
  get("/api/nowhere"),
  get("/api"),
  get("/", { headers: NO_KEY, only: "shape" }),
  get(`${BASE}/`),
  get("/api/tools"),
  get(`${BASE}/${NOBODY}/?x=1`),
  post("/api/settings", {}, { headers: NO_KEY }),
  get("/nowhere"),
  post("/api/nowhere", {}),
  post("/health", undefined),
  ...["/alive", "/health", "/ready"].map((path) => get(path, { headers: NO_KEY })),
  get("/server_info", { headers: NO_KEY, only: "shape" }),
  ...otherMethods(),
  post(BASE, startOf(), { only: "status", keep: { known: "id" } }),
  { ask: `PUT ${BASE}/{known}` },
  { ask: `DELETE ${BASE}/{known}/events` },
  ...OF_CONVERSATIONS.map((id) => asking(id, NOBODY)),
  ...OF_CONVERSATIONS.map((id) => asking(id, "not-an-id")),
  get(`${BASE}/0000`),
  get(`${BASE}/{known}/nowhere`),
  get(`${BASE}/{known}/events/a/b`),
];
