import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { classifyError } from "../src/classify.js";
import { type ErrorReason, REASONS } from "../src/reasons.js";

const run = (code: string, detail: string, more: object = {}): object => ({
  kind: "ConversationErrorEvent",
  source: "environment",
  code,
  detail,
  ...more,
});
const answer = (status: number, error: unknown, headers: Record<string, string> = {}): object => ({
  error,
  response: new Response(null, { status, headers }),
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

describe("answers", () => {
  test.each([
    [401, { detail: "Unauthorized" }, "session_key", "auth"],
    [402, {}, "out_of_credit", "quota"],
    [403, null, "forbidden", "auth"],
    [404, { detail: "Not Found" }, "not_found", "config"],
    [404, { detail: "Conversation not found: 1" }, "conversation_not_found", "config"],
    [404, { detail: "Source conversation not found" }, "conversation_not_found", "config"],
    [404, { detail: "Unknown event_id: x" }, "event_not_found", "config"],
    [404, { detail: "Unknown from_event_id: x" }, "event_not_found", "config"],
    [405, { detail: "Method Not Allowed" }, "bad_request", "config"],
    [408, null, "timeout", "transient"],
    [
      409,
      { detail: "Conversation already running. Wait for completion or pause first." },
      "already_running",
      "agent_action",
    ],
    [409, { detail: "Conversation with id x already exists" }, "already_exists", "agent_action"],
    [409, { detail: "Cannot condense conversation: No condenser configured" }, "conflict", "agent_action"],
    [422, { detail: [{ loc: ["body"], msg: "Field required" }] }, "validation", "config"],
    [429, { detail: "Conversation run limit reached. Retry the request later." }, "run_limit", "rate_limit"],
    [
      429,
      { detail: "Message saved, but the conversation run limit was reached. Retry POST /x." },
      "message_saved",
      "rate_limit",
    ],
    [429, { detail: "slow down" }, "rate_limited", "rate_limit"],
    [429, { detail: "insufficient_quota" }, "out_of_credit", "quota"],
    [400, { detail: "This model's maximum context length is 128000 tokens" }, "context_window", "agent_action"],
    [
      500,
      { detail: "Internal Server Error", exception: "'Unknown event_id: x'", error_id: "a" },
      "event_not_found",
      "config",
    ],
    [
      500,
      { detail: "Internal Server Error", exception: "503: server is in deferred-init state" },
      "unavailable",
      "transient",
    ],
    [500, { detail: "Internal Server Error", exception: "boom", error_id: "a" }, "server_error", "internal"],
    [502, "<html>", "unavailable", "transient"],
    [504, undefined, "timeout", "transient"],
    [418, {}, "bad_request", "config"],
    [599, {}, "server_error", "internal"],
  ] as const)("%i %j is %s", (status, error, reason, kind) => {
    expect(classifyError(answer(status, error))).toMatchObject({ reason, kind, basis: "http" });
  });

  test("error id, retryable and the waiting time come along", () => {
    expect(classifyError(answer(500, { error_id: "abc" })).error_id).toBe("abc");
    expect(classifyError(answer(409, { detail: "x", retryable: true }))).toMatchObject({
      retryable: true,
      user_action: "retry",
    });
    expect(classifyError(answer(503, null, { "Retry-After": "7" })).retryAfterMs).toBe(7000);
    expect(classifyError(new Response("", { status: 401 }))).toMatchObject({ reason: "session_key" });
    expect(classifyError(new Response("", { status: 200 })).reason).toBe("unknown");
  });
});

describe("closes", () => {
  test.each([
    [4001, "Authentication failed", "session_key", false],
    [4004, "Conversation not found", "conversation_not_found", false],
    [1013, "Too many connections for this conversation", "too_many_sockets", true],
    [1013, "Too many bash event connections", "too_many_sockets", true],
    [1013, "credential_binding_activation_required", "conflict", false],
    [1013, "slow_consumer", "overloaded", true],
    [1011, "keepalive ping timeout", "unavailable", true],
    [1012, "", "unavailable", true],
    [1006, "", "network", true],
  ] as const)("%i %j is %s", (code, reason, found, retryable) => {
    expect(classifyError({ code, reason })).toMatchObject({ reason: found, retryable, basis: "socket" });
  });
});

describe("what was thrown", () => {
  const failed = (cause?: object): TypeError => Object.assign(new TypeError("fetch failed"), { cause });
  test.each([
    [failed({ code: "ECONNREFUSED" }), "network"],
    [failed(), "network"],
    [new TypeError("Failed to fetch"), "network"],
    [new TypeError("Load failed"), "network"],
    [new TypeError("NetworkError when attempting to fetch resource."), "network"],
    [failed({ code: "UND_ERR_HEADERS_TIMEOUT" }), "timeout"],
    [new DOMException("x", "TimeoutError"), "timeout"],
    [new DOMException("x", "AbortError"), "aborted"],
    [z.safeParse(z.string(), 5).error, "contract"],
    [new TypeError("x is not a function"), "unknown"],
    ["You exceeded your current quota", "out_of_credit"],
    [new Error("Overloaded"), "overloaded"],
  ] as const)("%o is %s", (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});

describe("everything", () => {
  const sentences = new Set<string>(Object.values(REASONS).map(([, message]) => message));

  test("docs/reasons.md is this table", async () => {
    const rows = Object.entries(REASONS).map(
      ([reason, [[kind, retryable, action], message]]) =>
        `| ${reason} | ${kind} | ${retryable ? "yes" : "no"} | ${action} | ${message} |`,
    );
    const head =
      "# Reasons\n\nWhat `classifyError` can answer. `npx vitest run test/classify.test.ts -u` writes this page.\n\n| reason | kind | retryable | user_action | message |\n| --- | --- | --- | --- | --- |";
    await expect(`${head}\n${rows.join("\n")}\n`).toMatchFileSnapshot("../docs/reasons.md");
  });

  test("each reason has a sentence of its own", () => {
    expect(sentences.size).toBe(Object.keys(REASONS).length);
  });

  const NAMES =
    "kind code detail classification response error status headers type name message cause reason issues retryable user_action error_id exception".split(
      " ",
    );
  const KINDS = [
    "ConversationErrorEvent",
    "AgentErrorEvent",
    "ServerErrorEvent",
    "error",
    "AbortError",
    "ZodError",
    4001,
    1013,
    500,
  ];
  const check = (input: unknown): void => {
    const found = classifyError(input);
    expect(sentences.has(found.message) && found.reason in REASONS && typeof found.retryable === "boolean").toBe(true);
  };

  test("is answered whatever it does when it is read", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const fail = (): never => {
      throw new Error("secret");
    };
    const throwing = new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail });
    const cycle: Record<string, unknown> = { kind: "ConversationErrorEvent" };
    Object.assign(cycle, { classification: cycle, cause: cycle, response: cycle });
    const hostile: unknown[] = [
      null,
      undefined,
      proxy,
      throwing,
      cycle,
      Object.create(null),
      Symbol("x"),
      fail,
      1n,
      [],
      new Map(),
    ];
    for (const value of hostile) {
      check(value);
      for (const name of NAMES) for (const kind of KINDS) check({ kind, code: kind, status: kind, [name]: value });
    }
  });

  test("is answered, without a throw and with a fixed sentence: 100,000 inputs", () => {
    const value = fc.oneof(
      fc.anything({ withNullPrototype: true, maxDepth: 2 }),
      fc.string(),
      fc.constantFrom(...KINDS),
    );
    const name = fc.constantFrom(...NAMES);
    const made = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value, { maxKeys: 4 })), { maxKeys: 6 });
    fc.assert(fc.property(fc.oneof(value, made), check), { numRuns: 100_000 });
  });

  test("reads long texts in no time", () => {
    const begun = performance.now();
    for (const part of ["context ", "api key ", "status: ", "set the a", "too many "])
      classifyError(run("X", part.repeat(200_000)));
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
