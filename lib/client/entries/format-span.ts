import type { EntrySpan } from '#/lib/client/entries/day-entries.ts';
import { cityOf } from '#/lib/client/time/device-zone.ts';
import { formatRange, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { clockIn } from '#/lib/client/time/zone-time.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const ORIGIN_TEXTS = {
  live: null,
  back_dated: 'backdated',
  entered: 'added by hand',
  corrected: 'corrected',
  offline: 'sent late',
} as const;

/** How a span was recorded, unless it was simply measured. */
export function formatOrigin(origin: TimerJson['spans'][number]['origin']): string | null {
  return ORIGIN_TEXTS[origin];
}

/** The local time of the zones where the ends were recorded, if clocks there differed from those on this screen. */
export function formatSpanZones(
  { from, to, isLive, started_zone, ended_zone }: EntrySpan,
  style: TimeStyle,
): string | null {
  const isElsewhere = (zone: string | null, at: number): zone is string =>
    zone !== null && clockIn(zone, at).offsetMs !== clockIn(style.timeZone, at).offsetMs;
  const there = (timeZone: string) => ({ ...style, timeZone });
  const hasBegun = isElsewhere(started_zone, from);
  const hasEnded = !isLive && isElsewhere(ended_zone, to);
  if (hasBegun && hasEnded && started_zone === ended_zone) {
    return `${formatRange(from, to, there(started_zone))} in ${cityOf(started_zone)}`;
  }
  const startText = hasBegun && `started at ${timeOfDay(from, there(started_zone))} in ${cityOf(started_zone)}`;
  const ended = hasEnded && `ended at ${timeOfDay(to, there(ended_zone))} in ${cityOf(ended_zone)}`;
  return [startText, ended].filter(Boolean).join(', ') || null;
}
