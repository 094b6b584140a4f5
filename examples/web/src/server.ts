/** The server behind all components. */
import { type AgentClient, createAgentClient } from "agent-server-client";
import { createContext, useContext } from "react";
import type { Settings } from "./settings.js";

export interface Server {
  readonly client: AgentClient;
  readonly settings: Settings;
}

/** The mock server is loaded only where it is used. */
export async function connect(settings: Settings): Promise<Server> {
  if (settings.server === null) {
    const { startMock } = await import("./mock/start.js");
    return { client: await startMock(), settings };
  }
  const sessionApiKey = settings.sessionKey === "" ? undefined : settings.sessionKey;
  return { client: createAgentClient({ baseUrl: settings.server, sessionApiKey }), settings };
}

export const ServerContext = createContext<Server | null>(null);

export function useServer(): Server {
  const server = useContext(ServerContext);
  if (!server) throw new Error("expected a ServerContext around this component");
  return server;
}
