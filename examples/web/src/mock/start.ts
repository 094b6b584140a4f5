/** The mock server, in this page: msw's service worker hands it the requests. Loaded only where no server is given. */
import { type AgentClient, createAgentClient, unwrap } from "agent-server-client";
import { mockAgentServer } from "agent-server-client/mocks";
import { getResponse, RequestHandler } from "msw";
import { setupWorker } from "msw/browser";
import { createAgent } from "./agent.js";
import { expose } from "./console.js";
import { createKeeper } from "./keeper.js";
import { repliesOf } from "./replies.js";
import { seed } from "./seeds.js";
import { watchRequests } from "./watch.js";

/** A folder of this page's own address: the policy of the page allows it, and no request for it leaves the browser. */
const BASE_URL = new URL("agent", document.baseURI.replace(/[?#].*$/, "")).href;

export async function startMock(): Promise<AgentClient> {
  // Another seed each time: new conversations must not have the ids of those that are kept
  const mock = mockAgentServer({ baseUrl: BASE_URL, seed: Date.now() % 2 ** 31 });
  const agent = createAgent(mock, repliesOf);
  agent.play();
  const handlers = mock.handlers.filter((handler) => handler instanceof RequestHandler);
  const ask = async (request: Request): Promise<Response> => (await getResponse(handlers, request)) ?? Response.error();
  /** The server from inside, without the service worker. */
  const inside = createAgentClient({ baseUrl: BASE_URL, fetch: ask });
  const keeper = createKeeper(inside, agent);

  await seed(mock, inside);
  for (const id of keeper.restore(mock)) {
    unwrap(
      await inside.POST("/api/conversations/{conversation_id}/run", { params: { path: { conversation_id: id } } }),
    );
    keeper.follow(id);
  }
  globalThis.exampleMock = expose(mock, agent, keeper);
  await setupWorker(watchRequests(BASE_URL, { ask, inside, agent, keeper }), ...mock.handlers).start({
    onUnhandledRequest: "bypass",
    quiet: true,
    serviceWorker: { url: "mockServiceWorker.js" },
  });
  return createAgentClient({ baseUrl: BASE_URL });
}
