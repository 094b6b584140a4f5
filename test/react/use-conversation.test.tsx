// @vitest-environment happy-dom
/** `useConversation` over the mock server: one stream for all, and only the renderings that are needed. */
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { isAgentMessage, textOf } from "agent-server-client";
import { type ConversationActions, useConversation } from "agent-server-client/react";
import { memo, type ReactNode, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { asked, begin, newClient, settled, useMocked } from "./support/mocked.js";

const mocked = useMocked();
const client = newClient();
const TOKENS = 50;
const ANSWER = Array.from({ length: TOKENS }, (_, index) => `word${index} `);

test("many components look at one conversation through one stream, and the last to go closes it", async () => {
  const id = await begin(mocked, client, [{ text: "Two files." }]);
  const Said = (): ReactNode => {
    const { snapshot } = useConversation(client, id);
    return <p>{snapshot.events.filter(isAgentMessage).map(textOf)}</p>;
  };
  const Status = (): ReactNode => useConversation(client, id, { select: ({ status }) => status }).snapshot;
  const { rerender, unmount } = render([<Said key="1" />, <Said key="2" />, <Status key="3" />]);
  const { result, unmount: leave } = renderHook(() => useConversation(client, id));
  await act(() => result.current.send("How many?"));
  expect(await screen.findAllByText("Two files.")).toHaveLength(2);
  expect(mocked.sockets).toHaveLength(1);
  const before = mocked.mock.requests.length;

  leave();
  rerender([<Said key="2" />]);
  await settled();
  expect(mocked.open()).toHaveLength(1);
  unmount();
  await settled();
  expect(mocked.open()).toEqual([]);
  expect(mocked.mock.requests).toHaveLength(before);
});

test("StrictMode opens one stream, and nothing comes twice", async () => {
  const id = await begin(mocked, client, [{ text: "One file.", stream: ["One ", "file."] }]);
  const texts = new Set<string>();
  const { result, unmount } = renderHook(
    () => {
      const known = useConversation(client, id);
      for (const { text } of known.snapshot.items) texts.add(text);
      return known;
    },
    { wrapper: StrictMode },
  );
  await act(() => result.current.send("How many?"));
  await waitFor(() => expect(result.current.snapshot.status).toBe("finished"));
  expect(mocked.sockets).toHaveLength(1);
  const { events } = result.current.snapshot;
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  expect(events.filter(isAgentMessage)).toHaveLength(1);
  expect([...texts].filter((text) => !"One file.".startsWith(text))).toEqual([]);
  unmount();
});

test("another id is another conversation, and another client another stream", async () => {
  const one = await begin(mocked, client, [{ text: "First." }]);
  const two = await begin(mocked, client, [{ text: "Second." }]);
  const { result, rerender } = renderHook(
    ({ by, id }) => useConversation(by, id, { select: ({ events }) => events.filter(isAgentMessage).map(textOf) }),
    { initialProps: { by: client, id: one } },
  );
  await act(() => result.current.send("Begin."));
  await waitFor(() => expect(result.current.snapshot).toEqual(["First."]));
  const { send } = result.current;

  rerender({ by: client, id: two });
  expect(result.current.snapshot).toEqual([]);
  expect(result.current.send).not.toBe(send);
  await act(() => result.current.send("Begin."));
  await waitFor(() => expect(result.current.snapshot).toEqual(["Second."]));
  expect(mocked.open().map(({ url }) => url.includes(two))).toEqual([true]);

  rerender({ by: newClient(), id: two });
  expect(result.current.snapshot).toEqual([]);
  await waitFor(() => expect(result.current.snapshot).toEqual(["Second."]));
  expect(mocked.open()).toHaveLength(1);
  expect(mocked.sockets).toHaveLength(3);
});

test("an id in capitals is the same conversation", async () => {
  const id = await begin(mocked, client, [
    { calls: [{ tool: "terminal", result: "a" }] },
    { text: "There.", stream: true },
  ]);
  const { result } = renderHook(() => useConversation(client, id.toUpperCase()));
  expect(await act(() => result.current.send("Look."))).toBe(true);
  await waitFor(() => expect(result.current.snapshot.status).toBe("finished"));
  expect(result.current.snapshot.events.filter(isAgentMessage).map(textOf)).toEqual(["There."]);
  expect(result.current.problem).toBeNull();
});

test("a component renders for what it selects, and a child with stable actions does not", async () => {
  const id = await begin(mocked, client, [{ text: ANSWER.join(""), stream: ANSWER }]);
  const renders = { status: 0, items: 0, form: 0 };
  const statuses: (string | null)[] = [];
  const Status = (): ReactNode => {
    const { snapshot } = useConversation(client, id, { select: ({ status }) => status });
    renders.status++;
    statuses.push(snapshot);
    return null;
  };
  const Form = memo(({ send }: Pick<ConversationActions, "send">) => {
    renders.form++;
    return (
      <button type="button" onClick={() => void send("Go on.")}>
        Send
      </button>
    );
  });
  const Items = (): ReactNode => {
    const { snapshot, send } = useConversation(client, id, { select: ({ items }) => items.map(({ text }) => text) });
    renders.items++;
    return (
      <>
        <p>{snapshot}</p>
        <Form send={send} />
      </>
    );
  };
  render([<Status key="status" />, <Items key="items" />]);
  await waitFor(() => expect(statuses.at(-1)).toBe("idle"));
  renders.items = 0;
  screen.getByText("Send").click();
  await waitFor(() => expect(statuses.at(-1)).toBe("finished"));

  console.log(`renderings for ${TOKENS} tokens: ${JSON.stringify(renders)}`);
  expect(statuses.filter((status, index) => status === statuses[index - 1])).toEqual([]);
  expect(renders.form).toBe(1);
  expect(renders.items).toBeGreaterThan(TOKENS / 5); // tokens that come together are shown together
  expect(renders.items).toBeLessThanOrEqual(TOKENS + 3); // and begin, and end
});

test("selectors that are made anew, and make their answer anew, end", async () => {
  const id = await begin(mocked, client, [{ text: ANSWER.join(""), stream: ANSWER }]);
  const seen = { flat: [] as string[], deep: 0 };
  const Flat = (): ReactNode => {
    const { snapshot, send } = useConversation(client, id, {
      select: ({ status, items }) => ({ status, isWriting: items.length > 0 }),
    });
    seen.flat.push(JSON.stringify(snapshot));
    return (
      <button type="button" onClick={() => void send("Go on.")}>
        Send
      </button>
    );
  };
  const Deep = (): ReactNode => {
    const { snapshot } = useConversation(client, id, { select: ({ status }) => ({ inner: [{ status }] }) });
    seen.deep++;
    return <p>{JSON.stringify(snapshot)}</p>;
  };
  render([<Flat key="flat" />, <Deep key="deep" />]);
  await screen.findByText('{"inner":[{"status":"idle"}]}');
  screen.getByText("Send").click();
  await screen.findByText('{"inner":[{"status":"finished"}]}');
  await settled();
  const before = seen.deep;
  await settled();
  expect(seen.deep).toBe(before);
  expect(seen.deep).toBeLessThan(2 * TOKENS); // once with each change of the conversation, and no oftener
  expect(seen.flat.filter((text, index) => text === seen.flat[index - 1])).toEqual([]);
});

test("what a selector makes anew is the same object until it holds something else", async () => {
  const id = await begin(mocked, client, []);
  const { result, rerender } = renderHook(() =>
    useConversation(client, id, { select: ({ status }) => [status] as const }),
  );
  await waitFor(() => expect(result.current.snapshot).toEqual(["idle"]));
  const before = result.current.snapshot;
  rerender();
  expect(result.current.snapshot).toBe(before);
});

test("a server that renders gets an empty conversation, and a browser takes it over without a warning", async () => {
  const id = await begin(mocked, client, [{ text: "There you are." }]);
  const App = (): ReactNode => {
    const { snapshot, problem, send } = useConversation(client, id);
    return (
      <div>
        <p>{snapshot.status ?? "nothing known"}</p>
        <p>{snapshot.events.filter(isAgentMessage).map(textOf)}</p>
        <button type="button" disabled={problem !== null} onClick={() => void send("Where?")}>
          Send
        </button>
      </div>
    );
  };
  const before = mocked.mock.requests.length;
  const html = renderToString(<App />);
  await settled();
  expect(html).toContain("nothing known");
  expect([mocked.sockets.length, mocked.mock.requests.length]).toEqual([0, before]);

  const warn = vi.spyOn(console, "error").mockReturnValue();
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html;
  const onRecoverableError = vi.fn();
  const root = await act(() => Promise.resolve(hydrateRoot(container, <App />, { onRecoverableError })));
  await screen.findByText("idle");
  screen.getByText("Send").click();
  await screen.findByText("There you are.");
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(warn.mock.calls.filter(([text]) => /hydrat|match/i.test(String(text)))).toEqual([]);
  expect(asked(mocked, "send_message")).toBe(1);
  act(() => root.unmount());
  container.remove();
  warn.mockRestore();
});

test("a component that takes the place of another goes on with its stream", async () => {
  const id = await begin(mocked, client, [{ text: "Two files." }]);
  const Status = (): ReactNode => useConversation(client, id, { select: ({ status }) => status }).snapshot;
  const { rerender } = render(<Status key="1" />);
  await screen.findByText("idle");
  rerender(<Status key="2" />);
  await settled();
  expect(mocked.sockets).toHaveLength(1);
});

test("options that are undefined are none", async () => {
  const id = await begin(mocked, client, []);
  const { result } = renderHook(() => [
    useConversation(client, id, undefined).snapshot.status,
    useConversation(client, id, { select: undefined }).snapshot.status,
  ]);
  await vi.waitFor(() => expect(result.current).toEqual(["idle", "idle"]));
});
