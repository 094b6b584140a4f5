/** Many mock servers in one process. */
import { mockAgentServer } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";

test("a mock server for each of many tests leaves no listener behind", () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  for (let count = 0; count < 40; count++) mockAgentServer({ baseUrl: `http://agent-${count % 2}.test` });
  expect(warn.mock.calls).toEqual([]);
});

test("two servers at two addresses know nothing of each other", async () => {
  const [here, there] = [
    mockAgentServer({ baseUrl: "http://here.test" }),
    mockAgentServer({ baseUrl: "http://there.test/base" }),
  ];
  const server = setupServer(...here.handlers, ...there.handlers);
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => server.close());
  const open = (url: string): Promise<unknown> =>
    new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.onclose = ({ code, reason }) => resolve([code, reason]);
    });
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect(await open(`ws://here.test/sockets/session/${unknown}`)).toEqual([4004, "Conversation not found"]);
  expect(await open(`ws://there.test/base/sockets/events/${unknown}`)).toEqual([4004, "Conversation not found"]);
  await fetch("http://there.test/base/api/conversations/count");
  expect([here.requests.length, there.requests.length]).toEqual([0, 1]);
});
