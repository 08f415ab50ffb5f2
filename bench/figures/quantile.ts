/** The value at share `q` (0 to 1) of a sorted sample by nearest rank: always a measured one. NaN when empty. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) return Number.NaN;
  const rank = Math.ceil(q * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] as number;
}

/** Shares at which a distribution is drawn: evenly in the body, then ever finer towards the last. */
export const DRAWN_SHARES: readonly number[] = drawnShares();

function drawnShares(): number[] {
  const body = Array.from({ length: 45 }, (_, i) => i / 50);
  const tail = Array.from({ length: 31 }, (_, i) => 1 - 10 ** (-1 - i / 10));
  return [...body, ...tail];
}

/** The median run by `measure`; of an even number, the worse of the two. */
export function median<T>(runs: readonly T[], measure: (run: T) => number): T {
  const sorted = [...runs].sort((a, b) => nanLast(measure(a)) - nanLast(measure(b)));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

function nanLast(value: number): number {
  return Number.isNaN(value) ? Number.MAX_VALUE : value;
}
