/** The answer, the error, the reasoning, the usage. */
import { describe, expect, test } from "vitest";
import { conversationError, finalResponse, reasoningOf, usageTotals } from "../src/conversation.js";
import {
  type AgentEvent,
  isActionEvent,
  isAgentMessage,
  isStateUpdate,
  isStreamingDeltaEvent,
  type UsageStats,
} from "../src/index.js";
import { recordings } from "./support/corpus.js";
import { called, failed, made, observed, piece, said, stateOf } from "./support/store.js";

const finish = (message: string | null) =>
  called("f", { tool_name: "finish", action: message === null ? null : { kind: "FinishAction", message } });
const broken = (detail = "no model") =>
  made("ConversationErrorEvent", { source: "environment", code: "Broke", detail });

describe("the final response", () => {
  test("is the last finish or message of the agent, whichever is later", () => {
    expect(finalResponse([])).toBe("");
    expect(finalResponse([said("one"), finish("two"), said("mine", "user")])).toBe("two");
    expect(finalResponse([finish("two"), said("three"), called("c")])).toBe("three");
  });

  test("is empty when the last finish could not be understood", () => {
    expect(finalResponse([said("one"), finish(null)])).toBe("");
  });

  test("puts texts together and names images", () => {
    const { llm_message, ...rest } = said("see ");
    const image = { type: "image" as const, image_urls: ["data:,a", "data:,b"], cache_prompt: false };
    const message = { ...rest, llm_message: { ...llm_message, content: [...llm_message.content, image] } };
    expect(finalResponse([message])).toBe("see [Image: 2 URLs]");
  });
});

describe("the error of the conversation", () => {
  test("is the last one, from history as well as live", () => {
    const [first, second] = [broken(), broken("again")];
    expect(conversationError([said("hi", "user"), first, second])).toBe(second);
    expect(conversationError([first, stateOf("execution_status", "error"), stateOf("stats", {})])).toBe(first);
    expect(conversationError([])).toBeNull();
  });

  test("is over when the conversation goes on", () => {
    const call = called("c");
    for (const next of [said("go on", "user"), call, observed(call), stateOf("execution_status", "running")])
      expect(conversationError([broken(), next])).toBeNull();
  });

  test("is never an error about one tool call or about a socket", () => {
    const socket = made("ServerErrorEvent", { source: "environment", code: "Bad", detail: "no JSON" });
    expect(conversationError([called("c"), failed("c"), socket])).toBeNull();
  });

  test.each(recordings().map((recording) => [recording.name, recording] as const))(
    "%s has one exactly when it ended in one",
    (_, { rest_search, conversation }) => {
      const error = conversationError(rest_search as object as AgentEvent[]);
      expect(error !== null).toBe(conversation["execution_status"] === "error");
    },
  );
});

describe("the reasoning", () => {
  const thinking = { type: "thinking" as const, thinking: "in blocks", signature: "s" };
  const redacted = { type: "redacted_thinking" as const, data: "secret" };
  const itemOf = (fields: object) => ({ summary: ["in short"], encrypted_content: "secret", ...fields });

  test("is what the provider gave, else blocks, else the item's summary, else a leading think part", () => {
    const all = {
      reasoning_content: "given",
      thinking_blocks: [redacted, thinking],
      responses_reasoning_item: itemOf({}),
      thought: [{ type: "text" as const, text: "<think>tagged</think> said", cache_prompt: false }],
    };
    expect(reasoningOf(called("c", all))).toBe("given");
    expect(reasoningOf(called("c", { ...all, reasoning_content: "" }))).toBe("in blocks");
    const bare = { ...all, reasoning_content: null, thinking_blocks: [redacted] };
    expect(reasoningOf(called("c", bare))).toBe("in short");
    expect(reasoningOf(called("c", { ...bare, responses_reasoning_item: itemOf({ summary: [] }) }))).toBe("tagged");
    const content = itemOf({ summary: [], content: ["at", "length"] });
    expect(reasoningOf(called("c", { ...bare, responses_reasoning_item: content }))).toBe("at\n\nlength");
  });

  test("never shows what is encrypted", () => {
    const only = called("c", { thinking_blocks: [redacted], responses_reasoning_item: itemOf({ summary: [] }) });
    expect(reasoningOf(only)).toBe("");
  });

  test("of a message is in its message, closed or not yet", () => {
    expect(reasoningOf(said("\n<think>hm</think>answer"))).toBe("hm");
    expect(reasoningOf(said("<THINK>still at it"))).toBe("still at it");
    expect(reasoningOf(said("answer <think>no</think>"))).toBe("");
    expect(reasoningOf(said("<think>mine</think>", "user"))).toBe("");
  });

  test("is there for streamed pieces, and for what has none it is empty", () => {
    expect(reasoningOf(made("StreamingDeltaEvent", { reasoning_content: "hm" }))).toBe("hm");
    expect(reasoningOf(piece("text"))).toBe("");
    expect(reasoningOf(stateOf("title", "t"))).toBe("");
  });

  test("of a recorded answer equals what was streamed before it", () => {
    let streamed = "";
    const seen: string[] = [];
    for (const event of recordings().flatMap(({ ws_events }) => ws_events as object as AgentEvent[])) {
      if (isStreamingDeltaEvent(event)) streamed += event.reasoning_content ?? "";
      if (!isAgentMessage(event) && !isActionEvent(event)) continue;
      if (streamed !== "") seen.push(`${reasoningOf(event)}|${streamed}`);
      streamed = "";
    }
    expect(seen.length).toBeGreaterThan(0);
    for (const pair of seen) expect(pair.split("|")[0]).toBe(pair.split("|")[1]);
  });
});

describe("the usage", () => {
  test("adds up over models, and takes what is there", () => {
    const metrics = (cost: number, prompt_tokens: number) => ({
      model_name: "m",
      accumulated_cost: cost,
      accumulated_token_usage: {
        prompt_tokens,
        completion_tokens: 2,
        cache_read_tokens: 3,
        cache_write_tokens: 4,
        reasoning_tokens: 1,
      },
    });
    const stats = {
      usage_to_metrics: { agent: metrics(0.5, 10), condenser: metrics(0.25, 5), other: { model_name: "m" } },
    };
    expect(usageTotals(stats as object as UsageStats)).toEqual({
      cost: 0.75,
      promptTokens: 15,
      completionTokens: 4,
      cacheReadTokens: 6,
      cacheWriteTokens: 8,
      reasoningTokens: 2,
    });
    expect(usageTotals({} as UsageStats).cost).toBe(0);
  });

  test("is the same from an update and from the whole state", () => {
    const { rest_search, ws_events } = recordings().find(({ name }) => name === "parallel.json") ?? {};
    const update = ((rest_search ?? []) as object as AgentEvent[]).findLast((event) => isStateUpdate(event, "stats"));
    const state = ((ws_events ?? []) as object as AgentEvent[]).findLast((event) => isStateUpdate(event, "full_state"));
    const [a, b] = [
      isStateUpdate(update, "stats") && update.value,
      isStateUpdate(state, "full_state") && state.value?.stats,
    ];
    expect(a && usageTotals(a).promptTokens).toBeGreaterThan(0);
    expect(a && usageTotals(a)).toEqual(b && usageTotals(b));
  });
});
