/**
 * What Storybook's `.storybook/preview.ts` holds: the mock server in a service worker, for every story. The worker's file
 * is made once, by `npx msw init public`, and served with `staticDirs: ["../public"]`.
 */
import { mockAgentServer } from "agent-server-client/mocks";
import { setupWorker } from "msw/browser";

/** The server that all stories talk to. */
export const mock = mockAgentServer();

const worker = setupWorker(...mock.handlers);
const started = worker.start({ onUnhandledRequest: "bypass", quiet: true });

/** Each story gets a fresh server. These come before the loaders of a story; Storybook's `beforeEach` comes after them. */
export const loaders = [
  async (): Promise<void> => {
    await started;
    mock.reset();
  },
];
