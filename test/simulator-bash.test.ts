/** Commands of the simulated server: what they do is scripted, the rest is as a real one has answered. */
import { describe, expect, test } from "vitest";
import { BashEventBaseSchema } from "../src/schemas.js";
import { type Fields, fieldsOf } from "../src/simulator/fields.js";
import { scripted } from "./support/scripted.js";
import { framesOf } from "./support/simulated.js";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const itemsOf = ({ body }: { readonly body: unknown }): Fields[] => fieldsOf(body)["items"] as Fields[];

describe("a command", () => {
  test("does what is scripted, and everybody on the socket is told", () => {
    const { simulator, ask } = scripted([]);
    const socket = simulator.connect("/sockets/bash-events");
    simulator.bashResult((command) => ({ stdout: `${command}\n`, stderr: "no", exitCode: 3 }));
    const output = ask("POST /api/bash/execute_bash_command", { command: "ls", cwd: "/tmp" });
    expect(output.body).toMatchObject({ order: 0, exit_code: 3, stdout: "ls\n", stderr: "no", kind: "BashOutput" });
    const { id } = ask("POST /api/bash/start_bash_command", { command: "pwd" }).body as Fields;
    const told = framesOf(socket);
    expect(told).toMatchObject([
      { command: "ls", cwd: "/tmp", timeout: 300, kind: "BashCommand" },
      output.body as Fields,
      { command: "pwd", cwd: null, id, kind: "BashCommand" },
      { command_id: id, stdout: "pwd\n" },
    ]);
    for (const event of told) {
      expect(event.id).toMatch(/^[0-9a-f]{32}$/);
      expect(event["timestamp"]).toMatch(/Z$/);
      expect(BashEventBaseSchema.safeParse(event).error?.issues).toBeUndefined();
    }
  });

  test("by default does nothing, and well", () => {
    const { body } = scripted([]).ask("POST /api/bash/execute_bash_command", { command: "true" });
    expect(body).toMatchObject({ order: 0, exit_code: 0, stdout: null, stderr: null });
  });

  test("takes its time, unless it is stopped or its time is over", () => {
    const { simulator, ask } = scripted([]);
    simulator.bashResult(() => ({ stdout: "done", durationMs: 5_000 }));
    const start = (more = {}): string =>
      String(fieldsOf(ask("POST /api/bash/start_bash_command", { command: "sleep 5", ...more }).body)["id"]);
    const [whole, stopped, late] = [start(), start(), start({ timeout: 1 })];
    const outputs = (id: string): unknown[] =>
      itemsOf(ask(`GET /api/bash/bash_events/search?command_id__eq=${id}`)).map((one) => [
        one["exit_code"],
        one["stdout"],
      ]);
    expect(outputs(whole)).toEqual([]);
    expect(ask(`POST /api/bash/bash_commands/${stopped}/stop`).body).toEqual({ success: true });
    expect(outputs(stopped)).toEqual([[-15, null]]);
    simulator.wind(1_000);
    expect(outputs(late)).toEqual([[-1, null]]);
    simulator.wind(4_000);
    expect(outputs(whole)).toEqual([[0, "done"]]);
    expect(ask(`POST /api/bash/bash_commands/${whole}/stop`).status).toBe(200);
    expect(ask(`POST /api/bash/bash_commands/${NOBODY}/stop`).status).toBe(404);
    expect(ask("POST /api/bash/bash_commands/x/stop").status).toBe(422);
    expect(simulator.nextDue()).toBeNull();
  });

  test("of much output has it in parts, the last with what is left and the exit code", () => {
    const { simulator, ask } = scripted([]);
    simulator.bashResult(() => ({ stdout: "a".repeat(3_000_000), stderr: "e" }));
    const last = ask("POST /api/bash/execute_bash_command", { command: "x" }).body as Fields;
    const parts = itemsOf(ask("GET /api/bash/bash_events/search?kind__eq=BashOutput"));
    expect(
      parts.map(({ order, stdout, stderr, exit_code }) => [order, String(stdout).length, stderr, exit_code]),
    ).toEqual([
      [0, 1_048_576, null, null],
      [1, 1_048_576, null, null],
      [2, 902_848, "e", 0],
    ]);
    expect(last).toEqual(parts[2]);
  });

  test("comes over the socket too, and what is none is told to that socket alone", () => {
    const { simulator } = scripted([]);
    const connect = () => simulator.connect("/sockets/bash-events");
    const [one, other] = [connect(), connect()];
    one.receive("{");
    one.receive('{"x":1}');
    one.receive('{"command":"ls"}');
    expect(framesOf(one).map(({ kind, code }) => code ?? kind)).toEqual([
      "JSONDecodeError",
      "ValidationError",
      "BashCommand",
      "BashOutput",
    ]);
    expect(framesOf(other).map(({ kind }) => kind)).toEqual(["BashCommand", "BashOutput"]);
  });
});

