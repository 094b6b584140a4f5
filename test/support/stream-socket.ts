/** A WebSocket as browsers have it, over a simulated server and a network that fails as it is told to. */
import type { SimulatedSocket } from "../../src/simulator/socket.js";
import type { Output } from "../../src/simulator/wire.js";
import type { Network } from "./stream-network.js";

type Listener = (event: never) => void;
interface Dispatched {
  readonly type: string;
  readonly data?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly wasClean?: boolean;
}

/** What happens to one connection. */
export interface Fate {
  /** `refuse`: the network does not let it through; `hang`: neither does it say so. */
  readonly opens: "yes" | "refuse" | "hang";
  /** After so many frames the connection breaks. */
  readonly cutAfter: number;
  /** After so many frames nothing comes any more, and nobody says so. */
  readonly silentAfter: number;
  /** Of each frame with an event: comes twice; changes places with the next, once the history has been told. */
  readonly duplicates: number;
  readonly swaps: number;
}

export const CALM: Fate = {
  opens: "yes",
  cutAfter: Number.POSITIVE_INFINITY,
  silentAfter: Number.POSITIVE_INFINITY,
  duplicates: 0,
  swaps: 0,
};

/** The class to give to the code under test. */
export function webSocketOver(network: Network) {
  return class FakeWebSocket {
    readyState = 0;
    readonly url: string;
    readonly #listeners = new Map<string, Listener[]>();
    readonly #fate: Fate;
    #server: SimulatedSocket | undefined;
    #underway: Output[] = [];
    #frames = 0;
    #isLive = false;
    #lastAt = 0;

    constructor(url: string) {
      this.url = url;
      network.opened(this);
      this.#fate = network.fate();
      if (this.#fate.opens === "hang") return;
      network.clock.after(network.delay(), () => this.#reach());
    }

    addEventListener(type: string, listener: Listener): void {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    }

    removeEventListener(type: string, listener: Listener): void {
      const others = (this.#listeners.get(type) ?? []).filter((one) => one !== listener);
      this.#listeners.set(type, others);
    }

    send(data: string): void {
      if (this.readyState === 0) throw new Error("InvalidStateError");
      if (this.readyState !== 1) return;
      network.sent(data);
      network.clock.after(network.delay(), () => {
        this.#server?.receive(data);
        network.wound();
      });
    }

    /** Frames that are underway still come; the end is told a little later. */
    close(code = 1000): void {
      if (this.readyState > 1) return;
      const wasOpen = this.readyState === 1;
      this.readyState = 2;
      network.clock.after(network.delay(), () => this.#end(wasOpen ? code : 1006, ""));
    }

    /** Lets pass what the server has said since; the network may be clogged. */
    pump(): void {
      if (network.isClogged || !this.#server) return;
      for (const output of this.#server.take()) {
        const at = Math.max(this.#lastAt, network.clock.now() + network.delay());
        this.#lastAt = at;
        this.#underway.push(output);
        network.clock.after(at - network.clock.now(), () => this.#arrive());
      }
    }

    /** The connection breaks, in between two frames or within one. */
    break(): void {
      this.#end(1006, "");
    }

    #reach(): void {
      if (this.readyState > 1) return;
      if (this.#fate.opens === "refuse" || !network.isReachable) {
        this.#end(1006, "");
        return;
      }
      const { pathname, search } = new URL(this.url);
      this.#server = network.simulator.connect(pathname + search, { onOutput: () => this.pump() });
      this.pump();
      network.wound();
    }

    #arrive(): void {
      const output = this.#underway.shift();
      if (!output || this.readyState === 3 || this.#frames >= this.#fate.silentAfter) return;
      if (output.type === "frame" && network.mutes(output.text)) return;
      if (output.type === "frame") this.#frame(output.text);
      else if (output.type === "accept") {
        this.readyState = Math.max(this.readyState, 1);
        if (this.readyState === 1) this.#dispatch({ type: "open" });
      } else if (output.type === "close") this.#end(output.code, output.reason);
      else this.#end(1006, "");
    }

    #frame(text: string): void {
      const { cutAfter, swaps, duplicates } = this.#fate;
      const next = this.#underway[0];
      if (this.#frames >= cutAfter) this.#end(1006, "");
      else if (
        this.#isLive &&
        next?.type === "frame" &&
        network.isSwappable(text, next.text) &&
        network.random.chance(swaps)
      ) {
        this.#underway.splice(0, 1, { type: "frame", text });
        this.#message(next.text);
      } else {
        this.#message(text);
        if (network.isEvent(text) && network.random.chance(duplicates)) this.#message(text);
      }
    }

    #message(data: string): void {
      this.#frames++;
      this.#isLive ||= data.startsWith('{"type":"transient"');
      this.#dispatch({ type: "message", data });
    }

    #end(code: number, reason: string): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.#server?.leave();
      network.closed(this);
      if (code === 1006) this.#dispatch({ type: "error" });
      this.#dispatch({ type: "close", code, reason, wasClean: code !== 1006 });
    }

    #dispatch(event: Dispatched): void {
      for (const listener of this.#listeners.get(event.type) ?? []) listener(event as never);
    }
  };
}
