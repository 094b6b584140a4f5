/** REST of the simulated server: what the recorded one answered, in each version's own way. */
import { describe, expect, test } from "vitest";
import type { SimulatedAnswer } from "../src/simulator/answers.js";
import { many, server } from "./support/simulated.js";

type Server = ReturnType<typeof server>;
const STRANGER = "3af26693-2416-43f2-a2ca-21c1ced34291";

const ask = (simulator: Server, call: string, body?: unknown, headers = {}): SimulatedAnswer => {
  const [method = "", target = ""] = call.split(" ");
  const { pathname, searchParams } = new URL(target, "http://server");
  const path = /^\/(?:api|ready|server_info)/.test(pathname) ? pathname : `/api/conversations${pathname}`;
  return simulator.rest({ method, path, query: searchParams, headers, body });
};
const idsOf = ({ body }: SimulatedAnswer): string[] => (body as { items: { id: string }[] }).items.map(({ id }) => id);
const nextOf = ({ body }: SimulatedAnswer): unknown => (body as { next_page_id: unknown }).next_page_id;

describe("what is not there", () => {
  test.each([
    ["1.52", `GET /${STRANGER}`, 404, "Not Found"],
    ["1.52", `POST /${STRANGER}/run`, 404, "Not Found"],
    ["1.52", `GET /${STRANGER}/events/search`, 404, `Conversation not found: ${STRANGER}`],
    ["1.52", `POST /${STRANGER}/pause`, 400, "Bad Request"],
    ["1.52", `POST /${STRANGER}/interrupt`, 400, "Bad Request"],
    ["1.52", `DELETE /${STRANGER}`, 400, "Bad Request"],
    ["1.58", `POST /${STRANGER}/pause`, 404, "Not Found"],
    ["1.58", `DELETE /${STRANGER}`, 404, "Not Found"],
    ["1.52", "GET /api/nowhere", 404, "Not Found"],
    ["1.52", "DELETE /api/conversations", 405, "Method Not Allowed"],
  ] as const)("on %s %s answers %i %s", (version, call, status, detail) => {
    expect(ask(server({ version }), call)).toMatchObject({ status, body: { detail } });
  });

  test("an unknown event is an accident before 1.58, and the connection ends after it", () => {
    const old = server();
    const id = old.add(many(1));
    const accident = { detail: "Internal Server Error", exception: "'Unknown event_id: nope'" };
    expect(ask(old, `GET /${id}/events/nope`)).toMatchObject({ status: 500, body: accident, thenCloses: true });
    expect(ask(old, `GET /${id}/events`, ["nope"])).toMatchObject({ status: 500, body: accident });
    const recent = server({ version: "1.58" });
    const other = recent.add(many(1));
    expect(ask(recent, `GET /${other}/events/nope`)).toMatchObject({ status: 404, body: { detail: "Not Found" } });
    expect(ask(recent, `GET /${other}/events`, ["nope"]).body).toEqual([null]);
  });

  test("without the key there is nothing", () => {
    const simulator = server({ keys: ["k"] });
    expect(ask(simulator, "GET /search")).toMatchObject({ status: 401, body: { detail: "Unauthorized" } });
    expect(ask(simulator, "GET /search", undefined, { "x-session-api-key": "k" }).status).toBe(200);
    expect(ask(simulator, "GET /server_info").body).toMatchObject({ version: "1.52.0" });
  });
});

describe("searching events", () => {
  test("goes on from any event, in both directions, and from the start of one it does not know", () => {
    const simulator = server();
    const id = simulator.add(many(5));
    const all = simulator.log(id).map((event) => event.id);
    const page = ask(simulator, `GET /${id}/events/search?limit=2&page_id=${all[1]}`);
    expect(idsOf(page)).toEqual(all.slice(1, 3));
    expect(nextOf(page)).toBe(all[3]);
    const back = ask(simulator, `GET /${id}/events/search?limit=2&sort_order=TIMESTAMP_DESC`);
    expect(idsOf(back)).toEqual([all[4], all[3]]);
    expect(idsOf(ask(simulator, `GET /${id}/events/search?page_id=bogus`))).toEqual(all);
    expect(ask(simulator, `GET /${id}/events/search?limit=101`).status).toBe(422);
  });

  test("leaves out damaged events, which count all the same", () => {
    const simulator = server();
    const id = simulator.add(many(3));
    simulator.damage(id, 1);
    expect(idsOf(ask(simulator, `GET /${id}/events/search`))).toHaveLength(2);
    expect(ask(simulator, `GET /${id}/events/count`).body).toBe(3);
  });

  test("finds a kind by its Python class, from 1.58 on also by its name", () => {
    const path = "openhands.sdk.event.llm_convertible.message.MessageEvent";
    for (const [version, kind, count] of [
      ["1.52", path, 2],
      ["1.52", "MessageEvent", 0],
      ["1.58", path, 2],
      ["1.58", "MessageEvent", 2],
    ] as const) {
      const simulator = server({ version });
      const id = simulator.add([...many(2), { kind: "PauseEvent", source: "user" }]);
      expect(idsOf(ask(simulator, `GET /${id}/events/search?kind=${kind}`))).toHaveLength(count);
      expect(ask(simulator, `GET /${id}/events/count?kind=${kind}`).body).toBe(count);
      expect(idsOf(ask(simulator, `GET /${id}/events/search?source=user`))).toHaveLength(1);
    }
  });

  test("compares times as texts", () => {
    const simulator = server();
    const id = simulator.add(many(1));
    simulator.wind(1_500);
    simulator.append(id, ...many(1));
    const found = (query: string): number => idsOf(ask(simulator, `GET /${id}/events/search?${query}`)).length;
    expect(found("timestamp__gte=2026-01-01T00:00:01")).toBe(1);
    expect(found("timestamp__lt=2026-01-01T00:00:01Z")).toBe(1);
    expect(found("timestamp__gte=2026-01-01T00:00:00")).toBe(2);
  });
});

