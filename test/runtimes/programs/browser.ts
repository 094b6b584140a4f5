/** Every entry, and msw as it is in a browser, with the service worker that the page's server has. */
import { setupWorker } from "msw/browser";
import { renderToString } from "react-dom/server.browser";
import { useMocks } from "./mocks.js";
import { portable } from "./portable.js";
import { useReact } from "./react.js";
import { place } from "./task.js";

place.used = async (task, given) => ({
  ...(await portable(task, given)),
  react: useReact(task, renderToString),
  mocks: await useMocks(task, async (handlers) => {
    const worker = setupWorker(...handlers);
    await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
    return () => worker.stop();
  }),
});
