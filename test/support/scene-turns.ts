/** What an agent must have done for a recorded conversation to come about: the turns of its script. */
import { fieldsOf } from "../../src/simulator/fields.js";
import type { ScriptedCall, Turn } from "../../src/simulator/turns.js";
import type { WireEvent } from "../../src/simulator/world.js";
import type { Told } from "./simulated.js";

interface Block {
  readonly text: string;
}

/** One turn for each response of the model, and for each of its failures. */
export function turnsOf(events: readonly WireEvent[], session: readonly Told[]): Turn[] {
  const responses = new Set<unknown>();
  return events.flatMap((event): Turn[] => {
    const { llm_response_id: response, code, detail } = event;
    if (event.kind === "ConversationErrorEvent" && code !== "MaxIterationsReached") {
      return [{ error: { code: String(code), detail: String(detail) } }];
    }
    if (response === undefined || responses.has(response) || event.kind === "Condensation") return [];
    responses.add(response);
    const batch = events.filter((other) => other["llm_response_id"] === response);
    return [event.kind === "MessageEvent" ? textTurn(event, session) : callsTurn(events, batch, session)];
  });
}

/** The pieces of text in which an event came, if it came in pieces. */
function streamOf({ id }: WireEvent, session: readonly Told[]): readonly string[] | false {
  const pieces = session.filter((frame) => frame["type"] === "delta" && frame["item_id"] === id);
  const texts = pieces.filter((frame) => frame["kind"] === "text").map((frame) => String(frame["content"]));
  return pieces.length > 0 && texts;
}

function textTurn(event: WireEvent, session: readonly Told[]): Turn {
  const { content, reasoning_content } = fieldsOf(event["llm_message"]);
  return {
    text: (content as readonly Block[]).map(({ text }) => text).join(""),
    ...(typeof reasoning_content === "string" ? { reasoning: reasoning_content } : {}),
    stream: streamOf(event, session),
  };
}

function callsTurn(events: readonly WireEvent[], batch: readonly WireEvent[], session: readonly Told[]): Turn {
  const [first] = batch as [WireEvent];
  const thought = (first["thought"] ?? []) as readonly Block[];
  const reasoning = first["reasoning_content"];
  return {
    ...(thought.length > 0 ? { text: thought.map(({ text }) => text).join("") } : {}),
    ...(typeof reasoning === "string" ? { reasoning } : {}),
    stream: streamOf(first, session),
    calls: batch.map((event) => callOf(events, event)),
  };
}

function callOf(events: readonly WireEvent[], { id, tool_name, tool_call_id, ...event }: WireEvent): ScriptedCall {
  const given = { tool: String(tool_name), ...argumentsOf(event) };
  const answers = events.filter((one) => one["action_id"] === id || one["tool_call_id"] === tool_call_id);
  const answer = answers.find((one) => one.kind !== "ActionEvent");
  const { observation, error, rejection_reason, rejection_source }: Partial<WireEvent> = answer ?? {};
  const interrupted = String(error).startsWith("Tool call interrupted");
  if (event["action"] === undefined) return { ...given, ...(isFound(error) ? { invalid: String(error) } : {}) };
  return {
    ...given,
    action: fieldsOf(event["action"]),
    risk: String(event["security_risk"]),
    ...(observation ? { observation: fieldsOf(observation) } : {}),
    ...(typeof error === "string" && !interrupted ? { error } : {}),
    ...(rejection_source === "hook" ? { rejected: String(rejection_reason) } : {}),
  };
}

/** That a tool is not there the simulator has to say by itself. */
const isFound = (error: unknown): boolean => !String(error).includes("not found");

/** What the server made of arguments that were no JSON is not what the model wrote. */
function argumentsOf({ tool_call }: Readonly<Record<string, unknown>>): { readonly arguments: string } {
  const written = String(fieldsOf(tool_call)["arguments"]);
  return { arguments: written.includes("_openhands_malformed_tool_call") ? "{" : written };
}
