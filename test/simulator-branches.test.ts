/** Branches, goals and archives of conversations of the simulated server, and the shape of all that it makes. */
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ConversationInfoSchema, EventSchema } from "../src/schemas.js";
import { type Fields, fieldsOf } from "../src/simulator/fields.js";
import { scripted } from "./support/scripted.js";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const detailOf = ({ status, body }: { readonly status: number; readonly body: unknown }): string =>
  `${status} ${JSON.stringify(fieldsOf(body)["detail"] ?? body)}`;

describe("branches", () => {
  test("begin where one navigates to, also before the first event", () => {
    const { simulator, id, ask, send, settle } = scripted([]);
    send();
    settle();
    const prompt = simulator.log(id)[0];
    expect(ask("POST /navigate", { event_id: prompt?.id }).body).toMatchObject({ leaf_event_id: prompt?.id });
    ask("POST /events", {});
    expect(simulator.log(id).findLast(({ source }) => source === "user")?.["parent_id"]).toBe(prompt?.id);
    expect(ask("POST /navigate", { event_id: null }).body).toMatchObject({ leaf_event_id: null });
    ask("POST /events", {});
    expect(simulator.log(id).findLast(({ source }) => source === "user")?.["parent_id"]).toBe("__root__");
  });

  test("can be conversations of their own", () => {
    const { simulator, id, ask, send, settle } = scripted([]);
    send();
    settle();
    const message = simulator.log(id)[1];
    const part = ask("POST /fork", { from_event_id: message?.id, title: "Part", tags: { x: "y" } });
    expect(part).toMatchObject({
      status: 201,
      body: {
        title: "Part",
        tags: { x: "y", title: "Part" },
        leaf_event_id: message?.id,
        forked_from_conversation_id: id,
        forked_from_event_id: message?.id,
        execution_status: "idle",
        last_user_message_id: null,
        stats: { usage_to_metrics: {} },
      },
    });
    expect(simulator.log(String(fieldsOf(part.body)["id"])).map(({ kind }) => kind)).toEqual([
      "SystemPromptEvent",
      "MessageEvent",
    ]);
    const whole = fieldsOf(ask("POST /fork", { reset_metrics: false }).body);
    expect(simulator.log(String(whole["id"]))).toEqual(simulator.log(id));
    expect(whole["stats"]).toEqual(fieldsOf(ask("GET /").body)["stats"]);
    expect(detailOf(ask("POST /fork", { id }))).toBe(`409 "Conversation with id ${id} already exists"`);
    expect(detailOf(ask("POST /fork", { from_event_id: "x" }))).toBe('404 "Unknown from_event_id: x"');
  });
});

describe("goals", () => {
  const goals = (log: readonly Fields[]): unknown[] =>
    log.filter(({ key }) => key === "goal").map(({ value }) => [fieldsOf(value)["active"], fieldsOf(value)["status"]]);

  test("are pursued until they are judged complete, each only once at a time", () => {
    const { simulator, id, ask, settle, told } = scripted([{ text: "did it" }]);
    expect(ask("POST /goal", { objective: "do it" }).status).toBe(200);
    expect(ask("POST /goal", { objective: "do it" }).status).toBe(409);
    settle();
    expect(told()).toEqual([
      "goal",
      "SystemPrompt",
      "last_user_message_id",
      "user: do it",
      "status running",
      "stats",
      "agent: did it",
      "status finished",
      "(state finished)",
      "stats",
      "goal",
    ]);
    expect(goals(simulator.log(id))).toEqual([
      [true, "running"],
      [false, "complete"],
    ]);
    expect(ask("POST /goal/resume").status).toBe(400);
  });

  test("are interrupted by a message, a stop or a pause, and can be resumed then", () => {
    const { simulator, id, ask, settle, send } = scripted([{ text: "late", waitMs: 100 }]);
    ask("POST /goal", { objective: "do it" });
    send("something else");
    settle();
    expect(goals(simulator.log(id))).toEqual([
      [true, "running"],
      [false, "interrupted"],
    ]);
    expect(ask("POST /goal/resume").status).toBe(200);
    ask("POST /interrupt");
    settle();
    expect(goals(simulator.log(id)).slice(2)).toEqual([
      [true, "running"],
      [false, "interrupted"],
    ]);
  });
});

