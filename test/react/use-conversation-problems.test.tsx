// @vitest-environment happy-dom
/** What `useConversation` says when something goes wrong, and what `retry` does then. */
import { act, type RenderHookResult, renderHook, waitFor } from "@testing-library/react";
import type { ErrorReason } from "agent-server-client";
import type { ConversationSnapshot } from "agent-server-client/conversation";
import { type ConversationFailure, type UseConversation, useConversation } from "agent-server-client/react";
import { HttpResponse, http } from "msw";
import { useRef } from "react";
import { describe, expect, test } from "vitest";
import { asked, begin, newClient, settled, useMocked } from "./support/mocked.js";

const mocked = useMocked();
const { mock, server } = mocked;
const client = newClient();
const STREAMED = "There you are.";
const MESSAGES = "*/api/conversations/:id/events";

type Shown = RenderHookResult<UseConversation<ConversationSnapshot>, unknown>["result"];

const look = async (id: string): Promise<Shown> => {
  const { result } = renderHook(() => useConversation(client, id));
  await waitFor(() => expect(result.current.snapshot.live || result.current.problem !== null).toBe(true));
  return result;
};
const problemIs = (shown: Shown, during: ConversationFailure, reason: ErrorReason): Promise<void> =>
  waitFor(() => expect(shown.current.problem).toMatchObject({ during, reason }));
const send = (shown: Shown): Promise<boolean> => act(() => shown.current.send("Where is it?"));
const retry = (shown: Shown): Promise<boolean> => act(() => shown.current.retry());
const isDone = (shown: Shown): Promise<void> =>
  waitFor(() => {
    expect(shown.current.snapshot.status).toBe("finished");
    expect(shown.current.problem).toBeNull();
  });

describe("following", () => {
  test("a key that is not accepted ends it, and retry follows on when it is", async () => {
    const id = await begin(mocked, client, [{ text: STREAMED }]);
    const shown = await look(id);
    mock.closeSockets(4001, "Authentication failed");
    await problemIs(shown, "stream", "session_key");
    expect(shown.current.problem).toMatchObject({ kind: "auth", user_action: "settings" });
    expect(shown.current.snapshot.connection.status).toBe("closed");
    const before = mocked.sockets.length;
    expect(await retry(shown)).toBe(true);
    expect(await send(shown)).toBe(true);
    await isDone(shown);
    expect(mocked.sockets).toHaveLength(before + 1);
    expect(new Set(shown.current.snapshot.events).size).toBe(shown.current.snapshot.events.length);
  });

  test("a conversation that does not exist is told as such, again after each retry", async () => {
    const shown = await look("00000000-0000-4000-8000-000000000000");
    await problemIs(shown, "stream", "conversation_not_found");
    const first = shown.current.problem;
    expect(await retry(shown)).toBe(true);
    await waitFor(() => expect(shown.current.problem).not.toBe(first));
    await problemIs(shown, "stream", "conversation_not_found");
  });

  test("a lost connection is no problem: it comes back by itself", async () => {
    const id = await begin(mocked, client, [{ text: STREAMED }]);
    const shown = await look(id);
    const { result: seen } = renderHook(() => {
      const { snapshot, problem } = useConversation(client, id);
      const all = useRef<string[]>([]);
      all.current.push(problem?.message ?? snapshot.connection.status);
      return all.current;
    });
    mock.closeSockets(1012, "");
    await waitFor(() => expect(seen.current).toContain("waiting"));
    await waitFor(() => expect(shown.current.snapshot.connection.status).toBe("open"), { timeout: 5000 });
    expect([...new Set(seen.current)].sort()).toEqual(["connecting", "open", "waiting"]);
  });
});

describe("the agent's run", () => {
  test("what the provider refuses is a problem of the run, and retry runs it again without the message", async () => {
    const error = { code: "LLMRateLimitError", detail: "Rate limit reached." };
    const shown = await look(await begin(mocked, client, [{ error }, { text: STREAMED }]));
    expect(await send(shown)).toBe(true);
    await problemIs(shown, "run", "rate_limited");
    expect(shown.current.problem).toMatchObject({ retryable: true, user_action: "retry" });
    expect(await retry(shown)).toBe(true);
    await isDone(shown);
    expect([asked(mocked, "send_message"), asked(mocked, "run_conversation")]).toEqual([1, 1]);
  });

  test("a retry that the server refuses is told, and the next one begins with what the run ended in", async () => {
    const error = { code: "LLMAuthenticationError", detail: "No such key." };
    const shown = await look(await begin(mocked, client, [{ error }]));
    await send(shown);
    await problemIs(shown, "run", "provider_key");
    mock.fail("run_conversation", 503);
    expect(await retry(shown)).toBe(false);
    expect(shown.current.problem).toMatchObject({ during: "run", reason: "unavailable" });
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(http.post("*/api/conversations/:id/run", () => held.then(() => HttpResponse.json({}, { status: 503 }))));
    const again = shown.current.retry();
    await problemIs(shown, "run", "provider_key");
    answer();
    expect(await act(() => again)).toBe(false);
    expect(shown.current.problem).toMatchObject({ during: "run", reason: "unavailable" });
  });
});

describe("a paused agent", () => {
  test("goes on when it is asked to, and what refuses that is a problem of the run", async () => {
    const shown = await look(
      await begin(mocked, client, [
        { calls: [{ tool: "terminal", arguments: { command: "sleep 9" }, durationMs: 9_000 }] },
        { text: STREAMED },
      ]),
    );
    expect(await send(shown)).toBe(true);
    await waitFor(() => expect(shown.current.snapshot.toolCalls).toHaveLength(1));
    expect(await act(() => shown.current.interrupt())).toBe(true);
    await waitFor(() => expect(shown.current.snapshot.status).toBe("paused"));
    mock.fail("run_conversation", 429);
    expect(await act(() => shown.current.resume())).toBe(false);
    expect(shown.current.problem).toMatchObject({ during: "run", reason: "run_limit", retryable: true });
  });
});

