/** Every entry, and msw as it is in Node. */
import { setupServer } from "msw/node";
import { renderToString } from "react-dom/server";
import { useMocks } from "./mocks.js";
import { portable } from "./portable.js";
import { useReact } from "./react.js";
import { place } from "./task.js";

place.used = async (task, given) => ({
  ...(await portable(task, given)),
  react: useReact(task, renderToString),
  mocks: await useMocks(task, (handlers) => {
    const server = setupServer(...handlers);
    server.listen();
    return () => server.close();
  }),
});
// msw holds a channel open that Deno waits for
place.isEndless = "Deno" in globalThis;
