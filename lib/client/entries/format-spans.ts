import { formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** "12:48 – 14:32, 15:00 – now, and 3 more". */
export function formatSpans({ spans }: TimerJson, style: TimeStyle): string {
  const ranges = spans.map(({ started_at: from, ended_at: to }) =>
    formatRange(Date.parse(from), to === null ? null : Date.parse(to), style),
  );
  return (ranges.length > 4 ? [...ranges.slice(0, 4), `and ${ranges.length - 4} more`] : ranges).join(', ');
}
