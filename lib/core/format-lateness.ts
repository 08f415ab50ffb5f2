import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

const NBSP = '\u00a0';

/** `0.4 ms`, `18 ms`, `1.2 s`, `3 min`, `2 h`. */
export function formatLateness(ms: number): string {
  if (ms < 10) return `${Number(ms.toPrecision(2))}${NBSP}ms`;
  if (ms < SECOND_MS) return `${Math.round(ms)}${NBSP}ms`;
  if (ms < MINUTE_MS) return `${Number((ms / SECOND_MS).toPrecision(2))}${NBSP}s`;
  const minutes = Math.floor(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes}${NBSP}min` : `${Math.floor(minutes / 60)}${NBSP}h`;
}
