/** The errors themselves: names, messages, classifications, causes, and copies of the package. */
import { describe, expect, test } from "vitest";
import { classifyError } from "../src/classify.js";
import { unwrap } from "../src/client.js";
import { AgentServerError, ContractError, isAgentServerError } from "../src/errors.js";
import {
  ConversationRunError,
  CredentialsError,
  HttpError,
  NetworkError,
  SocketError,
  TimeoutError,
} from "../src/errors-of-calls.js";
import { classificationOf } from "../src/reasons.js";

const call = { method: "GET", path: "/api/x/{id}" };
const issue = { path: ["events", 3, "id"], code: "invalid_type", message: "expected string, got number" };

/** Each leaf: an error, its name, its message, and what its classification holds. */
const LEAVES: readonly (readonly [error: AgentServerError, name: string, message: string, meaning: object])[] = [
  [
    new HttpError(call, 404, { detail: "Not Found" }),
    "HttpError",
    "GET /api/x/{id} answered 404",
    { reason: "not_found", kind: "config", basis: "http", retryable: false },
  ],
  [
    new HttpError(call, 429, { detail: "Conversation run limit reached." }, 5_000),
    "HttpError",
    "GET /api/x/{id} answered 429",
    { reason: "run_limit", kind: "rate_limit", retryable: true, retryAfterMs: 5_000 },
  ],
  [
    new HttpError(call, 500, { detail: "Internal Server Error", error_id: "0f" }),
    "HttpError",
    "GET /api/x/{id} answered 500",
    { reason: "server_error", error_id: "0f", retryable: false },
  ],
  [
    new NetworkError(call, true, new TypeError("fetch failed")),
    "NetworkError",
    "GET /api/x/{id} got no answer",
    { reason: "network", kind: "transient", basis: "network", retryable: true, user_action: "retry" },
  ],
  [
    new NetworkError(call, false, undefined),
    "NetworkError",
    "GET /api/x/{id} got no answer",
    { reason: "network", retryable: false, user_action: "none" },
  ],
  [
    new TimeoutError(call, true, 100),
    "TimeoutError",
    "GET /api/x/{id} got no answer within 100 ms",
    { reason: "timeout", kind: "transient", retryable: true },
  ],
  [
    new TimeoutError(call, false, 100),
    "TimeoutError",
    "GET /api/x/{id} got no answer within 100 ms",
    { reason: "timeout", retryable: false, user_action: "none" },
  ],
  [
    new CredentialsError("no"),
    "CredentialsError",
    "sessionApiKey failed to give a key",
    { reason: "session_key", kind: "auth", user_action: "settings", retryable: false },
  ],
  [
    new SocketError(4001, "Authentication failed"),
    "SocketError",
    "the socket was closed with 4001",
    { reason: "session_key", basis: "socket" },
  ],
  [new SocketError(1006, ""), "SocketError", "the socket was closed with 1006", { reason: "network", retryable: true }],
  [
    new ContractError("EventPage", [issue, { ...issue, path: [] }]),
    "ContractError",
    "EventPage: events.3.id: expected string, got number; expected string, got number",
    { reason: "contract", basis: "contract", kind: "internal", retryable: false },
  ],
  [
    new ConversationRunError("stuck", null, classificationOf("iteration_limit", "event")),
    "ConversationRunError",
    "the run ended with the status stuck",
    { reason: "iteration_limit", basis: "event" },
  ],
];

describe.each(LEAVES.map((leaf) => [`${leaf[1]}: ${leaf[2]}`, ...leaf] as const))(
  "%s",
  (_, error, name, message, meaning) => {
    test("has its name and message, is an Error, and is known as ours", () => {
      expect([error.name, error.message, String(error)]).toEqual([name, message, `${name}: ${message}`]);
      expect(error).toBeInstanceOf(Error);
      expect(error).toBeInstanceOf(AgentServerError);
      expect(isAgentServerError(error)).toBe(true);
      expect(error.stack).toContain(message);
    });

    test("has a classification of its own, which classifyError gives as it is", () => {
      expect(error.classification).toMatchObject(meaning);
      expect(classifyError(error)).toBe(error.classification);
    });
  },
);

