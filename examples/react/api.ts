/** The client of the application, and hooks over it. */
import { type AgentClient, createAgentClient, type paths } from "agent-server-client";
import createQueryHooks, { type OpenapiQueryClient } from "openapi-react-query";

/** Calls of the server, and the same as queries and mutations of React. */
export interface Api {
  readonly client: AgentClient;
  readonly hooks: OpenapiQueryClient<paths>;
}

/** Of a server at an address. */
export function createApi(baseUrl: string, sessionApiKey?: string): Api {
  const client = createAgentClient({ baseUrl, sessionApiKey });
  return { client, hooks: createQueryHooks(client) };
}
