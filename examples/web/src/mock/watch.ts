/** Sees what the server is asked before the server does, so that its agent has an answer, and that nothing is lost. */
import { type AgentClient, isUserMessage, textOf } from "agent-server-client";
import { http, type RequestHandler } from "msw";
import type { Agent } from "./agent.js";
import type { Keeper } from "./keeper.js";

interface Parts {
  readonly ask: (request: Request) => Promise<Response>;
  readonly inside: AgentClient;
  readonly agent: Agent;
  readonly keeper: Keeper;
}

export function watchRequests(baseUrl: string, { ask, inside, agent, keeper }: Parts): RequestHandler {
  const isRunning = async (conversation_id: string): Promise<boolean> => {
    const params = { path: { conversation_id } };
    const { data } = await inside.GET("/api/conversations/{conversation_id}", { params });
    return data?.execution_status === "running";
  };
  const tell = async (id: string, request: Request): Promise<void> => {
    const text = messageOf(await request.json());
    if (await isRunning(id)) agent.isToldMore(id, text);
    else agent.isTold(id, text);
  };
  return http.all(`${baseUrl}/api/conversations*`, async ({ request }) => {
    if (request.method === "GET") return undefined;
    const path = new URL(request.url).pathname.split("/api/conversations/")[1];
    const [, asked = "", operation = ""] = /^([^/]+)\/?(.*)$/.exec(path ?? "") ?? [];
    if (operation === "events") await tell(asked, request.clone());
    const response = await ask(request);
    // As a server does: it is kept before it is answered. A new conversation and a fork say their ids
    const made = operation === "fork" || asked === "" ? idOf(await response.clone().json()) : asked;
    if (response.ok && made !== "") await keeper.keep(made);
    return response;
  });
}

function messageOf(body: unknown): string {
  const event = { kind: "MessageEvent", source: "user", llm_message: body };
  return isUserMessage(event) ? textOf(event) : "";
}

const idOf = (info: unknown): string =>
  typeof info === "object" && info !== null && "id" in info && typeof info.id === "string" ? info.id : "";
