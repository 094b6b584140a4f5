/** The stream in processes of its own: bundled, with the package `ws` and with the WebSocket of Node. */
import { expect, test } from "vitest";
import { followIn, nodeRuntime } from "./runtimes/runtimes.js";

test.each([
  ["ws", []],
  ["global", ["--experimental-websocket"]],
] as const)(
  "with the WebSocket of %s it gets the log over killed connections, and sees that a key is wrong",
  async (which, flags) => {
    const { seen, log, killed } = await followIn(nodeRuntime(process.execPath, which, flags));
    expect(seen.ids).toEqual(log);
    expect(seen.refusal).toBe("session_key");
    expect(killed).toBeGreaterThan(0);
  },
);
