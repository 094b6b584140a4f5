// @vitest-environment happy-dom
/** `useConversation` where React, or a user, does something at an odd moment. */
import { act, type RenderHookResult, render, renderHook, screen, waitFor } from "@testing-library/react";
import { createAgentClient, isAgentMessage, textOf } from "agent-server-client";
import type { ConversationSnapshot } from "agent-server-client/conversation";
import { type UseConversation, useConversation } from "agent-server-client/react";
import { HttpResponse, http } from "msw";
import { Activity, Component, type ReactNode, startTransition, useDeferredValue, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { asked, begin, newClient, settled, useMocked } from "./support/mocked.js";

const mocked = useMocked();
const { mock, server } = mocked;
const client = newClient();
const LIMITED = { error: { code: "LLMRateLimitError", detail: "Rate limit reached." } };

type Shown = RenderHookResult<UseConversation<ConversationSnapshot>, unknown>["result"];

const look = async (id: string): Promise<Shown> => {
  const { result } = renderHook(() => useConversation(client, id));
  await waitFor(() => expect(result.current.snapshot.live).toBe(true));
  return result;
};
/** A conversation whose run has failed. */
const failed = async (...turns: readonly { readonly text: string }[]): Promise<Shown> => {
  const shown = await look(await begin(mocked, client, [LIMITED, ...turns]));
  await act(() => shown.current.send("Go."));
  await waitFor(() => expect(shown.current.problem?.during).toBe("run"));
  return shown;
};
const refuseOnce = (): void =>
  server.use(http.post("*/api/conversations/:id/events", () => HttpResponse.json({}, { status: 503 }), { once: true }));
const retryTwice = ({ current: { retry } }: Shown): Promise<boolean[]> => act(() => Promise.all([retry(), retry()]));
const isDone = (shown: Shown): Promise<void> =>
  waitFor(() => {
    expect(shown.current.snapshot.status).toBe("finished");
    expect(shown.current.problem).toBeNull();
  });

describe("retry twice at once", () => {
  test("runs once, and what it did is no problem", async () => {
    const shown = await failed({ text: "There." });
    expect(await retryTwice(shown)).toEqual([true, true]);
    await isDone(shown);
    expect(asked(mocked, "run_conversation")).toBe(1);
  });

  test("sends once, and does not run what stands at an error", async () => {
    const shown = await failed({ text: "There." });
    refuseOnce();
    await act(() => shown.current.send("Go on."));
    expect(shown.current.problem?.during).toBe("send");
    expect(await retryTwice(shown)).toEqual([true, true]);
    await isDone(shown);
    expect([asked(mocked, "send_message"), asked(mocked, "run_conversation")]).toEqual([2, 0]);
  });

  test("opens one stream", async () => {
    const shown = await look(await begin(mocked, client, []));
    mock.closeSockets(4001, "Authentication failed");
    await waitFor(() => expect(shown.current.problem?.during).toBe("stream"));
    const before = mocked.sockets.length;
    await retryTwice(shown);
    await waitFor(() => expect(shown.current.snapshot.connection.status).toBe("open"));
    expect(mocked.sockets).toHaveLength(before + 1);
  });
});

test("a run that another page has asked for meanwhile is no problem", async () => {
  const shown = await failed();
  const detail = "Conversation already running. Wait for completion or pause first.";
  server.use(http.post("*/api/conversations/:id/run", () => HttpResponse.json({ detail }, { status: 409 })));
  expect(await act(() => shown.current.retry())).toBe(true);
  expect(shown.current.problem?.reason).toBe("rate_limited"); // until the run is told
});

test.each([
  ["fetch", { fetch: () => Promise.reject(new Error("of a wrapper")) }],
  ["key", { sessionApiKey: () => Promise.reject(new Error("of a store")) }],
] as const)("a function for the %s that throws anything is a problem, and no rejection", async (_, options) => {
  const id = await begin(mocked, client, []);
  const other = createAgentClient({ baseUrl: "http://agent.test", retry: false, ...options });
  const { result } = renderHook(() => useConversation(other, id));
  expect(await act(() => result.current.send("Hello"))).toBe(false);
  expect(result.current.problem?.during).toBe("send");
});

test("a selector that throws is for the error boundary, and other components go on", async () => {
  const id = await begin(mocked, client, [{ text: "There." }]);
  const quiet = vi.spyOn(console, "error").mockReturnValue();
  class Boundary extends Component<{ readonly children: ReactNode }> {
    override state = { isBroken: false };
    static getDerivedStateFromError = () => ({ isBroken: true });
    override render = () => (this.state.isBroken ? "broken" : this.props.children);
  }
  const statusOf = ({ status }: ConversationSnapshot): string | null => {
    if (status === "finished") throw new Error("not drawn");
    return status;
  };
  const Bad = (): ReactNode => useConversation(client, id, { select: statusOf }).snapshot;
  const Good = (): ReactNode => {
    const { snapshot, send } = useConversation(client, id, { select: ({ events }) => events.filter(isAgentMessage) });
    return (
      <button type="button" onClick={() => void send("Go.")}>
        {snapshot.map(textOf).join() || "Send"}
      </button>
    );
  };
  render([
    <Boundary key="bad">
      <Bad />
    </Boundary>,
    <Good key="good" />,
  ]);
  (await screen.findByText("Send")).click();
  await screen.findByText("broken");
  await screen.findByText("There.");
  quiet.mockRestore();
});

test("a selector may look at props: other props give another part, though the conversation is the same", async () => {
  const id = await begin(mocked, client, []);
  const { result, rerender } = renderHook(
    ({ name }) => useConversation(client, id, { select: (snapshot) => snapshot[name] }),
    { initialProps: { name: "status" as "status" | "live" } },
  );
  await waitFor(() => expect(result.current.snapshot).toBe("idle"));
  rerender({ name: "live" });
  expect(result.current.snapshot).toBe(true);
});

test("ids that change quickly, also in transitions, leave one stream: that of the last", async () => {
  const ids = [await begin(mocked, client, []), await begin(mocked, client, [])] as const;
  let go: (id: string) => void = () => undefined;
  const App = (): ReactNode => {
    const [id, setId] = useState<string>(ids[0]);
    go = (next) => startTransition(() => setId(next));
    const { snapshot } = useConversation(client, useDeferredValue(id));
    return useDeferredValue(snapshot).status;
  };
  render(<App />);
  for (const at of [1, 0, 1, 0, 1, 1, 0] as const) act(() => go(ids[at]));
  await screen.findByText("idle");
  await settled();
  expect(mocked.open().map(({ url }) => url.includes(ids[0]))).toEqual([true]);
});

test("what React hides follows nothing, and follows again when it is shown", async () => {
  const id = await begin(mocked, client, []);
  const Status = (): ReactNode => useConversation(client, id, { select: ({ status }) => status }).snapshot;
  const App = ({ mode }: { readonly mode: "visible" | "hidden" }): ReactNode => (
    <Activity mode={mode}>
      <Status />
    </Activity>
  );
  const { rerender } = render(<App mode="visible" />);
  await screen.findByText("idle");
  rerender(<App mode="hidden" />);
  await settled();
  expect(mocked.open()).toEqual([]);
  rerender(<App mode="visible" />);
  await screen.findByText("idle");
  expect(mocked.open()).toHaveLength(1);
});
