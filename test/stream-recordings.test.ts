/** Conversations that a real server has told, told again over connections that break: each time exactly the log. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Simulator } from "../src/simulator/simulator.js";
import { type Deed, deedsOf, type LiveRecording, liveRecordings } from "./support/live-recordings.js";
import { randomFrom, seedOfRun } from "./support/random.js";
import { type FakeClock, installClock } from "./support/stream-clock.js";
import { type Followed, followTo, NOTHING_LEFT } from "./support/stream-following.js";
import { createNetwork, type Network } from "./support/stream-network.js";
import { CALM, type Fate } from "./support/stream-socket.js";

const RANDOM_RUNS = 200;

let clock: FakeClock & { restore(): void };
beforeAll(() => {
  clock = installClock();
});
afterAll(() => clock.restore());

function perform(simulator: Simulator, id: string, deed: Deed): void {
  if (deed.type === "append") simulator.append(id, ...deed.events);
  else if (deed.type === "delta") simulator.delta(id, deed.piece);
  else if (deed.type === "abort") simulator.abort(id, deed.itemId, deed.attempt, deed.reason);
  else simulator.snapshot(id);
}

/** The conversation happens, a step every few milliseconds, while a stream follows it. */
async function tell(
  recording: LiveRecording,
  protocol: "session" | "events",
  seed: number,
  fates: (network: Network) => () => Fate,
): Promise<Followed> {
  const random = randomFrom(seed);
  clock.clear(() => random.next());
  const network = createNetwork(clock, random, { version: "1.52", seed, keys: ["key"] });
  network.fate = fates(network);
  const id = network.simulator.add();
  for (const [index, deed] of deedsOf(recording).entries()) {
    clock.after(20 + index * 5, () => {
      perform(network.simulator, id, deed);
      network.wound();
    });
  }
  return followTo(recording.events.at(-1)?.id ?? "", network, clock, id, { protocol });
}

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  test.each(liveRecordings())("$name, cut after every frame, is exactly the log", async (recording) => {
    const frames = recording.frames[protocol].length || recording.frames.session.length;
    for (let cut = 0; cut <= frames + 1; cut++) {
      const cutOnce = (network: Network) => {
        const cuts = [cut];
        return () => {
          const cutAfter = cuts.shift() ?? Number.POSITIVE_INFINITY;
          network.delay = () => 1;
          return { ...CALM, cutAfter };
        };
      };
      const { events, left } = await tell(recording, protocol, cut, cutOnce);
      expect(events, `cut after ${cut}`).toEqual(recording.events);
      expect(left, `cut after ${cut}`).toEqual(NOTHING_LEFT);
    }
  });

  test("cut again and again at random, each is exactly the log", async () => {
    const seed = seedOfRun();
    const all = liveRecordings();
    for (let run = 0; run < RANDOM_RUNS; run++) {
      const recording = all[run % all.length] as LiveRecording;
      const name = `SEED=${seed}, run ${run}, ${recording.name}`;
      const cutOften = (network: Network) => {
        network.delay = () => network.random.below(8);
        return () => ({ ...CALM, cutAfter: network.random.below(15), duplicates: 0.2 });
      };
      const { events, left } = await tell(recording, protocol, seed + run, cutOften);
      expect(events, name).toEqual(recording.events);
      expect(left, name).toEqual(NOTHING_LEFT);
    }
  });
});

test("text comes as it is written: the pieces of an item put together are its message", async () => {
  const recording = liveRecordings().find(({ name }) => name === "stream_plain_tool") as LiveRecording;
  const { updates } = await tell(recording, "session", 1, () => () => CALM);
  const texts = new Map<string, string>();
  for (const update of updates) {
    if (update.type !== "item") continue;
    const text = `${texts.get(update.itemId) ?? ""}${update.textDelta}`;
    texts.set(update.itemId, text);
    expect(update.text).toBe(text);
  }
  expect(texts.size).toBe(3);
  for (const [id, text] of texts) {
    const event = recording.events.find((one) => one.id === id) as unknown as {
      llm_message?: { content: { text: string }[] };
      thought?: { text: string }[];
    };
    expect(event.llm_message?.content[0]?.text ?? event.thought?.[0]?.text).toBe(text);
  }
});
