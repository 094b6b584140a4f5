/** How `npm start -- --send TEXT` ends when it cannot go on, and what it runs on. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { run } from "../examples/timeline/main.js";
import { uncoloured } from "../examples/timeline/render.js";
import { startTcpServer } from "./support/stream-server.js";
import { isRunning, KEY, serverOf, start, until } from "./support/timeline-follow.js";

describe("npm start with a message to send, when it cannot go on or need not", () => {
  it("ends in one line when the conversation is deleted meanwhile, or another one is there", async () => {
    const server = await serverOf();
    const shown = start(server);
    await until(isRunning(server, server.id));
    await until(() => shown.out().includes("Go on, please."));
    server.simulator.remove(server.id);
    server.simulator.closeSockets(1012, "");
    expect(await shown.code).toBe(1);
    expect(shown.err.at(-1)).toMatch(/^timeline: .*The conversation does not exist\./);
  });

  it("says in one line that there is nothing to send to, no such conversation, or no right to", async () => {
    const empty = await startTcpServer({ version: "1.52", seed: 1, keys: [KEY] });
    onTestFinished(() => empty.close());
    const nowhere = start({ url: empty.url });
    expect([await nowhere.code, nowhere.err]).toEqual([
      1,
      ["timeline: the server has no conversation yet to send this to."],
    ]);
    const gone = start({ url: empty.url, id: "00000000-0000-4000-8000-000000000000" });
    expect(await gone.code).toBe(1);
    expect(gone.err).toEqual([expect.stringMatching(/^timeline: .* answered 404\. /)]);
    empty.simulator.world.keys.clear();
    empty.simulator.world.keys.add("another");
    const refused = start({ url: empty.url });
    expect(await refused.code).toBe(1);
    expect(refused.err).toEqual([expect.stringMatching(/The session key is not accepted\..*--key-env NAME\.$/)]);
    expect(`${refused.out()}${refused.err.join("")}`).not.toContain(KEY);
  });

  it("says in one line that the server is too busy", async () => {
    const server = await serverOf();
    server.simulator.world.busy = 99;
    const shown = start(server);
    expect(await shown.code).toBe(1);
    expect(shown.err).toEqual(["timeline: the message is saved, but the server is too busy to run it now."]);
  });

  it("takes the global WebSocket where there is one", async () => {
    const urls: string[] = [];
    class Counted extends WebSocket {
      constructor(url: string) {
        super(url);
        urls.push(url);
      }
    }
    vi.stubGlobal("WebSocket", Counted);
    onTestFinished(() => void vi.unstubAllGlobals());
    const server = await serverOf();
    const shown = start(server);
    await until(isRunning(server, server.id));
    server.simulator.setStatus(server.id, "finished");
    expect(await shown.code).toBe(0);
    expect(urls).toEqual([expect.stringContaining(`/sockets/session/${server.id}`)]);
    expect(urls.join()).not.toContain(KEY);
  });

  it.each([
    [["--send", "x"], /expected --server URL as well$/],
    [["--server", "http://127.0.0.1:9", "--send", " "], /^timeline: --send: expected a text$/],
  ])("refuses %j", async (args, line) => {
    const err: string[] = [];
    const output = {
      print: () => undefined,
      printError: (text: string) => void err.push(text),
      look: { paint: uncoloured, width: 100 },
    };
    expect(await run(args, output, () => Promise.resolve(0))).toBe(1);
    expect(err).toEqual([expect.stringMatching(line)]);
  });

  it("ends quietly at Ctrl-C, piped", async () => {
    const server = await serverOf();
    const main = fileURLToPath(new URL("../examples/timeline/main.ts", import.meta.url));
    const program = `import { run } from ${JSON.stringify(main)};
      const look = { paint: (style, text) => text, width: 100 };
      const print = (line) => console.log(line);
      const printError = (line) => console.error(line);
      process.exitCode = await run(${JSON.stringify(["--server", server.url, "--key-env", "KEY", "--send", "x"])}, { print, printError, look }, async () => 0);`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      env: { ...process.env, KEY },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => out.push(String(chunk)));
    child.stderr.on("data", (chunk: Buffer) => err.push(String(chunk)));
    const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve([code, signal])));
    await until(isRunning(server, server.id));
    server.simulator.delta(server.id, { item_id: "i", content: "half a line" });
    await until(() => out.join("").includes("half a line"));
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(err.join("")).toBe("");
    expect(out.join("")).toMatch(/half a line\n$/);
    expect(isRunning(server, server.id)()).toBe(true);
  });
});
