// @vitest-environment happy-dom
/** The stories of examples/react as Storybook shows them: first the loaders of all, then those of a story, then itself. */
import { cleanup, render, screen } from "@testing-library/react";
import { type SetupServer, setupServer } from "msw/node";
import { afterAll, afterEach, expect, test, vi } from "vitest";

const workers: SetupServer[] = [];
/** There is no service worker here. */
vi.mock("msw/browser", () => ({
  setupWorker: (...handlers: Parameters<typeof setupServer>) => {
    const server = setupServer(...handlers);
    workers.push(server);
    return { start: async () => server.listen({ onUnhandledRequest: "error" }) };
  },
}));
afterEach(cleanup);
afterAll(async () => {
  const { mock } = await import("../../examples/react/storybook/preview.js");
  mock.reset();
  for (const worker of workers) worker.close();
});

test.each([
  ["Answered", "A README and the sources."],
  ["Waiting", "Allow"],
  ["BeingWritten", "running"],
  ["Failed", "error"],
] as const)("%s shows the state that it was made for", async (name, text) => {
  const { loaders, mock } = await import("../../examples/react/storybook/preview.js");
  const stories = await import("../../examples/react/storybook/conversation.stories.js");
  const story = stories[name];
  for (const load of loaders) await load();
  const [loaded] = await Promise.all(story.loaders.map((load) => load()));
  if (!loaded) throw new Error("expected a loader that makes a conversation");
  render(story.render({}, { loaded }));
  expect(await screen.findByText(text, { exact: false }, { timeout: 5_000 })).toBeTruthy();
  mock.assertNoInvalidRequests();
});
