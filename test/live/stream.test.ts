/** The stream against the real server: whatever happens, what it delivered is what the log has. */
import { type AgentClient, sendMessage, unwrap } from "agent-server-client";
import { runToEnd, streamBash } from "agent-server-client/stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { run } from "../../examples/timeline/main.js";
import { uncoloured } from "../../examples/timeline/render.js";
import { play, startConversation } from "./conversation.js";
import { type Consumer, caughtUp, consume } from "./follow.js";
import { type Bench, useBenches, VERSION_NAMES } from "./live.js";
import { perform } from "./perform.js";
import { FAILING_SCENES, SCENES, type Scene } from "./scenes.js";
import { messageOf, type Step, TURNS } from "./script.js";
import { type LiveServer, startServer } from "./server.js";
import type { VersionName } from "./versions.js";

const benchOf = useBenches();

const consumers: Consumer[] = [];
let server: LiveServer | undefined;
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.end().catch(() => undefined)));
  await server?.stop();
  server = undefined;
});

/** One that finds out which socket there is, and one on the legacy socket. */
function consumeTwice(client: AgentClient, id: string): Consumer[] {
  const both = [consume(client, id), consume(client, id, { protocol: "events" })];
  consumers.push(...both);
  return both;
}

async function expectTheLog(client: AgentClient, id: string, both: readonly Consumer[]): Promise<void> {
  const log = await caughtUp(client, id, both);
  expect(log.length).toBeGreaterThan(2);
  for (const consumer of both) {
    await consumer.end();
    expect(consumer.ids).toEqual(log);
  }
}

const WANTED = ["parallel", "parallel-stream", "hello-stream", "confirm-rejected", "interrupt", "e429", "ecut"];
const scenes = [...SCENES, ...FAILING_SCENES].filter(({ name }) => WANTED.includes(name));

async function performFor(bench: Bench, scene: Scene): Promise<Consumer[]> {
  let both: Consumer[] = [];
  const [id, status] = await perform(bench, scene, async (started) => {
    both = consumeTwice(bench.client, started);
  });
  expect(status).toBe(scene.status);
  await expectTheLog(bench.client, id, both);
  return both;
}

/** What the items of a consumer said, put together from their pieces. */
function saidIn({ updates }: Consumer): string[] {
  const texts = new Map<string, string>();
  for (const update of updates) {
    if (update.type !== "item") continue;
    texts.set(update.itemId, (texts.get(update.itemId) ?? "") + update.textDelta);
  }
  return [...texts.values()];
}

const indexed = (version: VersionName): boolean => version !== "1.44.0";

describe.each(VERSION_NAMES)("%s", (version) => {
  test.each(scenes)("$name: two consumers get exactly the log", async (scene) => {
    const [first, second] = await performFor(benchOf(version), scene);
    const seqs = first?.updates.flatMap((update) => (update.type === "event" ? [update.seq] : [])) ?? [];
    expect(seqs).toEqual(seqs.map((_, index) => (indexed(version) ? index : null)));
    if (scene.name !== "hello-stream") return;
    for (const consumer of [first, second]) expect(consumer && saidIn(consumer)).toEqual([TURNS.reasoning[0].text]);
  });

  test("a server that is killed in the middle of a run and starts again: two consumers get exactly the log", async () => {
    const { model } = benchOf(version);
    server = await startServer({ version });
    const { client, data } = server;
    const { id } = await startConversation({ client, model, workingDir: data });
    const both = consumeTwice(client, id);
    await play(client, id, TURNS.parallel);
    const isAction = (consumer: Consumer): number =>
      consumer.updates.filter((update) => update.type === "event" && update.event.kind === "ActionEvent").length;
    const before = both.map(isAction);
    await sendMessage(client, id, messageOf(TURNS.slow));
    for (const [index, consumer] of both.entries())
      await consumer.until(() => isAction(consumer) > (before[index] ?? 0));
    await server.kill();
    for (const consumer of both) {
      await consumer.until(
        ({ type, ...more }) => type === "connection" && "status" in more && more.status === "waiting",
      );
    }
    await server.restart();
    expect(await play(client, id, TURNS.text)).toBe("finished");
    await expectTheLog(client, id, both);
  });

  test("runToEnd follows a run to its answer, and tells why one failed", async () => {
    const { client, model, workingDir } = benchOf(version);
    const { id } = await startConversation({ client, model, workingDir });
    expect(await runToEnd(client, id, { message: messageOf(TURNS.parallel) })).toEqual({
      status: "finished",
      finalResponse: TURNS.parallel[1].text,
    });
    const failing = FAILING_SCENES.find(({ name }) => name === "e401");
    const message = messageOf(typeof failing?.play === "object" ? failing.play : []);
    await expect(runToEnd(client, id, { message })).rejects.toMatchObject({
      message: "the run ended with the status error",
      status: "error",
      event: { kind: "ConversationErrorEvent", code: "LLMAuthenticationError" },
      classification: { reason: "provider_key" },
    });
  });

  test("streamBash tells a command and its output, once", async () => {
    const { client } = benchOf(version);
    const command = "printf one; sleep 0.3; printf two >&2; exit 3";
    const stream = streamBash(client);
    const seen: unknown[] = [];
    let output = "";
    for await (const update of stream) {
      if (update.type === "connection" && update.status === "open") {
        unwrap(await client.POST("/api/bash/start_bash_command", { body: { command } }));
      }
      if (update.type !== "bash") continue;
      seen.push(update.event.id);
      if (update.event.kind !== "BashOutput") continue;
      output += `${update.event.stdout ?? ""}${update.event.stderr ?? ""}`;
      if (update.event.exit_code === 3) break;
    }
    expect(output).toBe("onetwo");
    expect(new Set(seen).size).toBe(seen.length);
  });
});

test("npm start with a message to send shows a run while it happens, and one that its server does not survive", async () => {
  const version = "1.58.2";
  const { model } = benchOf(version);
  server = await startServer({ version });
  const { client, data, baseUrl, key } = server;
  const { id } = await startConversation({ client, model, workingDir: data, stream: true });
  const send = (steps: readonly Step[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const output = {
      print: (line: string) => void out.push(line),
      printError: (line: string) => void err.push(line),
      write: (text: string) => void out.push(text),
      look: { paint: uncoloured, width: 100 },
    };
    const args = ["--server", baseUrl, "--key-env", "KEY", "--conversation", id, "--send", messageOf(steps)];
    return { out: () => out.join(""), err, code: run(args, output, () => Promise.resolve(0), { KEY: key }) };
  };
  const whole = send(TURNS.parallel);
  expect([await whole.code, whole.err]).toEqual([0, []]);
  for (const said of ["terminal $ echo first", "terminal $ echo second", TURNS.parallel[1].text])
    expect(whole.out()).toContain(said);

  const broken = send(TURNS.slow);
  await vi.waitFor(() => expect(broken.out()).toContain("terminal $ sleep 8"), 60_000);
  await server.restart();
  expect(await broken.code).toBe(1);
  expect(broken.err).toEqual([
    expect.stringContaining("the connection is lost; waiting for the server."),
    "timeline: connected again.",
    expect.stringContaining("the run has ended with the status error."),
  ]);
  expect(`${broken.out()}${broken.err.join("")}`).not.toContain(key);
});
