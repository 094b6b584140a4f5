/** How each export of the pages' blocks is called: with what was recorded, or at the mock server. Those of React are not here. */
import {
  type AgentClient,
  type AgentEvent,
  classifyError,
  createAgentClient,
  createConversation,
  searchEvents,
} from "agent-server-client";
import { mockAction, mockEvent } from "agent-server-client/mocks";
import type { OrxEvent } from "agent-server-client/orxhestra";
import { expect, vi } from "vitest";
import * as z from "zod/mini";
import { CONVERSATION_CALLS } from "./docs-calls-conversation.js";
import { ROOT_CALLS } from "./docs-calls-root.js";
import type { Calls } from "./docs-folder.js";
import { BASE_URL, KEY, recorded, served } from "./docs-served.js";
import { golden } from "./orxhestra.js";
import { startTcpServer } from "./stream-server.js";

const parallel = recorded("parallel").rest_search;
const refused = recorded("e401").rest_search;
const text = (event: unknown): string => JSON.stringify(event);
const orxTurn: readonly OrxEvent[] = golden.streams["llm_tools_signed"]?.turns[0]?.events ?? [];

const README: Calls = {
  "README.md lineOf": (lineOf: (event: AgentEvent) => string) => {
    expect(parallel.map(lineOf)).toContain("done");
    expect(refused.map(lineOf).at(-1)).toMatch(/^LLM\w+: /);
    expect(lineOf(mockEvent("ActionEvent", { action: mockAction("TerminalAction", { command: "ls" }) }))).toBe("$ ls");
  },
  "README.md title": (title: (event: AgentEvent) => string) => {
    expect(parallel.map(title)).toContain("SystemPromptEvent");
  },
  "README.md Envelope": (envelope: z.ZodMiniType) => {
    expect(z.safeParse(envelope, { seq: 0, event: parallel[0] }).success).toBe(true);
    expect(z.safeParse(envelope, { seq: 0, event: 1 }).success).toBe(false);
  },
  "README.md ask": (ask: (baseUrl: string, key: string, id: string) => Promise<void>, lines: readonly string[]) =>
    served([{ text: "Gone on." }], async ({ id }) => {
      await ask(BASE_URL, KEY, id);
      expect(lines[0]).toBe("idle running");
      expect(lines.length).toBeGreaterThan(1);
      await ask(BASE_URL, "another key", id);
      expect(lines.at(-1)).toBe("session_key The session key is not accepted. false settings");
    }),
  "README.md follow": async (
    follow: (history: readonly AgentEvent[], socket: { onmessage?: (frame: { data: unknown }) => void }) => () => void,
    lines: readonly string[],
  ) => {
    const socket: { onmessage?: (frame: { data: unknown }) => void } = {};
    const stop = follow(parallel.slice(0, 3), socket);
    for (const frame of recorded("parallel").ws_events) socket.onmessage?.({ data: text(frame) });
    await vi.waitFor(() => expect(lines.at(-1)).toMatch(/^finished 3 0/));
    stop();
  },
  "README.md follow (2)": (
    follow: (client: AgentClient, id: string, after: undefined) => Promise<void>,
    lines: readonly string[],
  ) =>
    served([{ text: "One file.", stream: ["One ", "file."] }], async ({ client, id, mock }) => {
      const end = expect(follow(client, id, undefined)).rejects.toThrow("the socket was closed with 4004");
      await vi.waitFor(() => expect(lines).toContain("open undefined"));
      mock.emit(id, mockEvent("PauseEvent"));
      await vi.waitFor(() => expect(lines.join()).toContain("PauseEvent"));
      mock.closeSockets(4004, "Conversation not found");
      await end;
      expect(lines.at(-1)).toBe("closed The conversation does not exist.");
    }),
  "README.md ask (2)": (ask: (client: AgentClient, id: string) => Promise<string>) =>
    served([{ text: "Fixed." }], async ({ client, id }) => expect(await ask(client, id)).toBe("Fixed.")),
};

const STREAM: Calls = {
  "docs/stream.md follow": (follow: (url: string, key: string, id: string, signal: AbortSignal) => Promise<void>) =>
    served([], async ({ id }) => {
      const controller = new AbortController();
      const end = expect(follow(BASE_URL, KEY, id, controller.signal)).rejects.toBe("left");
      await vi.waitFor(() => expect(vi.mocked(console.log)).toHaveBeenCalledWith("idle", expect.any(Number)));
      controller.abort("left");
      await end;
    }),
  "docs/stream.md last": async (last: (baseUrl: string, id: string) => Promise<string | undefined>) => {
    const server = await startTcpServer({ version: "1.52", seed: 1 });
    try {
      const client = createAgentClient({ baseUrl: server.url });
      const { id } = await createConversation(client, {
        agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" } },
        workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
      });
      const kinds: string[] = [];
      for await (const { kind } of searchEvents(client, id)) kinds.push(kind);
      expect(await last(server.url, id)).toBe(kinds.at(-1));
    } finally {
      await server.close();
    }
  },
  "docs/stream.md relay": (
    relay: (client: AgentClient, id: string, post: (update: unknown) => void) => Promise<void>,
  ) =>
    served([], async ({ client, id, mock }) => {
      const posted: unknown[] = [];
      const end = relay(client, id, (update) => posted.push(structuredClone(update))).catch(classifyError);
      await vi.waitFor(() => expect(posted).toContainEqual({ type: "live" }));
      mock.closeSockets(4004, "Conversation not found");
      expect(await end).toMatchObject({ reason: "conversation_not_found" });
      expect(posted.at(-1)).toMatchObject({ type: "connection", status: "closed", error: undefined });
    }),
};

const OTHERS: Calls = {
  "docs/migration.md ask": (
    ask: (baseUrl: string, key: string, message: string) => Promise<string>,
    lines: readonly string[],
  ) =>
    served([{ text: "They pass." }], async () => {
      expect(await ask(BASE_URL, KEY, "Do the tests pass?")).toBe("They pass.");
      expect(lines).toContain("They pass.");
    }),
  "docs/orxhestra.md show": (show: (frame: string) => string) => {
    expect(orxTurn.map(text).map(show).filter(Boolean).length).toBeGreaterThan(3);
  },
  "docs/orxhestra.md trusted": async (
    trusted: (frames: readonly string[], agents: readonly string[]) => Promise<OrxEvent[]>,
  ) => {
    const frames = orxTurn.map(text);
    const did = golden.meta.keys["K1"]?.did ?? "";
    expect((await trusted(frames, [did])).length).toBe(orxTurn.filter(({ partial }) => !partial).length);
    await expect(trusted(frames, ["did:key:another"])).rejects.toThrow("not to be trusted");
  },
};

export const CALLS: Calls = { ...README, ...STREAM, ...OTHERS, ...ROOT_CALLS, ...CONVERSATION_CALLS };
