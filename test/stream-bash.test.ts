/** Bash events: each once, the parts of an output in their order, over lost connections. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { NewEvent } from "../src/simulator/log.js";
import { type BashUpdate, streamBash } from "../src/stream.js";
import {
  type Bench,
  type BenchOptions,
  connectionsIn,
  NOTHING_LEFT,
  type Reading,
  useBench,
} from "./support/stream-bench.js";
import { CALM } from "./support/stream-socket.js";

const makeBench = useBench();

const command = (id: string): NewEvent => ({ kind: "BashCommand", id, command: "make", cwd: null, timeout: 300 });
const output = (command_id: string, order: number, exit_code: number | null = null): NewEvent => ({
  kind: "BashOutput",
  id: `${command_id}-${order}`,
  command_id,
  order,
  exit_code,
  stdout: `${order}`,
  stderr: null,
});

interface BashBench extends Bench {
  readonly following: ReturnType<typeof streamBash>;
  readonly reading: Reading<BashUpdate>;
  readonly tell: (...events: NewEvent[]) => void;
}

function bench(
  options: BenchOptions & { readonly until?: string; readonly kept?: readonly NewEvent[] } = {},
): BashBench {
  const one = makeBench(options);
  for (const event of options.kept ?? []) one.simulator.bash(event);
  const following = streamBash(one.client, { WebSocket: one.network.WebSocket });
  const isLast = (update: BashUpdate): boolean => update.type === "bash" && update.event.id === options.until;
  const tell = (...events: NewEvent[]): void => one.happens(() => events.map((event) => one.simulator.bash(event)));
  return { ...one, following, reading: one.read(following, isLast), tell };
}

const idsIn = ({ updates }: Reading<BashUpdate>): unknown[] =>
  updates.flatMap((update) => (update.type === "bash" ? [update.event.id] : []));
const isOpen =
  ({ updates }: Reading<BashUpdate>) =>
  (): boolean =>
    updates.some((update) => update.type === "connection" && update.status === "open");

test("recorded events come as they were told, and once over two connections", async () => {
  const file = new URL("fixtures/traffic/bash-ws.json", import.meta.url);
  const recorded = JSON.parse(readFileSync(file, "utf8")) as (NewEvent & { readonly id: string })[];
  const { reading, until, network, happens, tell, wind, left, following } = bench();
  await until(isOpen(reading));
  tell(...recorded.slice(0, 3));
  await wind(100);
  happens(() => network.breakAll());
  tell(...recorded.slice(3));
  await wind(60_000);
  const events = reading.updates.flatMap((update) => (update.type === "bash" ? [update.event] : []));
  expect(events).toEqual(recorded);
  following.close();
  await until(() => reading.isOver);
  expect(reading.error).toBeUndefined();
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("it gives what the server has kept, then what comes", async () => {
  const { reading, until, tell, network } = bench({ kept: [command("c"), output("c", 0)], until: "c-1" });
  await until(() => idsIn(reading).length === 2);
  tell(output("c", 1, 0));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["c", "c-0", "c-1"]);
  expect(network.urls).toEqual(["ws://server.test/sockets/bash-events?resend_mode=all"]);
});

test("parts of an output that overtake each other come in their order, and other commands do not wait for them", async () => {
  const { reading, until, tell, wind } = bench({ until: "c-3" });
  await until(isOpen(reading));
  tell(command("c"), output("c", 1), output("c", 2), command("d"), output("d", 0, 0));
  await wind(100);
  expect(idsIn(reading)).toEqual(["c", "d", "d-0"]);
  tell(output("c", 0), output("c", 3, 0));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["c", "d", "d-0", "c-0", "c-1", "c-2", "c-3"]);
});

test("a part that is missing is waited for half a second; one that comes later is not lost", async () => {
  const { reading, until, tell, wind, following } = bench();
  await until(isOpen(reading));
  tell(output("c", 0), output("c", 2), output("c", 4));
  await wind(400);
  expect(idsIn(reading)).toEqual(["c-0"]);
  await wind(200);
  expect(idsIn(reading)).toEqual(["c-0", "c-2", "c-4"]);
  tell(output("c", 1), output("c", 5, 0));
  await wind(10);
  expect(idsIn(reading)).toEqual(["c-0", "c-2", "c-4", "c-1", "c-5"]);
  following.close();
});

test("a part that is missing is not waited for longer because the connection is lost, or another part was late", async () => {
  const { reading, until, tell, wind, network, happens, simulator, following } = bench();
  await until(isOpen(reading));
  tell(output("c", 1), output("d", 1));
  await wind(400);
  tell(output("d", 0), output("e", 1));
  await wind(200);
  expect(idsIn(reading)).toEqual(["d-0", "d-1", "c-1"]); // of "e" it has not waited for half a second yet
  await wind(400);
  tell(output("f", 1));
  await wind(10);
  simulator.world.bash.log.length = 0; // what it tells again has no part of "f"
  happens(() => network.breakAll());
  await wind(5_000);
  expect(idsIn(reading)).toEqual(["d-0", "d-1", "c-1", "e-1", "f-1"]);
  following.close();
});

test("what happens while the connection is lost comes with the next one", async () => {
  const { reading, until, tell, wind, network, happens } = bench({ until: "c-1" });
  network.fate = () => ({ ...CALM, cutAfter: network.urls.length > 3 ? Number.POSITIVE_INFINITY : 2 });
  await until(isOpen(reading));
  tell(command("c"), output("c", 0));
  happens(() => network.breakAll());
  tell(command("d"), output("d", 0, 0), output("c", 1, 0));
  await wind(60_000);
  expect(new Set(idsIn(reading))).toEqual(new Set(["c", "c-0", "c-1", "d", "d-0"]));
});

test("an error of the socket is an update, and kinds that nobody knows are given as they are", async () => {
  const { reading, until, tell } = bench({ until: "n" });
  await until(isOpen(reading));
  tell({ kind: "BashError", code: "HTTPException", detail: "no place" }, { kind: "BashNews", id: "n", more: 1 });
  await until(() => reading.isOver);
  const told = reading.updates.filter(({ type }) => type !== "connection");
  expect(told).toMatchObject([
    { type: "error", code: "HTTPException", detail: "no place" },
    { type: "bash", event: { kind: "BashNews", more: 1 } },
  ]);
});

test("a key that is not accepted is the end; too many connections are not", async () => {
  const wrong = bench({ sessionApiKey: "wrong" });
  await wrong.until(() => wrong.reading.isOver);
  expect(connectionsIn(wrong.reading)).toEqual(["connecting", "open", "closed"]);
  expect(wrong.reading.error).toMatchObject({ name: "SocketError", code: 4001 });
  const full = bench({ kept: [command("c")], until: "c" });
  full.simulator.closeNext(1013, "Too many bash event connections");
  await full.until(() => full.reading.isOver);
  expect(connectionsIn(full.reading)).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
});

test("a refused upgrade is asked about over REST: with a wrong key it is the end", async () => {
  const { reading, until, network } = bench({ sessionApiKey: "wrong" });
  network.fate = () => ({ ...CALM, opens: "refuse" });
  await until(() => reading.isOver);
  expect(reading.error).toMatchObject({ name: "SocketError", code: 4001 });
});
