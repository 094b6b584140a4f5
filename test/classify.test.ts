/** What went wrong, told by an answer, a close or what was thrown, and an answer whatever is given. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { classifyError } from "../src/classify.js";
import { REASONS } from "../src/reasons.js";

const answer = (status: number, error: unknown, headers: Record<string, string> = {}): object => ({
  error,
  response: new Response(null, { status, headers }),
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
    expect(classifyError(error).reason).toBe(reason);
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
      classifyError({ kind: "ConversationErrorEvent", source: "environment", code: "X", detail: part.repeat(200_000) });
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