describe("a conversation", () => {
  test("is made once, and runs, pauses and goes", () => {
    const simulator = server();
    const request = { conversation_id: STRANGER, agent: { llm: { model: "m" } }, workspace: { working_dir: "x" } };
    expect(ask(simulator, "POST /api/conversations", request).status).toBe(201);
    expect(ask(simulator, "POST /api/conversations", request).status).toBe(200);
    expect(ask(simulator, "POST /api/conversations", {}).status).toBe(422);
    const message = { content: [{ type: "text", text: "go" }], run: true };
    expect(ask(simulator, `POST /${STRANGER}/events`, message).body).toEqual({ success: true });
    expect(ask(simulator, `POST /${STRANGER}/run`)).toMatchObject({
      status: 409,
      body: { detail: "Conversation already running. Wait for completion or pause first." },
    });
    expect(ask(simulator, `POST /${STRANGER}/pause`).status).toBe(200);
    expect(ask(simulator, `GET /${STRANGER}`).body).toMatchObject({ execution_status: "paused" });
    expect(simulator.log(STRANGER).map(({ kind, key }) => key ?? kind)).toEqual([
      "MessageEvent",
      "last_user_message_id",
      "execution_status",
      "execution_status",
      "PauseEvent",
    ]);
    expect(idsOf(ask(simulator, "GET /search?status=paused"))).toEqual([STRANGER]);
    expect(ask(simulator, `DELETE /${STRANGER}`).status).toBe(200);
    expect(ask(simulator, `GET /${STRANGER}`).status).toBe(404);
  });

  test("keeps a message whose run has no place, and says so", () => {
    const simulator = server();
    const id = simulator.add();
    simulator.world.busy = 2;
    const saved = ask(simulator, `POST /${id}/events`, { run: true });
    const detail = `Message saved, but the conversation run limit was reached. Retry POST /api/conversations/${id}/run without resending the message.`;
    expect(saved).toMatchObject({ status: 429, body: { detail } });
    expect(ask(simulator, `POST /${id}/run`)).toMatchObject({
      status: 429,
      body: { detail: "Conversation run limit reached. Retry the request later." },
    });
    expect(ask(simulator, `POST /${id}/run`).status).toBe(200);
  });

  test("says over REST what it was when the lock was free", () => {
    const simulator = server();
    const id = simulator.add();
    const status = (): unknown => (ask(simulator, `GET /${id}`).body as { execution_status: string }).execution_status;
    simulator.lock(id);
    simulator.setStatus(id, "running");
    expect(status()).toBe("idle");
    simulator.unlock(id);
    expect(status()).toBe("running");
  });

  test("answers each open action with a rejection, and does not run then", () => {
    const simulator = server();
    const id = simulator.add([
      { kind: "ActionEvent", source: "agent", id: "done", tool_call_id: "1", action: {} },
      { kind: "ObservationEvent", source: "environment", action_id: "done" },
      { kind: "ActionEvent", source: "agent", id: "open", tool_call_id: "2", action: {} },
      { kind: "ActionEvent", source: "agent", id: "failed", tool_call_id: "3" },
    ]);
    const route = `POST /${id}/events/respond_to_confirmation`;
    expect(ask(simulator, route, { accept: false, reason: "no" }).status).toBe(200);
    const last = simulator.log(id).at(-1);
    expect(last).toMatchObject({ kind: "UserRejectObservation", action_id: "open", rejection_reason: "no" });
    expect(ask(simulator, route, { accept: true }).status).toBe(200);
    expect(simulator.world.conversations.get(id)?.status).toBe("running");
  });
});
