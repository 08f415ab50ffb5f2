import type { ChartCell } from '#/components/charts/chart-table.ts';
import { dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** A duration for people, or `none` if there is none; for a sheet in seconds. */
export function durationCell(ms: number, none = '–'): ChartCell {
  return secondsCell(ms > 0 ? formatDuration(ms) : none, ms);
}

/** Another text for a duration. */
export function secondsCell(label: string, ms: number): ChartCell {
  return { label, value: Math.trunc(ms / SECOND_MS), unit: 'seconds' };
}

/** A day for people, for a sheet as a date. */
export function dayCell(date: string, thisYear: string): ChartCell {
  return { label: dayTitle(date, thisYear), value: date };
}
