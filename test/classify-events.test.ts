/** What went wrong, told by an event: the server's own word, and texts as providers write them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { classifyError } from "../src/classify.js";
import type { ErrorReason } from "../src/reasons.js";

const run = (code: string, detail: string, more: object = {}): object => ({
  kind: "ConversationErrorEvent",
  source: "environment",
  code,
  detail,
  ...more,
});
const reasonOf = (input: unknown): ErrorReason => classifyError(input).reason;

describe("events", () => {
  const golden = JSON.parse(readFileSync(new URL("fixtures/golden/classification.json", import.meta.url), "utf8")) as {
    events: { wire: { kind: string }; loaded: { classification?: object } }[];
  };

  test("have the classification that the server's own classes give them on load", () => {
    const rows = golden.events.filter(({ loaded }) => loaded.classification !== undefined);
    expect(rows.length).toBe(4);
    for (const { wire, loaded } of rows)
      expect(classifyError(wire), wire.kind).toMatchObject(loaded.classification ?? {});
  });

  test.each([
    [
      "BadRequestError",
      "Error code: 400 - {'error': {'message': 'ExceededBudget: User=u1 over budget'}}",
      "out_of_credit",
    ],
    ["LLMRateLimitError", "You exceeded your current quota: insufficient_quota", "out_of_credit"],
    ["LLMRateLimitError", "litellm.RateLimitError: budget has been exceeded! Current cost: 1", "out_of_credit"],
    ["APIError", "Error code: 402 - credits exhausted", "out_of_credit"],
    ["MaxBudgetReached", "The budget has been exceeded: quota", "run_budget"],
    [
      "BadRequestError",
      'litellm.ContextWindowExceededError: AnthropicError - {"message":"prompt is too long: 210543 tokens > 200000 maximum"}',
      "context_window",
    ],
    ["BadRequestError", "This model's maximum context length is 128000 tokens", "context_window"],
    ["LLMBadRequestError", "Input is too long for requested model.", "context_window"],
    [
      "LLMBadRequestError",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      "context_window",
    ],
    ["AuthenticationError", "The api_key client option must be set", "missing_key"],
    ["APIError", "No API key provided. Set the OPENAI_API_KEY", "missing_key"],
    ["InternalServerError", "Overloaded", "overloaded"],
    ["APIError", '{"type":"error","error":{"type":"overloaded_error"}}', "overloaded"],
    ["LLMRateLimitError", "Rate limit reached: 30000 tokens per min, too many tokens", "rate_limited"],
    ["LLMAuthenticationError", "Your LLM API key appears to be invalid or has expired.", "provider_key"],
    ["APIError", "Incorrect API key provided", "provider_key"],
    ["LLMContentPolicyViolationError", "blocked", "content_policy"],
    ["UsagePolicyRefusal", "", "content_policy"],
    ["MaxIterationsReached", "Agent reached maximum iterations limit (500).", "iteration_limit"],
    ["LLMMalformedConversationHistoryError", "x", "malformed_history"],
    ["LLMServiceUnavailableError", "upstream", "unavailable"],
    ["LLMTimeoutError", "", "timeout"],
    ["KeyError", "'x'", "server_error"],
    ["RuntimeError", "opaque", "unknown"],
  ] as const)("%s %j is %s", (code, detail, reason) => {
    expect(reasonOf(run(code, detail))).toBe(reason);
  });

  const IN_THE_WORDS_OF_PROVIDERS: Partial<Record<ErrorReason, readonly string[]>> = {
    context_window: [
      "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      "Invalid request: Your request exceeded model token limit: 8192",
      "prompt token count of 135355 exceeds the limit of 128000",
      "Prompt exceeds max length",
      "Range of input length should be [1, 30720]",
      "Context size has been exceeded.",
      '{"type":"exceed_context_size_error","n_ctx":8192}',
      "`inputs` tokens + `max_new_tokens` must be <= 4096",
      "Current length is 10000 while limit is 8192",
      "Requested token count exceeds the model's maximum context length of 65536 tokens.",
    ],
    out_of_credit: [
      "You have reached your specified API usage limits.",
      "Your team has either used all available credits or reached its monthly spending limit.",
      "You have exceeded your monthly included credits for Inference Providers.",
      "Credit limit exceeded, please add a payment method",
      "Insufficient account balance",
      "exceeded_current_quota_error",
      "You hit your spend limit",
      "Not enough credits",
      "The user is over budget",
      "insufficient_quota",
    ],
    missing_key: [
      "The OPENAI_API_KEY environment variable is not set",
      "Expected either api_key or auth_token to be set",
      "x-api-key header is required",
      "api_key cannot be empty",
      "Please set the environment variable GROQ_API_KEY",
    ],
    overloaded: [
      "Model is over capacity, try again",
      "Model too busy, unable to get response",
      "The service is under heavy load",
      "The engine is currently busy",
    ],
  };
  test.each(
    Object.entries(IN_THE_WORDS_OF_PROVIDERS).flatMap(([reason, texts]) => texts.map((text) => [text, reason])),
  )("%j is %s, whatever the server takes it for", (detail, reason) => {
    for (const code of ["BadRequestError", "LLMRateLimitError", "APIError", "RuntimeError"])
      expect(reasonOf(run(code, detail)), code).toBe(reason);
    expect(reasonOf(new Error(detail))).toBe(reason);
  });

  test("digits inside other numbers, and counts, are no status", () => {
    for (const detail of [
      "Error code: 4290",
      "Error code: 401,5",
      '{"status": 40123}',
      "status: 429,000",
      "http 401k",
      "Failed to parse file (402 lines)",
      "prompt (429 tokens)",
      "'401 items'",
      "(503 ms)",
      "took 4020 ms",
      "id 1402",
      "404.2",
      "port 5029",
      "status: 4290",
      "http 40.2",
      "v1.402.0",
      "request 429429",
    ]) {
      expect(reasonOf(run("RuntimeError", detail)), detail).toBe("unknown");
    }
    expect(reasonOf(run("RuntimeError", "status code: 402"))).toBe("out_of_credit");
    expect(reasonOf(run("RuntimeError", '{"status": 529}'))).toBe("overloaded");
  });

  test("the server's word stays where no text is more specific, its error id always", () => {
    const given = { kind: "config", retryable: true, user_action: "retry", error_id: "e1" };
    expect(classifyError(run("X", "", { classification: given }))).toMatchObject({
      ...given,
      reason: "bad_request",
      basis: "server",
    });
    expect(classifyError(run("X", "insufficient_quota", { classification: given }))).toMatchObject({
      kind: "quota",
      error_id: "e1",
      basis: "refined",
    });
    expect(classifyError(run("X", "", { classification: { kind: "sunspots", retryable: true } }))).toMatchObject({
      kind: "sunspots",
      retryable: true,
    });
  });

  test("what an event says of itself is no way for a secret to get out", () => {
    const secret = "sk-proj-4f9a8b7c6d5e4f3a";
    const planted = { kind: secret, retryable: true, user_action: secret, error_id: secret };
    for (const kind of [secret, "config"]) {
      for (const event of ["ConversationErrorEvent", "AgentErrorEvent"]) {
        const found = classifyError({
          kind: event,
          code: secret,
          detail: secret,
          classification: { ...planted, kind },
        });
        expect(JSON.stringify(found)).not.toContain(secret);
      }
    }
  });

  test("a tool's error is about the tool, whatever its text says", () => {
    const tool = (error: string, more: object = {}): object => ({ kind: "AgentErrorEvent", error, ...more });
    expect(classifyError(tool("unauthorized"))).toMatchObject({
      reason: "tool_error",
      kind: "unknown",
      basis: "event",
    });
    const given = { kind: "agent_action", retryable: true, user_action: "retry", error_id: null };
    expect(classifyError(tool("x", { classification: given }))).toMatchObject({
      reason: "tool_error",
      ...given,
      basis: "server",
    });
    expect(reasonOf(tool("Tool call interrupted before completion. The conversation was paused."))).toBe("interrupted");
  });

  test("errors of a socket, as event and as frame", () => {
    expect(reasonOf({ kind: "ServerErrorEvent", code: "ValidationError", detail: "x" })).toBe("validation");
    expect(reasonOf({ type: "error", code: "ValidationError", detail: "x" })).toBe("validation");
  });
});
