/** Servers of their own: crashes, restarts on the same data, and the limit of runs. */
import { isAgentMessage, isUserMessage, sendMessage, textOf } from "agent-server-client";
import { parseEvents } from "agent-server-client/schemas";
import { afterEach, describe, expect, test, vi } from "vitest";
import { conversationOf, eventsOf, play, runAfter, startConversation } from "./conversation.js";
import { useBenches, VERSION_NAMES } from "./live.js";
import { processesWith, runToken } from "./processes.js";
import { messageOf, TURNS } from "./script.js";
import { type LiveServer, startServer } from "./server.js";

const benchOf = useBenches();

let server: LiveServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe.each(VERSION_NAMES)("%s", (version) => {
  test("a server that is killed while a tool runs takes the tool with it, and goes on after a restart", async () => {
    const { model } = benchOf(version);
    server = await startServer({ version });
    const { client, data } = server;
    const { id } = await startConversation({ client, model, workingDir: data });
    await play(client, id, TURNS.parallel);
    const before = await eventsOf(client, id);
    await sendMessage(client, id, messageOf(TURNS.slow));
    while (!(await eventsOf(client, id)).slice(before.length).some(({ kind }) => kind === "ActionEvent"));
    await server.kill();
    expect(processesWith("LIVE_TOKEN", runToken())).toEqual([]);
    await expect(conversationOf(client, id)).rejects.toMatchObject({ name: "NetworkError" });

    await server.restart();
    expect((await conversationOf(client, id)).execution_status).toBe("error");
    const after = await eventsOf(client, id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(parseEvents(after).failures).toEqual([]);
    expect(await play(client, id, TURNS.text)).toBe("finished");
    const last = (await eventsOf(client, id)).filter(isAgentMessage).at(-1);
    expect(last && textOf(last)).toBe(TURNS.text[0].text);
  });
});

describe.each(["1.52.0", "1.58.2"] as const)("%s with one run at a time", (version) => {
  test("sendMessage sends a message once when there is no place for its run, and asks for the run until there is", async () => {
    const { model } = benchOf(version);
    server = await startServer({ version, env: { OH_MAX_CONCURRENT_RUNS: "1" } });
    const { client, data } = server;
    const busy = await startConversation({ client, model, workingDir: data });
    const waiting = await startConversation({ client, model, workingDir: data });
    await sendMessage(client, busy.id, messageOf([{ text: "At last.", waitMs: 3_000 }]));
    let outcome = "";
    const status = await runAfter(client, waiting.id, async () => {
      // The longest of its waits, which are by chance: 12 s together, and the other run takes 3 s and some
      const longest = vi.spyOn(Math, "random").mockReturnValue(0.999);
      outcome = await sendMessage(client, waiting.id, messageOf(TURNS.text)).finally(() => longest.mockRestore());
    });
    expect([outcome, status]).toEqual(["running", "finished"]);
    expect((await eventsOf(client, waiting.id)).filter(isUserMessage)).toHaveLength(1);
  });
});
