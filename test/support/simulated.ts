/** A simulated server whose clock is wound by hand, and what its sockets have told. */
import { createSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator/simulator.js";
import type { SimulatedSocket } from "../../src/simulator/socket.js";

export interface Told {
  readonly type?: string;
  readonly seq?: number;
  readonly id?: string;
  readonly kind?: string;
  readonly key?: string;
  readonly event?: Told;
  readonly [field: string]: unknown;
}

export const server = (more: Partial<SimulatorOptions> = {}): Simulator & { wind(ms: number): void } => {
  let time = Date.UTC(2026, 0, 1);
  const simulator = createSimulator({ version: "1.52", seed: 1, now: () => time, ...more });
  const wind = (ms: number): void => {
    time += ms;
    simulator.tick();
  };
  return { ...simulator, wind };
};

export const framesOf = (socket: SimulatedSocket): Told[] =>
  socket.take().flatMap((output) => (output.type === "frame" ? [JSON.parse(output.text) as Told] : []));
export const endOf = (socket: SimulatedSocket): unknown => socket.take().at(-1);
export const message = (text: string) => ({
  kind: "MessageEvent",
  source: "agent",
  llm_message: { role: "assistant", text },
});
export const many = (count: number) => Array.from({ length: count }, (_, index) => message(`${index}`));
