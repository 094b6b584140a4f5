/** How the exports of the pages about the root entry and validation are called. */
import { type AgentClient, type AgentEvent, createAgentClient, HttpError } from "agent-server-client";
import { mockEvent, mockObservation } from "agent-server-client/mocks";
import { expect, vi } from "vitest";
import * as z from "zod/mini";
import type { Calls } from "./docs-folder.js";
import { BASE_URL, KEY, recorded, served } from "./docs-served.js";

const parallel = recorded("parallel").rest_search;
const refused = recorded("e401").rest_search;
const stranger = mockEvent("ActionEvent", {
  // a client's tool is no kind of the document
  action: { kind: "ClientAction_show_chart", title: "Sales" } as never,
});

const EVENTS: Calls = {
  "docs/events.md summary": (summary: (events: readonly AgentEvent[]) => unknown) => {
    expect(summary(parallel)).toEqual({ asked: [expect.stringMatching(/\w/)], commands: 2, failed: 1 });
    const ended = (exit_code: number | null): AgentEvent =>
      mockEvent("ObservationEvent", { observation: mockObservation("TerminalObservation", { exit_code }) });
    expect(summary([-1, null, 0, 1, 130].map(ended))).toMatchObject({ failed: 2 });
  },
  "docs/events.md icon": (icon: (event: AgentEvent) => string) => {
    expect(new Set(parallel.map(icon))).toEqual(new Set(["none", "speech", "gear"]));
    expect(refused.map(icon)).toContain("alarm");
  },
  "docs/events.md stranger": (of: (event: AgentEvent) => string) => {
    const newer = (kind: string): AgentEvent => ({ ...mockEvent("PauseEvent"), kind }) as AgentEvent;
    const all = [stranger, newer("SecurityAnalysisEvent"), newer("Other"), mockEvent("PauseEvent")];
    expect(all.map(of)).toEqual(["chart: Sales", "security", "(Other)", "PauseEvent"]);
  },
  "docs/events.md statusOf": (statusOf: (events: readonly AgentEvent[]) => string | undefined) => {
    expect([statusOf(parallel), statusOf(refused), statusOf([])]).toEqual(["finished", "error", undefined]);
    const whole = mockEvent("ConversationStateUpdateEvent", {
      key: "full_state",
      value: { execution_status: "paused" },
    });
    expect([statusOf([whole]), statusOf([...parallel, whole])]).toEqual(["paused", "paused"]);
  },
};

const CLIENT: Calls = {
  "docs/client.md begin": (begin: (baseUrl: string, key: string) => Promise<string>) =>
    served([], async () => expect(await begin(BASE_URL, KEY)).toMatch(/^[\da-f-]{36}$/)),
  "docs/client.md titleOf": (titleOf: (client: AgentClient, id: string) => Promise<string>) =>
    served([], async ({ client, id }) => {
      expect(await titleOf(client, id)).toBe("untitled");
      await expect(titleOf(client, crypto.randomUUID())).rejects.toThrow("answered 404");
    }),
  "docs/client.md rename": (rename: (client: AgentClient, id: string, title: string) => Promise<string>) =>
    served([], async ({ client, id }) => {
      expect(await rename(client, id, "Tests")).toBe("renamed");
      const nobodys = createAgentClient({ baseUrl: BASE_URL, sessionApiKey: "another" });
      expect(await rename(nobodys, id, "Tests")).toBe("The session key is not accepted.");
    }),
  "docs/client.md ask": (ask: (client: AgentClient, id: string, question: string) => Promise<string>) =>
    served([], async ({ client, id }) => expect(await ask(client, id, "Done?")).toBe("Done.")),
  "docs/client.md latest": (latest: (client: AgentClient) => Promise<string | undefined>) =>
    served([], async ({ client, id, mock }) => {
      mock.emit(id, mockEvent("PauseEvent"));
      expect(await latest(client)).toBe("PauseEvent");
    }),
  "docs/client.md copy": (copy: (client: AgentClient, from: string, to: string) => Promise<number>) =>
    served([], async ({ client }) => {
      const put = { params: { query: { path: "/workspace/a" } }, body: { file: new Blob(["four"]) } };
      await client.POST("/api/file/upload", put);
      expect(await copy(client, "/workspace/a", "/workspace/b")).toBe(4);
      const there = await client.GET("/api/file/download", { params: { query: { path: "/workspace/b" } } });
      expect(await (there.data as Blob | undefined)?.text()).toBe("four");
    }),
  "docs/client.md greet": (greet: (client: AgentClient) => Promise<string>) =>
    served([], async ({ client }) => expect(await greet(client)).toMatch(/^1\.52\.0/)),
  "docs/client.md log": (log: (client: AgentClient, write: (line: string) => void) => void) =>
    served([], async ({ client }) => {
      const lines: string[] = [];
      log(client, (line) => lines.push(line));
      await client.GET("/api/conversations/count");
      expect(lines).toEqual(["GET /api/conversations/count", "200"]);
    }),
};

