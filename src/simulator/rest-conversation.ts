/** REST over one conversation. */
import { finalResponse } from "../conversation/answers.js";
import { interrupt, pause, run, stopGoal } from "./actions.js";
import { LAST_WORDS } from "./agent.js";
import { hex } from "./agent-events.js";
import {
  answer,
  crash,
  invalidUuid,
  NO_PLACE,
  NOT_FOUND,
  ok,
  refuse,
  type SimulatedAnswer,
  SUCCESS,
  successAfter,
} from "./answers.js";
import { eventsOf } from "./branch.js";
import { canCondense, condense } from "./condense.js";
import { fieldsOf, pythonRepr, textOr } from "./fields.js";
import { pursue } from "./goal.js";
import { canonical, UUID } from "./ids.js";
import { configOrDefault, infoOf, RUNTIME } from "./info.js";
import { addUsage, register } from "./run.js";
import { patch, setPolicy, setSecrets, setSecurityAnalyzer, switchLlm } from "./settings.js";
import { unlock } from "./state.js";
import { fork, navigate } from "./tree.js";
import { type Conversation, isAtLeast, type World } from "./world.js";

type Operation = (world: World, conversation: Conversation, body: unknown) => SimulatedAnswer;

const get: Operation = (world, conversation) => ok(infoOf(world, conversation));
const runtime: Operation = () => ok(RUNTIME);

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET ": get,
  "PATCH ": (world, conversation, body) => successAfter(patch(world, conversation, fieldsOf(body))),
  "DELETE "(world, { id }) {
    remove(world, id);
    return SUCCESS;
  },
  "POST run"(world, conversation) {
    const outcome = run(world, conversation);
    if (outcome === "running") {
      return refuse(409, "Conversation already running. Wait for completion or pause first.");
    }
    return outcome === "busy" ? NO_PLACE : SUCCESS;
  },
  "POST pause": (world, conversation) => successAfter(pause(world, conversation)),
  "POST interrupt": (world, conversation) => successAfter(interrupt(world, conversation)),
  "GET agent_final_response": (_, conversation) => ok({ response: finalResponse(eventsOf(conversation)) }),
  "POST ask_agent"(world, conversation) {
    const { model } = fieldsOf(configOrDefault(conversation).agent["llm"]);
    register(conversation, { usage_id: "ask-agent-llm", model });
    addUsage(conversation, "ask-agent-llm", { responseId: `chatcmpl-${hex(world, 16)}` });
    return ok({ response: LAST_WORDS });
  },
  "POST condense": condenseNow,
  "POST navigate": navigateTo,
  "POST fork": forkFrom,
  "POST confirmation_policy": (world, conversation, body) =>
    successAfter(setPolicy(world, conversation, fieldsOf(body)["policy"])),
  "POST security_analyzer": (world, conversation, body) =>
    successAfter(setSecurityAnalyzer(world, conversation, fieldsOf(body)["security_analyzer"])),
  "POST secrets": (_, conversation, body) => successAfter(setSecrets(conversation, fieldsOf(body)["secrets"])),
  "POST switch_llm": (world, conversation, body) => successAfter(switchLlm(world, conversation, fieldsOf(body)["llm"])),
  "POST switch_profile"(world, conversation, body) {
    const name = textOr(fieldsOf(body)["profile_name"]);
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
      return refuse(400, `Invalid profile name: ${pythonRepr(name)}. ${PROFILE_NAMES}`);
    }
    const llm = world.areas.profiles.get(name);
    return llm ? successAfter(switchLlm(world, conversation, llm)) : refuse(404, `Profile '${name}' not found`);
  },
  "POST switch_acp_model": () => refuse(400, "switch_acp_model is only supported for ACP conversations."),
  "POST load_plugin"(_, conversation, body) {
    const hasContext = fieldsOf(configOrDefault(conversation).agent["agent_context"])["kind"] !== undefined;
    const why = hasContext ? `Plugin '${textOr(fieldsOf(body)["plugin_ref"])}' not found` : NO_CONTEXT;
    return refuse(hasContext ? 404 : 400, why);
  },
  "GET runtime": runtime,
  "POST runtime/reprovision": runtime,
  "POST goal": startGoal,
  "POST goal/resume": resumeGoal,
  "POST goal/stop"(world, conversation) {
    stopGoal(world, conversation);
    return SUCCESS;
  },
};

const PROFILE_NAMES =
  "Profile names must be 1-64 characters, start with a letter or digit, and contain only letters, digits, '.', '_', or '-'.";
const NO_CONTEXT =
  "No agent context available. Configure agent_context with registered_marketplaces to use load_plugin().";

