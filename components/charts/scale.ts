/** 1, 2 or 5 times a power of ten: possible distances of the lines of a scale. */
const STEPS = [1, 2, 5, 10];

/** The lines of a scale, from 0 to above the largest value; whole numbers, since counts are whole. */
export function ticksTo(largest: number, intervals = 2): number[] {
  const wanted = Math.max(1, largest / intervals);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, (STEPS.find((one) => one * power >= wanted) ?? 10) * power);
  return Array.from({ length: intervals + 1 }, (_, index) => index * step);
}

/** Values over time; null if unknown. */
export type Known = readonly (number | null)[];

/** Whether a value is between two gaps: no line leads to it, so that it needs a mark to be visible. */
export function isAlone(values: Known, index: number): boolean {
  const isKnown = (at: number) => (values[at] ?? null) !== null;
  return isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1);
}

/** The gap between two labels along an axis, in pixels. */
const LABEL_GAP_PX = 6;

/**
 * Which of `count` evenly spaced places get a label, within `widthPx`: always the last one, and as many before it as
 * fit, equally far apart.
 */
export function labeledPlaces(count: number, { widthPx, labelPx }: { widthPx: number; labelPx: number }): number[] {
  const pitch = widthPx / Math.max(1, count);
  // The last is moved left if it would overflow.
  const shift = Math.max(0, (labelPx - pitch) / 2);
  const step = Math.max(1, Math.ceil((labelPx + LABEL_GAP_PX + shift) / pitch));
  const labeled = Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step);
  return labeled.reverse();
}
