import type { IconName } from '#/components/ui/icon.tsx';
import { attemptsOf, type RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AlarmState } from '#/lib/client/alarms/alarm-state.ts';
import { counted, formatDuration, timeToTheSecond, zoneName } from '#/lib/client/time/format-time.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/** How alarms are formatted. Numbers and units are joined by no-break spaces; nothing is a dash. */
const NBSP = '\u00a0';
const NONE = '–';
/** The maximum that the server counts. */
const COUNTED_TO = 10_000;
const SHOWN_DELAYS = 4;

export const ALARM_STATE_LABELS: Record<AlarmState, string> = {
  scheduled: 'Scheduled',
  firing: 'Firing',
  retrying: 'Retrying',
  delivered: 'Delivered',
  dead: 'Dead',
  aborted: 'Aborted',
};

export const STATE_ICONS: Record<AlarmState, IconName> = {
  scheduled: 'clock',
  firing: 'firing',
  retrying: 'retry',
  delivered: 'delivered',
  dead: 'dead',
  aborted: 'discard',
};

export const STATE_TONES = {
  scheduled: 'plain',
  firing: 'plain',
  retrying: 'warn',
  delivered: 'plain',
  dead: 'danger',
  aborted: 'plain',
} as const satisfies Record<AlarmState, string>;

/** The name of an alarm in a sentence. */
export function alarmName({ name, external_id, url }: Pick<ListedAlarmJson, 'name' | 'external_id' | 'url'>): string {
  return name ?? external_id ?? (url === null ? 'Alarm without a name' : hostOf(url));
}

/** `billing.acme.dev`, with its port if it has one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

type Tried = Pick<ListedAlarmJson, 'status' | 'attempts' | 'max_attempts' | 'end_reason'>;

/** The state in a sentence: "Retrying, 3 of 8 attempts", without what comes next. */
export function formatAlarmState(alarm: Tried & Pick<ListedAlarmJson, 'lateness_ms'>): string {
  switch (alarm.status) {
    case 'scheduled':
      return 'Scheduled';
    case 'firing':
      return alarm.attempts > 1 ? `Firing, attempt ${alarm.attempts} of ${alarm.max_attempts}` : 'Firing';
    case 'retrying':
      return `Retrying, ${alarm.attempts} of ${counted(alarm.max_attempts, 'attempt')}`;
    case 'delivered':
      return alarm.lateness_ms === null ? 'Delivered' : `Delivered, ${formatElapsed(alarm.lateness_ms)} late`;
    case 'dead':
      return `Dead ${formatDead(alarm)}`;
    case 'aborted':
      return formatAborted(alarm);
  }
}

function formatDead({ attempts, end_reason }: Tried): string {
  if (end_reason === 'deadline_passed') return 'because its deadline passed';
  return end_reason === 'gone' ? 'because its receiver is gone' : `after ${counted(attempts, 'attempt')}`;
}

function formatAborted({ attempts, end_reason }: Tried): string {
  if (end_reason === 'skipped') return 'Skipped, its time had passed';
  return attempts === 0 ? 'Aborted before it fired' : `Aborted after ${counted(attempts, 'attempt')}`;
}

/** The attempts in a column: `3 of 8` with several allowed ones, `1` for a single one, a dash before the first. */
export function attemptsCell(alarm: Tried): string {
  const state = alarm.status;
  if (state === 'scheduled') return NONE;
  return state === 'retrying' || state === 'dead' ? `${alarm.attempts} of ${alarm.max_attempts}` : `${alarm.attempts}`;
}

/** `+ 11 ms`, `+ 2.1 s`. */
export function latenessCell(ms: number | null): string {
  return ms === null ? NONE : `+${NBSP}${formatElapsed(ms)}`;
}

/** How long something took: `212 ms`, `10.0 s`, `3 min`. */
export function formatElapsed(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)}${NBSP}ms`;
  return ms < MINUTE_MS ? `${(ms / SECOND_MS).toFixed(1)}${NBSP}s` : formatDuration(ms);
}

/** `in 1 h 59 min`, `now`, `28 s ago`; null from a day on, when the date is clearer. */
export function formatRelative(at: number, now: number): string | null {
  const ms = Math.abs(at - now);
  if (ms >= DAY_MS) return null;
  if (ms < SECOND_MS) return 'now';
  return at > now ? `in ${formatDuration(ms)}` : `${formatDuration(ms)} ago`;
}

/** `Thu 19 Nov`, `19 Nov 2027` in another year than now. */
export function shortDate(at: number, now: number, timeZone: string): string {
  const year = (instant: number) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(instant);
  const options = year(at) === year(now) ? ({ weekday: 'short' } as const) : ({ year: 'numeric' } as const);
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', ...options }).format(at);
  return text.replace(',', '').replaceAll(' ', NBSP);
}

/** `19 Nov 2026, 14:30:00.000 CET`. */
export function formatExact(at: number, reading: Reading): string {
  const ms = String(at % SECOND_MS).padStart(3, '0');
  return `${formatDayTime(at, reading, ms)} ${zoneName(at, styleOf(reading).timeZone)}`;
}

/** `19 Nov 2026, 14:30:00`. */
export function formatDayTime(at: number, reading: Reading, ms?: string): string {
  const { timeZone } = styleOf(reading);
  const date = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  const time = timeToTheSecond(at, reading);
  return `${date.format(at)}, ${ms === undefined ? time : time.replace(/:\d\d(?!.*:)/, `$&.${ms}`)}`;
}

/** `128`, `9,192`, `10,000+`. */
export function formatCount(count: number): string {
  return count > COUNTED_TO ? `${COUNTED_TO.toLocaleString('en')}+` : count.toLocaleString('en');
}

/** `delays 5 s, 5 min, 30 min, 2 h …` of the retry policy of an alarm; null if it is never retried. */
export function formatRetryDelays(policy: RetryPolicy): string | null {
  const count = attemptsOf(policy) - 1;
  if (count === 0) return null;
  const delays = Array.from({ length: Math.min(count, SHOWN_DELAYS) }, (_, index) =>
    'count' in policy
      ? Math.min(policy.cap_ms, policy.base_ms * policy.factor ** index)
      : (policy.delays_ms[index] ?? 0),
  );
  return `delays ${delays.map(formatDelay).join(', ')}${count > SHOWN_DELAYS ? ' …' : ''}`;
}

function formatDelay(ms: number): string {
  return ms < SECOND_MS ? formatElapsed(ms) : formatDuration(ms);
}
