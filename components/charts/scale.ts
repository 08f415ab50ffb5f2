/** Of 1, 2 or 5 times a power of ten: how far the lines of a scale may lie apart. */
const STEPS = [1, 2, 5, 10];
const INTERVALS = 2;

/** Where the lines of a scale stand, from 0 to above the largest value; whole numbers, since what is counted is whole. */
export function ticksTo(largest: number): number[] {
  const wanted = Math.max(1, largest / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, (STEPS.find((one) => one * power >= wanted) ?? 10) * power);
  return Array.from({ length: INTERVALS + 1 }, (_, index) => index * step);
}

export type Known = readonly (number | null)[];

/**
 * The path of a line over `values` in a box of `width` by `height`, its highest tick at the top; broken where there is no
 * value. A value between two gaps is a short dash, so that it is seen.
 */
export function linePath(values: Known, top: number, { width, height }: { width: number; height: number }): string {
  const step = width / Math.max(1, values.length - 1);
  const at = (value: number) => round(height - (value / top) * height);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isFirst = index === 0 || values[index - 1] === null;
      const isAlone = isFirst && (values[index + 1] ?? null) === null;
      const x = round(index * step);
      if (isAlone) return `M${round(x - step / 4)} ${at(value)}h${round(step / 2)}`;
      return `${isFirst ? 'M' : 'L'}${x} ${at(value)}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