const PATHS: ReadonlySet<string | undefined> = new Set(Object.keys(OPERATIONS).map((route) => route.split(" ")[1]));

/** One operation. Of a conversation that is not there, each version has its own way of saying so. */
export function restConversation(world: World, asked: string, route: string, body: unknown): SimulatedAnswer {
  const operation = Object.hasOwn(OPERATIONS, route) ? OPERATIONS[route] : undefined;
  if (!operation) return PATHS.has(route.split(" ")[1]) ? refuse(405, "Method Not Allowed") : NOT_FOUND;
  if (!UUID.test(asked)) return invalidUuid("conversation_id", asked);
  const conversation = world.conversations.get(canonical(asked));
  return conversation ? operation(world, conversation, body) : unknown(world, route);
}

function unknown(world: World, route: string): SimulatedAnswer {
  const isRecent = isAtLeast(world, "1.58");
  switch (route) {
    case "POST condense":
    case "POST navigate":
      return refuse(404, "Conversation not found");
    case "POST fork":
      return refuse(404, "Source conversation not found");
    case "POST ask_agent": {
      const exception = "500: Internal Server Error";
      return isRecent ? refuse(404, "Conversation not found") : answer(500, { detail: exception.slice(5), exception });
    }
    case "PATCH ":
      return isRecent ? NOT_FOUND : ok({ success: false });
    case "POST pause":
    case "POST interrupt":
    case "DELETE ":
      return isRecent ? NOT_FOUND : refuse(400, "Bad Request");
    default:
      return NOT_FOUND;
  }
}

/** Its sockets are not closed. They fall silent. Who waited for its lock is answered. */
export function remove({ conversations }: World, id: string): void {
  const conversation = conversations.get(id);
  conversation?.run?.cancel();
  conversation?.subscribers.clear();
  conversations.delete(id);
  if (conversation?.isLocked) unlock(conversation);
}

function condenseNow(world: World, conversation: Conversation): SimulatedAnswer {
  if (canCondense(conversation)) {
    condense(world, conversation);
    return SUCCESS;
  }
  const why = "Cannot condense conversation: No condenser configured";
  if (isAtLeast(world, "1.58")) return refuse(409, why);
  return crash(world, `${why}. ${HOW_TO_CONDENSE}`);
}

const HOW_TO_CONDENSE = `To enable manual condensation, configure an LLMSummarizingCondenser:

from openhands.sdk.context.condenser import LLMSummarizingCondenser
agent = Agent(
    llm=your_llm,
    condenser=LLMSummarizingCondenser(
        llm=your_llm,
        max_size=120,
        keep_first=4
    )
)`;

function navigateTo(world: World, conversation: Conversation, body: unknown): SimulatedAnswer {
  const { event_id } = fieldsOf(body);
  const id = typeof event_id === "string" ? event_id : null;
  if (id !== null && !conversation.places.has(id)) return refuse(404, `Unknown event_id: ${id}`);
  navigate(conversation, id);
  return ok(infoOf(world, conversation, false));
}

function forkFrom(world: World, conversation: Conversation, body: unknown): SimulatedAnswer {
  const { id, from_event_id: from } = fieldsOf(body);
  if (typeof id === "string" && world.conversations.has(canonical(id))) {
    return refuse(409, `Conversation with id ${canonical(id)} already exists`);
  }
  if (typeof from === "string" && !conversation.places.has(from)) return refuse(404, `Unknown from_event_id: ${from}`);
  return answer(201, infoOf(world, fork(world, conversation, fieldsOf(body)), false));
}

const GOAL_RUNS = refuse(409, "Conversation run or goal loop already running.");

function startGoal(world: World, conversation: Conversation, body: unknown): SimulatedAnswer {
  const { objective, max_iterations = 10 } = fieldsOf(body);
  if (textOr(objective).trim() === "") return refuse(400, "Goal objective must not be empty.");
  if (conversation.goal?.isActive || conversation.run) return GOAL_RUNS;
  const goal = {
    objective: textOr(objective),
    max_iterations: Number(max_iterations),
    iteration: 0,
    isActive: true,
    isOver: false,
  };
  return pursue(world, conversation, goal) === "busy" ? NO_PLACE : SUCCESS;
}

function resumeGoal(world: World, conversation: Conversation): SimulatedAnswer {
  const { goal, run: current } = conversation;
  if (!goal || goal.isOver) return refuse(400, "no_resumable_goal");
  if (goal.isActive || current) return GOAL_RUNS;
  return pursue(world, conversation, goal) === "busy" ? NO_PLACE : SUCCESS;
}
