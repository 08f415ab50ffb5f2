import { HOUR_MS } from '#/lib/core/duration.ts';

export const HOUR_PX = 64;

/** Milliseconds of the scale as pixels. */
export function px(ms: number): number {
  return Math.round((ms / HOUR_MS) * HOUR_PX * 10) / 10;
}

/** Pixels below the top of the scale as milliseconds of it. */
export function msOf(pixels: number): number {
  return (pixels / HOUR_PX) * HOUR_MS;
}