describe("what a user asks for", () => {
  test.each([
    [401, "session_key", false],
    [404, "conversation_not_found", false],
    [422, "validation", false],
    [503, "unavailable", true],
    [504, "timeout", false], // it may be there already
  ] as const)("a message answered %i is a problem of sending it: %s", async (status, reason, retryable) => {
    const shown = await look(await begin(mocked, client, [{ text: STREAMED }]));
    const detail = status === 404 ? "Conversation not found: x" : "No";
    server.use(http.post(MESSAGES, () => HttpResponse.json({ detail }, { status }), { once: true }));
    expect(await send(shown)).toBe(false);
    expect(shown.current.problem).toMatchObject({ during: "send", reason, retryable });
    expect(shown.current.problem?.message).not.toBe("");
    expect(await retry(shown)).toBe(true);
    await isDone(shown);
    expect(asked(mocked, "send_message")).toBe(1);
  });

  test("a failure stays until something else is done", async () => {
    const shown = await look(await begin(mocked, client, [{ text: STREAMED }]));
    mock.fail("send_message", 503);
    expect(await send(shown)).toBe(false);
    await problemIs(shown, "send", "unavailable");
    await settled();
    expect(shown.current.problem?.during).toBe("send");
    expect(await act(() => shown.current.pause())).toBe(true);
    expect(shown.current.problem).toBeNull();
  });

  test("a network that fails is no rejection, and the message may be sent already", async () => {
    const shown = await look(await begin(mocked, client, [{ text: STREAMED }]));
    server.use(http.post(MESSAGES, () => HttpResponse.error(), { once: true }));
    expect(await send(shown)).toBe(false);
    expect(shown.current.problem).toMatchObject({ during: "send", reason: "network", retryable: false });
    expect(await retry(shown)).toBe(true);
    await isDone(shown);
  });

  test("a message that is saved without a run is not sent again: retry asks for the run alone", async () => {
    const shown = await look(await begin(mocked, client, [{ text: STREAMED }]));
    mock.fail("send_message", 429);
    const runs = "*/api/conversations/:id/run";
    server.use(http.post(runs, () => HttpResponse.json({ detail: "No place." }, { status: 503 }), { once: true }));
    expect(await send(shown)).toBe(true);
    await problemIs(shown, "send", "message_saved");
    expect(shown.current.problem).toMatchObject({ retryable: true, user_action: "retry" });
    expect(await retry(shown)).toBe(true);
    await isDone(shown);
    expect([asked(mocked, "send_message"), asked(mocked, "run_conversation")]).toEqual([1, 1]);
  });

  test.each(["confirm", "reject", "pause", "interrupt"] as const)(
    "%s that fails is said, and tried again",
    async (deed) => {
      const call = { tool: "terminal", arguments: { command: "ls" }, result: "a", durationMs: 300 };
      const isAnswer = deed === "confirm" || deed === "reject";
      const policy = isAnswer ? "AlwaysConfirm" : "NeverConfirm";
      const shown = await look(await begin(mocked, client, [{ calls: [call] }, { text: STREAMED }], policy));
      await send(shown);
      const waits = isAnswer ? "waiting_for_confirmation" : "running";
      await waitFor(() => expect(shown.current.snapshot.status).toBe(waits));
      const path = isAnswer ? "events/respond_to_confirmation" : deed;
      const refuse = () => HttpResponse.json({ detail: "No" }, { status: 503 });
      server.use(http.post(`*/api/conversations/:id/${path}`, refuse, { once: true }));
      expect(await act(() => shown.current[deed]())).toBe(false);
      expect(shown.current.problem).toMatchObject({ during: deed, reason: "unavailable" });
      expect(await retry(shown)).toBe(true);
      expect(shown.current.problem).toBeNull();
      const end = { confirm: "finished", reject: "idle", pause: "paused", interrupt: "paused" }[deed];
      await waitFor(() => expect(shown.current.snapshot.status).toBe(end));
    },
  );

  test("two components see the same problem, and either may try again", async () => {
    const id = await begin(mocked, client, [{ text: STREAMED }]);
    const [one, two] = [await look(id), await look(id)];
    mock.fail("send_message", 503);
    await send(one);
    await problemIs(two, "send", "unavailable");
    expect(two.current.problem).toBe(one.current.problem);
    expect(await retry(two)).toBe(false);
    expect(two.current.problem).toBe(one.current.problem);
    expect(asked(mocked, "send_message")).toBe(2);
  });

  test("an aborted signal rejects with its reason, and is no problem", async () => {
    const shown = await look(await begin(mocked, client, []));
    const reason = new Error("changed my mind");
    const options = { signal: AbortSignal.abort(reason) };
    const { send: say, confirm, reject, pause, interrupt, resume } = shown.current;
    for (const call of [() => say("Hello", options), () => reject("No.", options)])
      await act(() => expect(call()).rejects.toBe(reason));
    for (const call of [confirm, pause, interrupt, resume]) await act(() => expect(call(options)).rejects.toBe(reason));
    expect(shown.current.problem).toBeNull();
  });

  test("with nothing wrong there is nothing to try again", async () => {
    const shown = await look(await begin(mocked, client, []));
    const before = mock.requests.length;
    expect(await retry(shown)).toBe(false);
    expect(mock.requests).toHaveLength(before);
  });
});
