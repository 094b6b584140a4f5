/** The mock server as the contract asks it: its agents do what the scripts in the messages say, as the live model does. */
import { type AgentClient, createAgentClient } from "agent-server-client";
import type { MockAgentServer, Turn } from "agent-server-client/mocks";
import { fieldsOf } from "../../src/simulator/fields.js";
import type { ScriptedCall } from "../../src/simulator/turns.js";
import { type ContractName, contractTrace } from "../live/contract.js";
import { COMMANDS } from "../live/contract-bash.js";
import type { Theatre } from "../live/perform.js";
import { FAILING_SCENES } from "../live/scenes.js";
import { type Step, scriptIn, type ToolCall } from "../live/script.js";
import type { Answered, Asked, Trace } from "../live/trace.js";
import { askerOf } from "../live/trace-ask.js";
import { MOCKED } from "./mocked.js";

const MODEL = "http://model.test/v1";

/** What a mock server answers to every step; each answer can be looked at. */
export async function mockedContract(
  mock: MockAgentServer,
  name: ContractName,
  look: (asked: Asked, answered: Answered) => void = () => undefined,
): Promise<Trace[]> {
  mock.bash((command) => COMMANDS[command] ?? {});
  const ask = askerOf(MOCKED);
  return contractTrace(name, { ...MOCKED, work: "/work", model: MODEL }, async (asked) => {
    mock.script(turnsIn(asked.body));
    if (asked.isFull) mock.fail(asked.isFull, 429);
    const answered = await ask(asked);
    look(asked, answered);
    return answered;
  });
}

/** Where a scene is played with a mock server. */
export function mockedTheatre(mock: MockAgentServer): Theatre {
  const client: AgentClient = createAgentClient({
    baseUrl: MOCKED.baseUrl,
    sessionApiKey: MOCKED.key,
    async fetch(request) {
      const text = await request.clone().text();
      if (text !== "") mock.script(turnsIn(JSON.parse(text)));
      return fetch(request);
    },
  });
  const model = { url: MODEL, requests: [], requestsOf: () => [], close: async () => undefined };
  return { client, model, workingDir: "/work" };
}

/** What the message in a request has the agent do. */
function turnsIn(body: unknown): Turn[] {
  const { content, initial_message: first } = fieldsOf(body);
  const blocks = content ?? fieldsOf(first)["content"];
  const text = Array.isArray(blocks) ? blocks.map((block) => String(fieldsOf(block)["text"])).join("\n") : "";
  return (scriptIn(text) ?? []).flatMap(turnsOf);
}

const ENDLESS = 10;

function turnsOf(step: Step): Turn[] {
  if ("status" in step || "isCut" in step) return [failureOf(step)];
  if (!("calls" in step)) return [step];
  const { isEndless = false, calls, ...more } = step;
  return Array.from({ length: isEndless ? ENDLESS : 1 }, () => ({ ...more, calls: calls.map(callOf) }));
}

/** The code is the one that the server has for such a failure. */
function failureOf(step: Step): Turn {
  const isSame = (other: Step): boolean => JSON.stringify(other) === JSON.stringify(step);
  const scene = FAILING_SCENES.find(({ play }) => typeof play === "object" && play.some(isSame));
  const code = scene?.events[0]?.split("/")[1] ?? "APIError";
  const text = "text" in step && step.text ? { text: step.text.slice(0, step.text.length / 2) } : {};
  return { ...text, error: { code, detail: "status" in step ? step.error.message : "The connection broke." } };
}

function callOf({ name, arguments: given }: ToolCall): ScriptedCall {
  const [program, words = ""] = String(fieldsOf(given)["command"]).split(/ (.*)/);
  const call = { tool: name, arguments: given };
  if (program === "sleep") return { ...call, durationMs: Number(words) * 1_000 };
  return program === "echo" ? { ...call, result: words } : call;
}
