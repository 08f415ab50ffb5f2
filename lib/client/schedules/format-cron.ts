import { wholeLength } from '#/lib/client/time/format-time.ts';
import { formatList } from '#/lib/core/format-list.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';

/** A cron expression in its parts; with five fields, seconds are `0`. */
export type CronFields = Record<'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday', string>;

const NICKNAMES: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** A longer list of times is unreadable. */
const MAX_TIMES = 6;

/** The fields of an expression; null if it has neither five nor six. */
export function cronFields(cron: string): CronFields | null {
  const text = cron.trim();
  const parts = (NICKNAMES[text.toLowerCase()] ?? text).split(/\s+/);
  const [second, minute, hour, day, month, weekday] = parts.length === 5 ? ['0', ...parts] : parts;
  if (parts.length > 6 || !second || !minute || !hour || !day || !month || !weekday) return null;
  return { second, minute, hour, day, month, weekday };
}

/**
 * "Every day at 09:30", "Every 15 minutes, Monday to Friday". Null if plain words would only be longer; then the
 * expression is shown as typed.
 */
export function formatCron(cron: string): string | null {
  const parts = cronFields(cron);
  if (!parts) return null;
  const fields = { ...parts, ...evenSteps(parts) };
  const time = formatTimeOf(fields);
  const days = formatDayTime(fields);
  if (!time || days === null) return null;
  if (!time.isAtTimes) return days ? `${time.text}, ${days}` : time.text;
  return `${capitalized(days || 'every day')} at ${time.text}`;
}

/** "Every hour, 5 times", for an ISO 8601 repeating interval. */
export function formatRepeat(repeat: string): string | null {
  const [, count = '', , period = ''] = /^R(\d*)\/([^/]+)\/(.+)$/.exec(repeat.trim()) ?? [];
  const ms = period ? parseDuration(period) : null;
  if (!ms) return null;
  const every = `Every ${wholeLength(ms)
    .replace(/^1\u00a0h$/, 'hour')
    .replace(/^1\u00a0min$/, 'minute')}`;
  return count === '' ? every : `${every}, ${count} ${count === '1' ? 'time' : 'times'}`;
}

/** The times of day in an expression, as minutes since midnight; null if it uses steps, ranges or wildcards. */
function namedTimes({ second, minute, hour }: CronFields): number[] | null {
  const [minutes, hours] = [numbers(minute), numbers(hour)];
  if (!numbers(second) || !minutes || !hours) return null;
  return hours.flatMap((h) => minutes.map((m) => h * 60 + m));
}

/** The same with ranges, which the scheduler treats as fixed times; null if it uses steps or wildcards. */
export function fixedTimes({ second, minute, hour }: CronFields): number[] | null {
  return namedTimes({ second: spelledOut(second), minute: spelledOut(minute), hour: spelledOut(hour), ...EVERY_DAY });
}

const EVERY_DAY = { day: '*', month: '*', weekday: '*' };

/** `1-3,7` as `1,2,3,7`. */
function spelledOut(field: string): string {
  return field.replace(/(\d+)-(\d+)(?!\/)/g, (range, from, to) => {
    const length = Number(to) - Number(from) + 1;
    return length > 0 && length <= 60 ? Array.from({ length }, (_, index) => Number(from) + index).join(',') : range;
  });
}

/**
 * Steps that do not divide the hour or the day restart with it, so they are no interval: a step of 45 is minute 0 and
 * 45 of each hour.
 */
function evenSteps({ second, minute, hour }: CronFields): Pick<CronFields, 'second' | 'minute' | 'hour'> {
  return { second: evenStep(second, 60), minute: evenStep(minute, 60), hour: evenStep(hour, 24) };
}

function evenStep(field: string, size: number): string {
  const step = stepOf(field);
  if (!step || (step < size && size % step === 0)) return field;
  return Array.from({ length: Math.ceil(size / step) }, (_, index) => index * step).join(',');
}

type TimeText = { text: string; isAtTimes: boolean } | null;

