/** What clients do to a conversation of the simulated server while its agent is at work. */
import { describe, expect, test } from "vitest";
import { BEGIN, END, scripted, terminal } from "./support/scripted.js";
import { framesOf } from "./support/simulated.js";

describe("what comes in between", () => {
  test("an interrupt ends what is being written, and the text with it", () => {
    const { simulator, ask, send, told } = scripted([{ text: "a b c d e", stream: true }]);
    send();
    for (let ms = 0; ms < 8; ms++) simulator.wind(1);
    told();
    expect(ask("POST /interrupt").status).toBe(200);
    const end = ["status paused", "Interrupt", "(state paused)", "(state paused)"];
    expect(told()).toEqual(["item_aborted cancelled", ...end]);
    expect(simulator.nextDue()).toBeNull();
  });

  test("a pause lets the model finish, and with it the run", () => {
    const { simulator, ask, send, settle, told } = scripted([{ text: "said all the same", waitMs: 50 }]);
    send();
    simulator.wind(1);
    told();
    ask("POST /pause");
    expect(told()).toEqual(["status paused", "Pause", "(state paused)"]);
    expect(ask("POST /run")).toMatchObject({ status: 409 });
    settle();
    expect(told()).toEqual(["stats", "agent: said all the same", ...END]);
  });

  test("a message while the model writes keeps the run going", () => {
    const { simulator, send, settle, told } = scripted([{ text: "first", waitMs: 50 }, { text: "second" }]);
    send();
    simulator.wind(1);
    send("more");
    settle();
    expect(told()).toEqual([
      ...BEGIN,
      "last_user_message_id",
      "user: more",
      "stats",
      "agent: first",
      "status finished",
      "status running",
      "stats",
      "agent: second",
      ...END,
    ]);
  });

  test("while a tool runs everything waits: messages, pauses, settings, and new sockets", async () => {
    const { simulator, id, ask, send, settle, told } = scripted([
      { calls: [terminal("sleep 1", { durationMs: 1_000 })] },
      { text: "never" },
    ]);
    send();
    for (let ms = 0; ms < 20; ms++) simulator.wind(1);
    expect(told().at(-1)).toBe("call terminal");
    const late = simulator.connect(`/sockets/session/${id}?after_seq=-1`);
    const info = (): Record<string, unknown> => ask("GET /").body as Record<string, unknown>;
    const order: string[] = [];
    const answers = [
      send("more"),
      ask("POST /confirmation_policy", { policy: { kind: "AlwaysConfirm" } }),
      ask("POST /pause"),
    ];
    const settled = answers.map((answer, index) => answer.settled?.then(() => void order.push(`${index}`)));
    expect(framesOf(late)).toEqual([]);
    expect(told()).toEqual([]);
    expect(info()["leaf_event_id"]).not.toBe(simulator.log(id).at(-1)?.id); // what REST tells lags behind
    settle();
    for (const answer of settled) await answer;
    expect(order).toEqual(["0", "1", "2"]);
    expect(told()).toEqual([
      "result TerminalObservation",
      "stats",
      "last_user_message_id",
      "user: more",
      "confirmation_policy",
      "status paused",
      "Pause",
      "(state paused)",
      "(state paused)",
    ]);
    expect(framesOf(late).map(({ type }) => type)).toContain("sync");
    expect(info()).toMatchObject({ execution_status: "paused", confirmation_policy: { kind: "AlwaysConfirm" } });
  });

  test("a message in place of a yes is one: what was asked about runs", () => {
    const { send, settle, told } = scripted([{ calls: [terminal("ls", { result: "a" })] }, { text: "ok" }], {
      confirmation_policy: { kind: "AlwaysConfirm" },
    });
    send();
    settle();
    told();
    send("more");
    settle();
    expect(told()).toEqual([
      "last_user_message_id",
      "user: more",
      "status running",
      "result TerminalObservation",
      "stats",
      "agent: ok",
      ...END,
    ]);
  });

  test("a message that comes while the model calls is put before what would have been asked", () => {
    const { simulator, send, settle, told } = scripted([{ calls: [terminal("ls")], waitMs: 50 }, { text: "I see" }], {
      confirmation_policy: { kind: "AlwaysConfirm" },
    });
    send();
    simulator.wind(1);
    send("wait");
    settle();
    expect(told().slice(-10)).toEqual([
      "call terminal",
      "status waiting_for_confirmation",
      "status idle",
      "UserRejectObservation",
      "status running",
      "stats",
      "stats",
      "agent: I see",
      ...END,
    ]);
  });

  test("a conversation that is deleted, or a server that dies, does nothing more", () => {
    for (const end of ["DELETE /", "kill"]) {
      const { simulator, ask, send, settle, told } = scripted([{ text: "never", waitMs: 50 }]);
      send();
      simulator.wind(1);
      told();
      if (end === "kill") simulator.kill();
      else ask(end);
      settle();
      expect(told(), end).toEqual([]);
    }
  });

  test("without room for a run nothing runs, whoever asks for it", () => {
    const { simulator, ask, send, settle, log } = scripted([]);
    simulator.world.busy = 3;
    expect(send().status).toBe(429);
    expect(ask("POST /run").status).toBe(429);
    expect(ask("POST /events/respond_to_confirmation", { accept: true }).status).toBe(429);
    settle();
    expect(log()).toEqual(["SystemPrompt", "user: go", "last_user_message_id"]);
  });

  test("a run of what is finished is told by a snapshot alone", () => {
    const { ask, send, settle, told } = scripted([]);
    send();
    settle();
    told();
    expect(ask("POST /run").status).toBe(200);
    settle();
    expect(told()).toEqual(["(state finished)"]);
  });
});
