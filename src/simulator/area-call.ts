/** A request for one of the areas, and what answers it. */
import type { SimulatedAnswer } from "./answers.js";
import type { Areas } from "./area-state.js";
import type { World } from "./world.js";

/** A request that has found its operation. */
export interface Call {
  readonly world: World;
  readonly areas: Areas;
  /** Of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers a call. */
export type Handler = (call: Call) => SimulatedAnswer;
