import { MINUTE_MS } from '#/lib/core/duration.ts';
import { reopenCycle } from '#/lib/tracking/cycles/cycle.ts';
import { type Span, type Timer, withNextVersion } from '#/lib/tracking/timers/timer.ts';

/** After an undo the time since the stop counts again, so a stop can't be undone after this time. */
export const STOP_UNDO_MS = 10 * MINUTE_MS;

/**
 * The timer as it was before its owner stopped it, in its next version: running, as if it had never been stopped, or
 * paused. Null when a person did not stop it, when that was longer ago than `STOP_UNDO_MS`, or when its time was
 * entered by hand.
 */
export function beforeStop(timer: Timer, now: Date): Timer | null {
  const { status, endReason, endedAt, spans } = timer;
  const last = spans.at(-1);
  if (status !== 'stopped' || endReason !== 'stopped' || !endedAt || !last || last.origin === 'entered') return null;
  if (now.getTime() - endedAt.getTime() > STOP_UNDO_MS) return null;
  const ran = last.endedAt?.getTime() === endedAt.getTime();
  return withNextVersion(timer, {
    status: ran ? 'running' : 'paused',
    endReason: null,
    endedAt: null,
    spans: ran ? [...spans.slice(0, -1), reopened(last)] : spans,
    cycles: timer.cycles.map((cycle) =>
      cycle.endedHow === 'stopped' && cycle.endedAt?.getTime() === endedAt.getTime()
        ? reopenCycle(cycle, ran ? null : last.endedAt)
        : cycle,
    ),
  });
}

function reopened(span: Span): Span {
  return { ...span, endedAt: null, endedZone: undefined };
}
