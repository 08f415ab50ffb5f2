import { formatLastResponse } from '#/components/alarms/drawer/format-last-response.ts';
import { hostOf } from '#/components/alarms/format-alarm.ts';
import type { ServiceFigures } from '#/components/operations/service-figures.ts';
import { zonedDay } from '#/components/operations/zoned-day.ts';
import type { DeadLetterJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { OperationsWindow, ReplicaJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { counted, formatDuration, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { Reading } from '#/lib/client/time/time-style.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { formatLateness } from '#/lib/core/format-lateness.ts';

const NBSP = '\u00a0';
export const NONE = '–';

export const WINDOW_NAMES: readonly (readonly [OperationsWindow, string])[] = [
  ['1h', `1${NBSP}h`],
  ['24h', `24${NBSP}h`],
  ['7d', `7${NBSP}d`],
  ['30d', `30${NBSP}d`],
];
export const LAST_WINDOW_LABELS: Record<OperationsWindow, string> = {
  '1h': `last 60${NBSP}min`,
  '24h': `last 24${NBSP}h`,
  '7d': `last 7${NBSP}days`,
  '30d': `last 30${NBSP}days`,
};
/** The length of a point in each window. */
export const STEP_LABELS: Record<OperationsWindow, string> = {
  '1h': 'per minute',
  '24h': `per 5${NBSP}min`,
  '7d': `per 30${NBSP}min`,
  '30d': `per 2${NBSP}h`,
};

/** `1,284`. */
export function figure(count: number): string {
  return count.toLocaleString('en');
}

/** The start of a bar of the histogram, as short as possible: `0.2`, `5`, `500`, `2 s`. */
export function barLabel(fromMs: number): string {
  return fromMs < SECOND_MS ? `${fromMs}` : formatLateness(fromMs);
}

/** More dead letters are not counted. */
const MAX_DEAD = 1_000;

/** `6`, `1,000+`. */
export function deadCount(count: number): string {
  return count >= MAX_DEAD ? `${figure(MAX_DEAD)}+` : figure(count);
}

const REPLICA_PROBLEMS: Record<NonNullable<ReplicaJson['problem']>, string> = {
  unreachable: 'can’t be reached',
  no_standby: 'is not a standby',
  other_system: 'is a copy of another database',
};

/** `up to date`, `1.2 s behind`, or why reports don't read it. */
export function formatReplica({ lag_ms, problem }: ReplicaJson): string {
  if (problem) return `${REPLICA_PROBLEMS[problem]}; reports read the primary`;
  return lag_ms ? `${formatLateness(lag_ms)} behind` : 'up to date';
}

/** The reader's own share of all workspaces' number; null if it is all of it. */
export function formatOwnCount(all: number, own: number): string | null {
  if (own >= all) return null;
  return own === 0 ? 'none yours' : `${figure(own)} yours`;
}

/** Whether anything is known of the window: a written minute, or counts. */
export function isKnown({ points }: Pick<ServiceFigures, 'points'>): boolean {
  return points.some(({ minutes, due }) => minutes > 0 || due !== null);
}

/** `99.77 % of due`; or a text if nothing was due. */
export function formatFired(data: ServiceFigures): string {
  const { due, fired } = data.totals;
  if (!isKnown(data)) return 'no data';
  if (due === 0) return 'nothing was due';
  const percent = Math.min(100, (fired / due) * 100);
  return `${Number(percent.toFixed(2))}${NBSP}% of due`;
}

/** `45 MB`, `1.2 GB`. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3)) : 0;
  return `${Number((bytes / 1_000 ** power).toPrecision(3))}${NBSP}${units[power]}`;
}

/**
 * The hosts of most dead letters: those with more than one, if the hosts of all are known. Each with the last response,
 * if all of its dead letters got the same.
 */
export function formatHosts(alarms: readonly DeadLetterJson[]): string | null {
  const counts = new Map<string, number>();
  for (const { url } of alarms) if (url) counts.set(hostOf(url), (counts.get(hostOf(url)) ?? 0) + 1);
  const most = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  const [first, second] = most;
  const named = (host: string) => {
    const error = sharedError(alarms.filter(({ url }) => url && hostOf(url) === host));
    return error ? `${host} (${error})` : host;
  };
  if (!first) return null;
  if (first[1] === alarms.length) return `All of them were for ${named(first[0])}.`;
  if (!second) return `${named(first[0])} accounts for ${first[1]} of them.`;
  return `${named(first[0])} and ${named(second[0])} account for ${first[1] + second[1]} of them.`;
}

/** The last response of all of them; null if they differ, or one has no known attempt. */
function sharedError(alarms: readonly DeadLetterJson[]): string | null {
  const errors = new Set(alarms.map((alarm) => alarm.last_attempt && formatLastResponse(alarm).text));
  const [first = null] = errors;
  return errors.size === 1 ? first : null;
}

/** The start of a point: the time, with its day in longer windows, and how much of it is known if not all. */
export function formatPoint(
  { at, minutes }: Pick<ServiceFigures['points'][number], 'at' | 'minutes'>,
  { window, step_seconds }: Pick<ServiceFigures, 'window' | 'step_seconds'>,
  reading: Reading,
): string {
  const instant = Date.parse(at);
  const time = timeOfDay(instant, reading);
  const when = window === '1h' ? time : `${zonedDay(instant, reading)}, ${time}`;
  const whole = (step_seconds * SECOND_MS) / MINUTE_MS;
  return minutes === 0 || minutes === whole ? when : `${when} (${minutes} of ${whole}${NBSP}min known)`;
}

/** Five instants from the first to the last, as labels of a chart: times, or days if the window has several. */
export function formatAxis({ from, to, window }: ServiceFigures, reading: Reading, count = 5): string[] {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: count }, (_, index) => {
    const instant = start + ((end - start) * index) / (count - 1);
    return window === '7d' || window === '30d' ? zonedDay(instant, reading) : timeOfDay(instant, reading);
  });
}

/** The parts of the window without figures, from 0 to 1. */
export function blanksOf({ gaps, from, to }: ServiceFigures): { from: number; to: number }[] {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const part = (instant: string) => (Date.parse(instant) - start) / (end - start);
  return gaps.map((gap) => ({ from: part(gap.from), to: part(gap.to) }));
}

/** `No figures for 12 min.`; empty without gaps. */
export function formatGaps({ gaps }: ServiceFigures): string {
  const ms = gaps.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  return ms === 0 ? '' : ` No figures for ${formatDuration(ms)}.`;
}

/** `2 jobs wait, 1 in progress`. */
export function formatQueue({ queued, active, failed }: { queued: number; active: number; failed: number }): string {
  const parts = [queued > 0 && `${figure(queued)} waiting`, active > 0 && `${figure(active)} in progress`];
  if (failed > 0) parts.push(counted(failed, 'failed', 'failed'));
  return parts.filter(Boolean).join(', ');
}
