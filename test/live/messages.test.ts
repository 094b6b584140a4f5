/** What the model is sent, computed from the log, is what the scripted model received, on every version. */
import { type AgentEvent, isActionEvent, isMessageEvent, type Schema, unwrap } from "agent-server-client";
import { activeBranch, conversationView, effectiveParents, toLlmMessages } from "agent-server-client/conversation";
import { describe, expect, test } from "vitest";
import { eventsOf, play } from "./conversation.js";
import { type Bench, useBenches, VERSION_NAMES } from "./live.js";
import type { ChatMessage, ChatRequest, Model } from "./model.js";
import { perform } from "./perform.js";
import { SCENES } from "./scenes.js";
import { TURNS } from "./script.js";

const benchOf = useBenches();

/** Tools, bad batches, hooks, rejections, interruptions, condensations, and everything else that changes messages. */
const NAMES: readonly string[] = [
  "think finish parallel parallel-stream bad edit client-tool mcp big-output empty hooks hook-blocks hello-stream",
  "confirm-AlwaysConfirm confirm-rejected condense-asked interrupt pause loop",
].flatMap((names) => names.split(" "));
const PLAYED = SCENES.filter(({ name }) => NAMES.includes(name));

/**
 * A message in the form that providers get. All that the server does after its messages are made: what is only for
 * other providers (reasoning, cache marks) stays behind, calls are wrapped, and a text that is empty goes from a turn
 * with calls.
 */
function chatMessageOf({ role, content, tool_calls, tool_call_id, name }: Schema<"Message">): ChatMessage {
  const calls = (tool_calls ?? []).map(({ id, name: tool, arguments: args }) => ({
    id,
    type: "function",
    function: { name: tool, arguments: args },
  }));
  const blocks = content.flatMap((block) => (block.type === "text" ? [{ type: block.type, text: block.text }] : []));
  const written = calls.length === 0 ? blocks : blocks.filter(({ text }) => text.trim() !== "");
  const whole = role === "assistant" && calls.length === 0 && written.length === 0 ? "" : written;
  return {
    role,
    ...(calls.length > 0 && written.length === 0 ? {} : { content: whole }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(role === "tool" ? { tool_call_id, name } : {}),
  };
}

const messagesOf = (branch: readonly AgentEvent[], enforce: boolean): ChatMessage[] =>
  toLlmMessages(conversationView(branch, { enforce }).events).map(chatMessageOf);

/** The id of the model's answer to a request: the scripted model counts all requests that it gets. */
const answerIdOf = ({ requests }: Model, request: ChatRequest): string =>
  `chatcmpl-scripted-${requests.indexOf(request) + 1}`;

const isOfAnswer = (event: AgentEvent, answerId: string): boolean =>
  (isActionEvent(event) || isMessageEvent(event)) && event.llm_response_id === answerId;

/** The branch that the first event of an answer was put on: what the conversation was when the model was asked. */
function branchBefore(events: readonly AgentEvent[], answerId: string): AgentEvent[] {
  const first = events.findIndex((event) => isOfAnswer(event, answerId));
  if (first < 0) throw new Error(`nothing in the log is of the answer ${answerId}`);
  const before = events.slice(0, first);
  return activeBranch(before, effectiveParents(events).get(events[first]?.id ?? ""));
}

/** What an agent was sent; a condenser asks without tools. */
const askedBy = (model: Model, id: string): ChatRequest[] => model.requestsOf(id).filter(({ tools }) => tools);

/** @returns the kinds of events that there were */
async function expectSameMessages({ client, model }: Bench, id: string): Promise<string[]> {
  const events = await eventsOf(client, id);
  for (const request of askedBy(model, id)) {
    const branch = branchBefore(events, answerIdOf(model, request));
    // Nothing is open when the model is asked, so that there is nothing that the rules would take out
    for (const enforce of [true, false]) expect(messagesOf(branch, enforce)).toEqual(request.messages);
  }
  return events.map(({ kind }) => kind);
}

describe.each(VERSION_NAMES)("%s", (version) => {
  test.concurrent.each(PLAYED)("the scene $name, and one turn more", async (scene) => {
    const bench = benchOf(version);
    const [id, status] = await perform(bench, scene);
    expect(status).toBe(scene.status);
    expect(await play(bench.client, id, TURNS.text)).toBe("finished");
    const kinds = scene.events.map((name) => name.split("/", 1)[0]);
    expect(await expectSameMessages(bench, id)).toEqual(expect.arrayContaining(kinds));
  });

  test.concurrent("branches: back to an earlier answer, and to before the first event", async () => {
    const bench = benchOf(version);
    const { client } = bench;
    const [id] = await perform(bench, { name: "tree", play: TURNS.think, status: "finished", events: [] });
    const leaf = (await eventsOf(client, id)).findLast(isMessageEvent)?.id ?? "";
    const params = { path: { conversation_id: id } };
    for (const turn of [TURNS.parallel, TURNS.badBatch]) await play(client, id, turn);
    for (const event_id of [leaf, null]) {
      unwrap(await client.POST("/api/conversations/{conversation_id}/navigate", { params, body: { event_id } }));
      await play(client, id, TURNS.parallel);
    }
    await expectSameMessages(bench, id);
    // One that has all, one from the answer on, and one that has but its own turn
    const lengths = askedBy(bench.model, id).map(({ messages }) => messages.length);
    expect(lengths).toEqual([2, 4, 6, 9, 11, 18, 6, 9, 1, 4]);
  });
});

test("all scenes are there", () => expect(PLAYED).toHaveLength(NAMES.length));
