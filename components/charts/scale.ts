/** Of 1, 2 or 5 times a power of ten: how far the lines of a scale may lie apart. */
const STEPS = [1, 2, 5, 10];

/** Where the lines of a scale stand, from 0 to above the largest value; whole numbers, since what is counted is whole. */
export function ticksTo(largest: number, intervals = 2): number[] {
  const wanted = Math.max(1, largest / intervals);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, (STEPS.find((one) => one * power >= wanted) ?? 10) * power);
  return Array.from({ length: intervals + 1 }, (_, index) => index * step);
}

/** Values over time; null where nothing is known. */
export type Known = readonly (number | null)[];

/** Whether a value is between two gaps: no line leads to it, so that it needs a mark to be seen. */
export function isAlone(values: Known, index: number): boolean {
  const isKnown = (at: number) => (values[at] ?? null) !== null;
  return isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1);
}
