/** The server of all component tests: it is fresh for each test, and nothing is asked of anybody else. */
import { cleanup } from "@testing-library/react";
import { mockAgentServer } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

/** What the agent does is scripted here, test by test. */
export const mock = mockAgentServer();

const server = setupServer(...mock.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  cleanup();
  mock.assertNoInvalidRequests();
  mock.reset();
});
afterAll(() => server.close());
