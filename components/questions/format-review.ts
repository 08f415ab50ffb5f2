import { formatDuration, formatWhen } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs, elapsedWithinMs } from '#/lib/client/timers/elapsed.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Why a timer needs review. */
export function formatWhyReview(timer: TimerJson): string {
  const length = formatDuration(elapsedMs(timer, 0));
  if (timer.end_reason !== 'capped') return `Stopped automatically at ${length}`;
  return endsWhereSeen(timer) ? `Stopped by the cap and trimmed to ${length}` : `Stopped by the cap at ${length}`;
}

/** What is known about when its owner was last seen. */
export function formatLastSeen(timer: TimerJson, style: TimeStyle, today: string): string {
  const seen = timer.last_seen_at && Date.parse(timer.last_seen_at);
  const end = timer.ended_at && Date.parse(timer.ended_at);
  if (!seen || !end) return 'You weren’t seen while it ran.';
  const when = `You were last seen at ${formatWhen(seen, style, today)}`;
  return endsWhereSeen(timer) ? `${when}, where it ends.` : `${when}, ${formatDuration(end - seen)} before it ended.`;
}

function endsWhereSeen({ last_seen_at: seen, ended_at: end }: TimerJson): boolean {
  return seen !== null && end !== null && Date.parse(end) - Date.parse(seen) < MINUTE_MS;
}

/** The spans without the time after they were last seen; null when nothing would change, or nothing be left. */
export function trimmedSpans(timer: TimerJson): { started_at: string; ended_at: string | null }[] | null {
  const { last_seen_at: seen, spans } = timer;
  if (!seen || !timer.ended_at || Date.parse(seen) >= Date.parse(timer.ended_at)) return null;
  if (elapsedWithinMs(timer, { from: -Infinity, to: Date.parse(seen) }, 0) <= 0) return null;
  return spans
    .filter(({ started_at }) => Date.parse(started_at) < Date.parse(seen))
    .map(({ started_at, ended_at }) => ({
      started_at,
      ended_at: ended_at && Date.parse(ended_at) < Date.parse(seen) ? ended_at : seen,
    }));
}
