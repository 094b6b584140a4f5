/** The network between the code under test and a simulated server: it delays, loses, repeats, refuses and breaks. */
import { createSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator/simulator.js";
import type { Random } from "./random.js";
import type { FakeClock } from "./stream-clock.js";
import { CALM, type Fate, webSocketOver } from "./stream-socket.js";

/** The part of a socket that the network handles. */
interface Line {
  readonly readyState: number;
  readonly url: string;
  pump(): void;
  break(): void;
}

export interface Network {
  readonly clock: FakeClock;
  readonly simulator: Simulator;
  readonly random: Random;
  /** What the code under test gets. */
  readonly WebSocket: new (
    url: string,
  ) => InstanceType<ReturnType<typeof webSocketOver>>;
  fetch(request: Request): Promise<Response>;
  /** Decides what happens to each connection from now on. */
  fate: () => Fate;
  /** What happens to each request from now on. */
  restFate: () => "answer" | "fail" | "unavailable" | "odd" | "hang";
  delay: () => number;
  isClogged: boolean;
  /** Frames that are lost on the way. */
  mutes: (text: string) => boolean;
  /** Whether packets reach the server at all. */
  isOnline: boolean;
  readonly isReachable: boolean;
  readonly lines: ReadonlySet<Line>;
  /** All that was sent where logs could see it, and the frames. */
  readonly urls: string[];
  readonly frames: string[];
  /** Requests that have no answer yet. */
  readonly openRequests: number;
  /** Sets the timer of the simulator's own clock anew. */
  wound(): void;
  unclog(): void;
  breakAll(): void;
  opened(line: Line): void;
  closed(line: Line): void;
  sent(frame: string): void;
  isEvent(text: string): boolean;
  isSwappable(first: string, second: string): boolean;
}

const DURABLE = /^\{"type":"durable"/;

export function createNetwork(clock: FakeClock, random: Random, options: Omit<SimulatorOptions, "now">): Network {
  const simulator = createSimulator({ ...options, now: () => clock.now() });
  const lines = new Set<Line>();
  let openRequests = 0;
  let takeBack: (() => void) | undefined;
  const network: Omit<Network, "WebSocket"> = {
    clock,
    simulator,
    random,
    fetch: (request) => answered(request),
    fate: () => CALM,
    restFate: () => "answer",
    delay: () => 1,
    isClogged: false,
    mutes: () => false,
    isOnline: true,
    get isReachable() {
      return simulator.world.isUp && this.isOnline;
    },
    lines,
    urls: [],
    frames: [],
    get openRequests() {
      return openRequests;
    },
    wound() {
      const due = simulator.nextDue();
      takeBack?.();
      takeBack = undefined;
      if (due === null) return;
      // Whole milliseconds: what a fraction is rounded to may be a moment too early, for ever
      takeBack = clock.after(Math.ceil(due - clock.now()), () => {
        simulator.tick();
        network.wound();
      });
    },
    unclog() {
      network.isClogged = false;
      for (const line of lines) line.pump();
    },
    breakAll() {
      for (const line of lines) line.break();
    },
    opened(line) {
      lines.add(line);
      network.urls.push(line.url);
    },
    closed: (line) => void lines.delete(line),
    sent: (frame) => void network.frames.push(frame),
    isEvent: (text) => DURABLE.test(text) || text.startsWith('{"id"'),
    isSwappable: (first, second) => DURABLE.test(first) && DURABLE.test(second),
  };

  const answered = (request: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      openRequests++;
      network.urls.push(request.url);
      const settle = (work: () => void): void => {
        openRequests--;
        giveUp();
        request.signal.removeEventListener("abort", abort);
        work();
      };
      const abort = (): void => settle(() => reject(request.signal.reason));
      const fate = network.restFate();
      const answer = (): void => {
        if (!network.isReachable || fate === "fail") settle(() => reject(new TypeError("fetch failed")));
        else if (fate === "unavailable") settle(() => resolve(new Response("<html>", { status: 503 })));
        else if (fate === "odd") settle(() => resolve(new Response(random.pick(["", "null", "<html>"]))));
        else settle(() => resolve(responseOf(network.simulator, request).finally(network.wound)));
        network.wound();
      };
      const giveUp = fate === "hang" ? () => undefined : clock.after(network.delay(), answer);
      if (request.signal.aborted) abort();
      else request.signal.addEventListener("abort", abort);
    });

  return Object.assign(network, { WebSocket: webSocketOver(network as Network) }) as Network;
}

async function responseOf(simulator: Simulator, request: Request): Promise<Response> {
  const { pathname: path, searchParams: query } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const text = request.body === null ? "" : await request.text();
  const asked = { method: request.method, path, query, headers, ...(text && { body: JSON.parse(text) as unknown }) };
  const { status, headers: sent, body } = simulator.rest(asked);
  return new Response(JSON.stringify(body), { status, headers: { ...sent } });
}
