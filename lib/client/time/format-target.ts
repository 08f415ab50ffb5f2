import { wholeLength } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** ` of 7 h 30 min`, after the tracked time; empty without a target. */
export function ofTarget(targetSeconds: number | null): string {
  return targetSeconds === null ? '' : ` of ${wholeLength(targetSeconds * SECOND_MS)}`;
}