function formatTimeOf(fields: CronFields): TimeText {
  const { second, minute, hour } = fields;
  const times = namedTimes(fields);
  if (times) return atTimes(times, second);
  const every = formatEvery(fields);
  if (every) return { text: every, isAtTimes: false };
  const minutes = second === '0' ? numbers(minute) : null;
  const hours = formatHour(hour);
  if (!minutes || minutes.length > MAX_TIMES || hours === null) return null;
  const past = minutes.every((m) => m === 0) ? '' : ` at ${formatList(minutes.map((m) => `:${twoDigits(m)}`))}`;
  return { text: `${hours}${past}`, isAtTimes: false };
}

function atTimes(times: number[], second: string): TimeText {
  if (times.length > MAX_TIMES || !/^\d+$/.test(second)) return null;
  const seconds = Number(second) === 0 ? '' : `:${twoDigits(Number(second))}`;
  return {
    text: formatList(times.map((at) => `${twoDigits(Math.floor(at / 60))}:${twoDigits(at % 60)}${seconds}`)),
    isAtTimes: true,
  };
}

/** Steps in one field, with all smaller fields at their start. */
function formatEvery({ second, minute, hour }: CronFields): string | null {
  if (minute === '*' && hour === '*') {
    const step = stepOf(second);
    return second === '0' ? 'Every minute' : step && step > 1 ? `Every ${step} seconds` : null;
  }
  if (second !== '0') return null;
  const step = stepOf(minute);
  if (!step) return null;
  const every = step === 1 ? 'Every minute' : `Every ${step} minutes`;
  if (hour === '*') return every;
  const [from, to] = /^(\d+)-(\d+)$/.exec(hour)?.slice(1).map(Number) ?? [];
  return from === undefined || to === undefined ? null : `${every} from ${twoDigits(from)}:00 to ${twoDigits(to)}:59`;
}

function formatHour(hour: string): string | null {
  const step = stepOf(hour);
  if (step) return step === 1 ? 'Every hour' : `Every ${step} hours`;
  const [from, to] = /^(\d+)-(\d+)$/.exec(hour)?.slice(1).map(Number) ?? [];
  return from === undefined || to === undefined ? null : `Every hour from ${twoDigits(from)} to ${twoDigits(to)}`;
}

/** "Monday to Friday", "on day 1 of January"; empty for every day, null if there is no readable form. */
function formatDayTime({ day, month, weekday }: CronFields): string | null {
  const months = isAny(month) ? '' : named(month, MONTHS, 1);
  if (months === null) return null;
  const inMonths = months && ` in ${months}`;
  if (isAny(day) && isAny(weekday)) return months ? `every day${inMonths}` : '';
  if (isAny(day)) {
    const days = named(weekday.replace('7', '0'), WEEKDAYS, 0);
    return days && `${/ to /.test(days) ? days : `every ${days}`}${inMonths}`;
  }
  if (!isAny(weekday)) return null;
  const of = months ? `of ${months}` : 'of every month';
  if (day === 'L') return `on the last day ${of}`;
  const days = numbers(day);
  return days && `on day ${formatList(days.map(String))} ${of}`;
}

/** Names of a list or a range; null for anything else. */
function named(field: string, names: readonly string[], first: number): string | null {
  const index = (text: string) => {
    const at = names.findIndex((name) => name.slice(0, 3).toUpperCase() === text.toUpperCase());
    return at >= 0 ? at : /^\d+$/.test(text) ? Number(text) - first : -1;
  };
  const range = field.split('-').map(index);
  if (range.length === 2) {
    const [from, to] = range.map((at) => names[at]);
    return from && to ? `${from} to ${to}` : null;
  }
  const all = field.split(',').map((part) => names[index(part)]);
  return all.every((name) => name !== undefined) ? formatList(all as string[]) : null;
}

function isAny(field: string): boolean {
  return field === '*' || field === '?';
}

/** For `*` and `*` with a step. */
function stepOf(field: string): number | null {
  if (field === '*') return 1;
  const [, step] = /^(?:\*|0)\/(\d+)$/.exec(field) ?? [];
  return step ? Number(step) : null;
}

/** The numbers of a list; null for anything else. */
function numbers(field: string): number[] | null {
  return /^\d+(?:,\d+)*$/.test(field) ? field.split(',').map(Number) : null;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
