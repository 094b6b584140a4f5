/** A model for tests: speaks the OpenAI chat completions protocol on 127.0.0.1 and answers as the messages' scripts say. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { failed, streamed, whole } from "./model-answers.js";
import { type Step, scriptIn } from "./script.js";

/** A message as providers get it. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content?: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly [field: string]: unknown;
}

/** The body of a request. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  /** The id of the conversation that asks. */
  readonly prompt_cache_key?: string;
  readonly [field: string]: unknown;
}

export interface Model {
  /** The base of its API, as a server is told it. */
  readonly url: string;
  /** Every request so far, in order. */
  readonly requests: readonly ChatRequest[];
  /** The requests of one conversation: servers send its id as the key of the prompt cache. */
  requestsOf(conversationId: string): readonly ChatRequest[];
  close(): Promise<void>;
}

/** Starts a model on a free port, or on one that it had before. */
export async function startModel({ port = 0 }: { readonly port?: number } = {}): Promise<Model> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, requests).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 600_000; // else a connection can close just when the next request comes
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    requestsOf: (id) => requests.filter(({ prompt_cache_key }) => prompt_cache_key === id),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, requests: ChatRequest[]): Promise<void> {
  if (request.method !== "POST" || !request.url?.endsWith("/chat/completions")) {
    response.writeHead(404).end();
    return;
  }
  const asked = (await json(request)) as ChatRequest;
  const number = requests.push(asked);
  const step = stepFor(asked);
  if ("waitMs" in step && step.waitMs) await new Promise((resolve) => setTimeout(resolve, step.waitMs));
  if ("status" in step) failed(response, step);
  else if (asked.stream) await streamed(response, step, asked, number);
  else whole(response, step, asked, number);
}

/** The step of the last message's script that has not been answered yet. */
export function stepFor({ messages, tools }: Pick<ChatRequest, "messages" | "tools">): Exclude<Step, undefined> {
  if (!tools) return { text: "A summary of what happened so far." }; // a condenser asks, or a title is wanted
  const last = messages.findLastIndex(
    ({ role, content }) => role === "user" && scriptIn(textOf(content)) !== undefined,
  );
  const script = scriptIn(textOf(messages[last]?.content)) ?? [];
  const answered = messages.slice(last + 1).filter(({ role }) => role === "assistant").length;
  const step = script[answered] ?? script.find((each) => "isEndless" in each) ?? { text: "Done." };
  return "calls" in step && step.isEndless ? numbered(step, answered) : step;
}

const textOf = (content: ChatMessage["content"]): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n");

const numbered = <S extends Step>(step: S, number: number): S =>
  JSON.parse(JSON.stringify(step).replaceAll("#", String(number))) as S;