test("what is no error of this package is not taken for one, and nothing throws", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const value of [undefined, null, 0, "", {}, [], new Error("x"), proxy, () => 0, { name: "HttpError" }]) {
    expect(isAgentServerError(value)).toBe(false);
  }
});

test("an error of another copy of the package is one of ours", async () => {
  const address = `${new URL("../src/errors.ts", import.meta.url).href}?copy`;
  const copy = (await import(address)) as typeof import("../src/errors.js");
  expect(copy.AgentServerError).not.toBe(AgentServerError);
  const theirs = new copy.ContractError("X", [issue]);
  expect(theirs).not.toBeInstanceOf(AgentServerError);
  expect([isAgentServerError(theirs), copy.isAgentServerError(new ContractError("X", []))]).toEqual([true, true]);
  expect(classifyError(theirs)).toBe(theirs.classification);
  expect(new NetworkError(call, true, theirs).cause).toBe(theirs);
});

describe("the cause", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const hostile = {
    get name(): string {
      throw new Error("no");
    },
  };
  test.each<[name: string, cause: unknown, kept: object]>([
    [
      "fetch",
      new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }),
      { name: "TypeError", code: "ECONNREFUSED" },
    ],
    ["a socket", Object.assign(new Error("x"), { code: "UND_ERR_SOCKET" }), { name: "Error", code: "UND_ERR_SOCKET" }],
    ["an abort", new DOMException("x", "AbortError"), { name: "AbortError" }],
    ["a text", "secret", { name: "Error" }],
    ["null", null, { name: "Error" }],
    ["a name that is no class", { name: "sk-0123456789", code: "a secret" }, { name: "Error" }],
    ["a long name", { name: "A".padEnd(41, "a"), code: "E".repeat(41) }, { name: "Error" }],
    ["a code that is a number", { name: "SystemError", code: 5 }, { name: "SystemError" }],
    ["a getter that throws", hostile, { name: "Error" }],
    ["a revoked proxy", proxy, { name: "Error" }],
  ])("of %s is its name and its code", (_, cause, kept) => {
    const error = new NetworkError(call, true, cause);
    expect(error.cause).toEqual(kept);
    expect(Object.keys(error)).not.toContain("cause");
  });

  test("stays when it is one of ours, and is not there when there is none", () => {
    const ours = new CredentialsError("no");
    expect(new NetworkError(call, true, ours).cause).toBe(ours);
    expect("cause" in new NetworkError(call, true, undefined)).toBe(false);
  });
});

test("what an error holds by itself is what its class says, without what the server wrote", () => {
  const error = new HttpError(call, 404, { detail: "written", error_id: "0f" });
  expect(Object.keys(error).sort()).toEqual(["classification", "errorId", "method", "path", "status"]);
  expect(JSON.stringify(error)).not.toContain("written");
  expect(new TimeoutError(call, true, 7).timeoutMs).toBe(7);
  expect(new SocketError(1013, "slow_consumer")).toMatchObject({ code: 1013, reason: "slow_consumer" });
  expect(new ContractError("X", [issue]).issues).toEqual([issue]);
});

test("a run's error has its event, but does not show it", () => {
  const event = { kind: "ConversationErrorEvent", id: "e", timestamp: "t", source: "environment" } as const;
  const failed = { ...event, parent_id: null, code: "X", detail: "written" };
  const error = new ConversationRunError("error", failed, classificationOf("unknown", "event"));
  expect(error.event).toBe(failed);
  expect(JSON.stringify(error)).not.toContain("written");
});

test("unwrap of an answer that another client got says what it knows", () => {
  const result = { response: new Response(null, { status: 404 }), error: { detail: "Not Found" } };
  expect(() => unwrap(result)).toThrow(/^A call answered 404$/);
  expect(unwrap({ response: new Response(), data: 1 })).toBe(1);
});
