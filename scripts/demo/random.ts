/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** A whole number from min to max, both included. */
  between: (min: number, max: number) => number;
  pick: <T>(values: readonly T[]) => T;
  chance: (probability: number) => boolean;
};

/** The mulberry32 generator (public domain, Tommy Ettinger): 32 bits of state, plenty for made-up data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick: (values) => values[between(0, values.length - 1)] as (typeof values)[number],
    chance: (probability) => next() < probability,
  };
}