describe("bash events", () => {
  test("are found by kind, command, time and order, in pages, both ways", () => {
    const { simulator, ask } = scripted([]);
    for (const command of ["a", "b", "c"]) {
      ask("POST /api/bash/execute_bash_command", { command });
      simulator.wind(1_000);
    }
    const search = (query: string) => ask(`GET /api/bash/bash_events/search?${query}`);
    const commands = (query: string): unknown[] => itemsOf(search(query)).map(({ command, kind }) => command ?? kind);
    expect(commands("kind__eq=BashCommand")).toEqual(["a", "b", "c"]);
    expect(commands("kind__eq=BashCommand&sort_order=TIMESTAMP_DESC")).toEqual(["c", "b", "a"]);
    expect(commands("order__gt=0")).toEqual(["a", "b", "c"]); // outputs of order 0 are left out
    expect(commands("timestamp__gte=2026-01-01T00:00:02Z")).toEqual(["c", "BashOutput"]);
    expect(commands("timestamp__lt=2026-01-01T00:00:01Z")).toEqual(["a", "BashOutput"]);
    const page = search("limit=3").body as { readonly next_page_id: string };
    expect(page.next_page_id).toMatch(/^20260101000001000000_BashOutput_[0-9a-f]{32}_[0-9a-f]{32}$/);
    expect(commands(`limit=3&page_id=${page.next_page_id}`)).toEqual(["BashOutput", "c", "BashOutput"]);
    expect(search("limit=101").status).toBe(422);
  });

  test("are given by their ids, and forgotten all at once", () => {
    const { ask } = scripted([]);
    const { id } = ask("POST /api/bash/start_bash_command", { command: "a" }).body as { readonly id: string };
    expect(ask(`GET /api/bash/bash_events/${id}`).body).toMatchObject({ command: "a" });
    expect(ask("GET /api/bash/bash_events/x").status).toBe(404);
    expect(ask("GET /api/bash/bash_events/", [id, "x"]).body).toMatchObject([{ command: "a" }, null]);
    expect(ask("GET /api/bash/bash_events/").status).toBe(422);
    expect(ask("GET /api/bash/bash_events").status).toBe(405);
    expect(ask("DELETE /api/bash/bash_events").body).toEqual({ cleared_count: 2 });
    expect(itemsOf(ask("GET /api/bash/bash_events/search"))).toEqual([]);
    expect(ask("POST /api/bash/execute_bash_command", {}).status).toBe(422);
  });

  test("of a conversation's runtime are its own, and its commands stay in its workspace", () => {
    const { simulator, ask } = scripted([]);
    const socket = simulator.connect("/sockets/bash-events");
    expect(ask("POST /bash/execute_bash_command", { command: "pwd" }).status).toBe(200);
    expect(itemsOf(ask("GET /bash/bash_events/search"))).toMatchObject([{ cwd: "/project" }, {}]);
    expect(itemsOf(ask("GET /api/bash/bash_events/search"))).toEqual([]);
    expect(framesOf(socket)).toEqual([]);
    const outside = ask("POST /bash/execute_bash_command", { command: "pwd", cwd: "/tmp" });
    expect(outside).toMatchObject({ status: 422, body: { detail: "cwd must be inside the conversation workspace" } });
    expect(ask("POST /bash/execute_bash_command", { command: "pwd", cwd: "/project/a" }).status).toBe(200);
    expect(ask("DELETE /bash/bash_events").body).toEqual({ cleared_count: 4 });
  });
});
