/** Errors that tell in rarer ways what went wrong, or only say that they are ours, and what none of them shows. */
import { describe, expect, test } from "vitest";
import { classifyError } from "../src/classify.js";
import { isAgentServerError } from "../src/errors.js";
import { NetworkError, SocketError } from "../src/errors-of-calls.js";

describe("what classifyError makes of", () => {
  test.each([
    [520, "unavailable"],
    [524, "timeout"],
    [529, "overloaded"],
  ] as const)("a proxy's %i: %s", (status, reason) => {
    expect(classifyError({ response: new Response(null, { status }), error: {} }).reason).toBe(reason);
  });

  test("a status that a server's exception holds: only one of its own failures", () => {
    const answer = (exception: string): object => ({
      response: new Response(null, { status: 500 }),
      error: { detail: "Internal Server Error", exception },
    });
    expect(classifyError(answer("503: deferred")).reason).toBe("unavailable");
    for (const text of ["401: the provider said no", "123: x", "200: y"])
      expect(classifyError(answer(text)).reason, text).toBe("server_error");
    const of502 = { response: new Response(null, { status: 502 }), error: { exception: "504: x" } };
    expect(classifyError(of502).reason).toBe("unavailable");
  });

  test("an error whose cause says it", () => {
    const error = new SocketError(4004, "");
    expect(classifyError(new Error("x", { cause: new Error("y", { cause: error }) }))).toBe(error.classification);
    const circle = new Error("x");
    circle.cause = circle;
    expect(classifyError(circle).reason).toBe("unknown");
    expect(classifyError(Object.assign(new Error("x"), { code: "ETIMEDOUT" })).reason).toBe("timeout");
  });

  test("what only says that it is one of our errors: nothing of it comes along", () => {
    const secret = "hunter2-plain";
    const forged = (classification: object): object => ({
      [Symbol.for("agent-server-client.error")]: true,
      classification,
    });
    const words = { kind: "auth", retryable: false, user_action: "settings" };
    for (const own of [
      { reason: "x", message: secret },
      { ...words, reason: "session_key", message: secret, more: secret },
      { ...words, reason: secret, message: secret, basis: secret },
    ])
      expect(JSON.stringify(classifyError(forged(own)))).not.toContain(secret);
    const newer = classifyError(forged({ ...words, reason: "sunspots", message: "Sunspots." }));
    expect(newer).toMatchObject({ kind: "auth", reason: "unknown", user_action: "settings" });
  });
});

test("no error shows a reason of a close, or the name and code of a cause that are no names and codes", () => {
  const key = "CorrectHorseBattery";
  const cause = Object.assign(new Error("x"), { name: key, code: "HUNTERTWO" });
  const call = { method: "GET", path: "/x" };
  for (const error of [new SocketError(1000, key), new NetworkError(call, true, cause)]) {
    expect(isAgentServerError(error)).toBe(true);
    expect(`${JSON.stringify(error)} ${String(error)} ${JSON.stringify(error.cause)}`).not.toMatch(/Horse|HUNTER/);
  }
  expect(new SocketError(1000, key).reason).toBe(key);
  const known = Object.assign(new TypeError("fetch failed"), { code: "UND_ERR_SOCKET" });
  expect(new NetworkError(call, true, known).cause).toEqual({ name: "TypeError", code: "UND_ERR_SOCKET" });
});
