/** How the scripted model puts its answers on the wire: whole, streamed or as an error. */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { ChatRequest } from "./model.js";
import type { CallStep, FailureStep, TextStep } from "./script.js";

type Answer = TextStep | CallStep;

/** An error of the provider. */
export function failed(response: ServerResponse, { status, error }: FailureStep): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error }));
}

/** The whole answer at once. */
export function whole(response: ServerResponse, step: Answer, asked: ChatRequest, number: number): void {
  const content = step.text ?? null;
  const message = {
    role: "assistant",
    content,
    ...(step.reasoning === undefined ? {} : { reasoning_content: step.reasoning }),
    ...("calls" in step ? { tool_calls: callsOf(step, number) } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: reasonOf(step) }];
  const text = JSON.stringify({ ...head("chat.completion", asked, number), choices, usage: usageOf(step, asked) });
  response.setHeader("Content-Type", "application/json");
  if (!("isCut" in step)) return void response.end(text);
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** The answer piece by piece, as server-sent events. */
export async function streamed(
  response: ServerResponse,
  step: Answer,
  asked: ChatRequest,
  number: number,
): Promise<void> {
  const shared = head("chat.completion.chunk", asked, number);
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...shared, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const deltas = [
    { role: "assistant", content: "" },
    ...words(step.reasoning).map((reasoning_content) => ({ reasoning_content })),
    ...words(step.text).map((content) => ({ content })),
    ...("calls" in step ? callsOf(step, number).flatMap(callDeltas) : []),
  ];
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  if ("isCut" in step) {
    const half = deltas.slice(0, Math.ceil(deltas.length / 2));
    return void response.write(half.map((delta) => chunk(delta)).join(""), () => response.destroy());
  }
  const usage = asked.stream_options?.include_usage ? { usage: usageOf(step, asked) } : undefined;
  const last = usage ? `data: ${JSON.stringify({ ...shared, choices: [], ...usage })}\n\n` : "";
  const pieces = [...deltas.map((delta) => chunk(delta)), chunk({}, reasonOf(step)), last, "data: [DONE]\n\n"];
  if (!step.paceMs) return void response.end(pieces.join(""));
  for (const piece of pieces) {
    response.write(piece);
    await wait(step.paceMs);
  }
  response.end();
}

const head = (object: string, { model }: ChatRequest, number: number): object => ({
  id: `chatcmpl-scripted-${number}`,
  object,
  created: 1_700_000_000 + number,
  model,
});

interface WireCall {
  readonly index: number;
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

const callsOf = ({ calls }: CallStep, number: number): WireCall[] =>
  calls.map(({ name, arguments: args }, index) => ({
    index,
    id: `call_${number}_${index}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));

/** A call comes as its name first, then its arguments in two halves. */
function callDeltas({ index, id, type, function: { name, arguments: text } }: WireCall): object[] {
  const middle = Math.ceil(text.length / 2);
  const more = [text.slice(0, middle), text.slice(middle)].map((half) => ({ index, function: { arguments: half } }));
  return [{ index, id, type, function: { name, arguments: "" } }, ...more].map((call) => ({ tool_calls: [call] }));
}

const words = (text = ""): string[] => text.match(/\S+\s*/g) ?? [];

const reasonOf = (step: Answer): string => ("calls" in step ? "tool_calls" : "stop");

/** Made up, but growing with what was said. */
function usageOf(step: Answer, { messages }: ChatRequest): object {
  const prompt_tokens = Math.ceil(JSON.stringify(messages).length / 4);
  const completion_tokens = Math.ceil(JSON.stringify(step).length / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
