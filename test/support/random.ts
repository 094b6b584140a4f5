/** Random choices that a seed repeats (mulberry32). */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error("nothing to pick from");
      return items[below(items.length)] as T;
    },
  };
}

/** The run's seed: from SEED, else a new one. A failing test prints it. */
export const seedOfRun = (): number => Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 32));
