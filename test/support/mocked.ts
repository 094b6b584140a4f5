/** A mock server at an address of its own, for the tests of one file. */
import { type MockAgentServer, type MockAgentServerOptions, mockAgentServer } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

export const MOCKED = { baseUrl: "http://mocked.test", key: "key-of-the-tests", data: "/" } as const;

/** Starts it before the tests, resets it after each, and stops it after all. Nothing is asked of anybody else. */
export function useMock(options: MockAgentServerOptions = {}): MockAgentServer {
  const mock = mockAgentServer({ baseUrl: MOCKED.baseUrl, sessionApiKey: MOCKED.key, ...options });
  const server = setupServer(...mock.handlers);
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => mock.reset());
  afterAll(() => server.close());
  return mock;
}