const SCHEMAS: Calls = {
  "docs/schemas.md conversation": (conversation: (client: AgentClient, id: string) => Promise<{ id: string }>) =>
    served([], async ({ client, id }) => expect((await conversation(client, id)).id).toBe(id)),
  "docs/schemas.md Line": (line: z.ZodMiniType) => {
    expect(z.safeParse(line, { at: 1, event: parallel[0] }).success).toBe(true);
  },
  "docs/schemas.md requestOf": (requestOf: (form: unknown) => unknown) => {
    expect(requestOf({})).toEqual(["workspace"]);
    expect(requestOf({ workspace: { kind: "LocalWorkspace", working_dir: "/workspace" } })).toHaveProperty("workspace");
  },
};

/** Full, but the message is there: to send it again would be wrong. */
const MESSAGE_SAVED = new HttpError({ method: "POST", path: "/api/conversations/{conversation_id}/events" }, 429, {
  detail: "Message saved, but run not started: too many conversations are running. Try again later.",
});

const ERRORS: Calls = {
  "docs/errors.md toastOf": (toastOf: (failure: unknown) => unknown) => {
    expect(toastOf({ code: 4001, reason: "" })).toEqual({ text: expect.stringMatching("key"), button: "Settings" });
    expect(toastOf({ code: 1012, reason: "" })).toMatchObject({ button: "Try again" });
    expect(toastOf(MESSAGE_SAVED)).toMatchObject({ button: "Run" });
    expect(toastOf(new DOMException("", "AbortError"))).toBeUndefined();
    expect(
      toastOf({ ...mockEvent("ConversationErrorEvent"), code: "Odd", detail: "odd", classification: null }),
    ).toEqual({
      text: "Something went wrong.",
      button: undefined,
    });
    expect(() => toastOf(new RangeError("ours"))).toThrow("ours");
  },
  "docs/errors.md retried": async (retried: (work: () => Promise<string>, tries?: number) => Promise<string>) => {
    let tries = 0;
    const work = (failures: number, failure: unknown) => async () => {
      if (tries++ < failures) throw failure;
      return "done";
    };
    const busy = { code: 1012, reason: "" };
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(await retried(work(2, busy))).toBe("done");
    await expect(retried(work(9, busy), 2)).rejects.toBe(busy);
    tries = 0;
    await expect(retried(work(1, "no such key"))).rejects.toBe("no such key");
    expect(tries).toBe(1);
    tries = 0;
    await expect(retried(work(1, MESSAGE_SAVED))).rejects.toBe(MESSAGE_SAVED);
    expect(tries).toBe(1);
    vi.mocked(Math.random).mockRestore();
  },
  "docs/errors.md signIn": (signIn: (client: AgentClient, ask: () => Promise<void>) => Promise<void>) =>
    served([], async ({ mock }) => {
      const keys = [KEY, "second", "first"];
      let key = "none";
      const client = createAgentClient({ baseUrl: BASE_URL, sessionApiKey: () => key, retry: false });
      await signIn(client, async () => {
        key = keys.pop() ?? "";
      });
      expect([key, keys]).toEqual([KEY, []]);
      mock.fail("count_conversations", 500);
      await expect(signIn(client, async () => undefined)).rejects.toThrow("answered 500");
    }),
  "docs/errors.md quietly": (quietly: (client: AgentClient, signal: AbortSignal) => Promise<string>) =>
    served([], async ({ client }) => {
      expect(await quietly(client, new AbortController().signal)).toBe("answered");
      expect(await quietly(client, AbortSignal.abort())).toBe("left: aborted");
    }),
};

export const ROOT_CALLS: Calls = { ...EVENTS, ...CLIENT, ...SCHEMAS, ...ERRORS };
