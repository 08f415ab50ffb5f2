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

/** Between two words along an axis, in pixels. */
const LABEL_GAP_PX = 6;

/**
 * Which of `count` evenly spaced places get a label, in a room of `widthPx`: the last one always, and as many before it
 * as have room, equally far apart.
 */
export function labeledPlaces(count: number, { widthPx, labelPx }: { widthPx: number; labelPx: number }): number[] {
  const pitch = widthPx / Math.max(1, count);
  // The last is drawn further left where it would stick out.
  const shift = Math.max(0, (labelPx - pitch) / 2);
  const step = Math.max(1, Math.ceil((labelPx + LABEL_GAP_PX + shift) / pitch));
  const labeled = Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step);
  return labeled.reverse();
}