describe("as a file", () => {
  test("a conversation is an archive of its events", () => {
    const { simulator, id, ask, send, settle } = scripted([]);
    send();
    settle();
    const { headers, body } = ask(`GET /api/file/download-trajectory/${id}`);
    expect(headers["content-disposition"]).toBe(`attachment; filename="${id.replaceAll("-", "")}.zip"`);
    const files = filesIn(body as Uint8Array);
    const names = files.map(({ name }) => name.split("/").slice(1).join("/"));
    expect(names[0]).toBe("base_state.json");
    expect(files.slice(1).map(({ text }) => JSON.parse(text) as unknown)).toEqual(simulator.log(id));
    expect(ask(`GET /file/download-trajectory/${id}`).body).toEqual(body);
    expect(ask(`GET /api/file/download-trajectory/${NOBODY}`).status).toBe(404);
  });
});

/** Reads an archive by its directory, and compares the sums. */
function filesIn(bytes: Uint8Array): { readonly name: string; readonly text: string }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const text = (from: number, length: number): string => new TextDecoder().decode(bytes.subarray(from, from + length));
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [sum, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)];
    const [length, local] = [view.getUint16(at + 28, true), view.getUint32(at + 42, true)];
    const name = text(at + 46, length);
    at += 46 + length;
    const content = local + 30 + view.getUint16(local + 26, true);
    expect(text(local + 30, length)).toBe(name);
    expect(crc32(bytes.subarray(content, content + size))).toBe(sum);
    return { name, text: text(content, size) };
  });
}

describe("shapes", () => {
  test("every event that the agent makes, and every conversation, is as the schemas say", () => {
    const client_tools = [{ name: "chart", description: "x", parameters: { type: "object" } }];
    const condenser = { kind: "LLMSummarizingCondenser", llm: { model: "m", usage_id: "condenser" } };
    const tools = ["terminal", "file_editor", "task_tracker"].map((name) => ({ name }));
    const agent = { kind: "Agent", llm: { model: "m" }, tools, condenser };
    const { simulator, id, ask, send, settle } = scripted(
      [
        {
          text: "All.",
          reasoning: "Why not",
          calls: [
            { tool: "terminal", action: { command: "ls" } },
            { tool: "file_editor", action: { command: "view", path: "/a" } },
            { tool: "task_tracker", action: { command: "view" } },
            { tool: "think", action: { thought: "x" } },
            { tool: "chart", action: { a: 1 } },
            { tool: "nothing" },
            { tool: "terminal", action: { command: "x" }, error: "no" },
            { tool: "terminal", action: { command: "x" }, rejected: "no" },
          ],
        },
        { text: "" },
        { error: { code: "LLMRateLimitError", detail: "slow down" } },
      ],
      { client_tools, agent, secrets: { A: { kind: "StaticSecret", value: "v" } } },
    );
    send();
    settle();
    ask("POST /condense");
    ask("POST /goal", { objective: "x" });
    settle();
    ask("POST /pause");
    const kinds = new Set(simulator.log(id).map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(["Condensation", "AgentErrorEvent", "UserRejectObservation"]));
    const wrong = simulator.log(id).flatMap((event) => {
      const told = [event, ask(`GET /events/${event.id}`).body];
      return told.map((one) => EventSchema.safeParse(one)).flatMap(({ error }) => error?.issues ?? []);
    });
    expect(wrong).toEqual([]);
    expect(ConversationInfoSchema.safeParse(ask("GET /").body).error?.issues).toBeUndefined();
  });
});
