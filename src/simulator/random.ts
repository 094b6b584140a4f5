/** Choices that a seed repeats (mulberry32), and the ids made of them. */

/** Random numbers that a seed decides. */
export interface Seeded {
  /** A whole number from 0 (included) to `count` (excluded). */
  below(count: number): number;
  /** A random id in the form that the server gives its events; never one that is taken. */
  uuid(): string;
  /** Something from elsewhere has this id: the same seed may have made it before. */
  take(id: string): void;
}

/** The same seed, the same numbers. */
export function seededBy(seed: number): Seeded {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (): string => word().toString(16).padStart(8, "0");
  const next = (): string => {
    const [a, b, c, d] = [hex(), hex(), hex(), hex()];
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
  };
  const taken = new Set<string>();
  return {
    below: (count) => Math.floor((word() / 2 ** 32) * count),
    uuid() {
      let id = next();
      while (taken.has(id)) id = next();
      return id;
    },
    take: (id) => void taken.add(id),
  };
}
