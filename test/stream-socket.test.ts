/** What waits in a connection until it is read. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { connect } from "../src/stream/socket.js";

/** A socket that is open at once, and says what it is told to. */
function spoken() {
  const listeners = new Map<string, (event: object) => void>();
  class Spoken {
    send(): void {}
    close(): void {}
    addEventListener(type: string, listener: (event: never) => void): void {
      listeners.set(type, listener as (event: object) => void); // each is called with its own event below
    }
  }
  const connection = connect(Spoken, "ws://server.test", undefined);
  listeners.get("open")?.({});
  return { connection, say: (data: string): void => listeners.get("message")?.({ data }) };
}

test("frames come out as they went in, whatever is still behind them", () => {
  const { connection, say } = spoken();
  const taken: (string | undefined)[] = [];
  say("0");
  for (let frame = 1; frame <= 5_000; frame++) {
    say(String(frame));
    if (frame % 7 !== 0) taken.push(connection.take());
  }
  for (let frame = connection.take(); frame !== undefined; frame = connection.take()) taken.push(frame);
  expect(taken).toEqual(Array.from({ length: 5_001 }, (_, index) => String(index)));
  connection.close();
});

test("frames that were taken are let go of, also when there is always one more", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { connection, say } = spoken();
  const heapMB = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  say("first");
  const before = heapMB();
  for (let frame = 0; frame < 100_000; frame++) {
    say(`${frame} ${"x".repeat(1_000)}`.toUpperCase()); // a text of its own, and no rope
    connection.take();
  }
  expect(heapMB() - before).toBeLessThan(30);
  connection.close();
});
