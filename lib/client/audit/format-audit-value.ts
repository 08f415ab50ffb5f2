import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import { formatRange, timeToTheSecond, wholeLength } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { AlertRule } from '#/lib/jobs/notification-kind-schemas.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';
import type { SpanJson } from '#/lib/tracking/spans/span-schemas.ts';

/** The reader's clock and current day. */
export type Reader = { style: TimeStyle; today: string };

const ID = /^[\da-f]{8}-[\da-f]{4}-/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Facts whose API name is not readable. */
const NAMES: Record<string, string> = { spans: 'time', prefix: 'starts with', rule: 'alert' };
/** Facts whose values are codes: `short_break`, `deadline_passed`. */
const CODES = new Set(['status', 'kind', 'end_reason', 'ended_how', 'on_conflict']);

/** `cap_seconds` is a cap. */
export function formatName(name: string): string {
  return NAMES[name] ?? name.replace(/_(seconds|ms|id)$/, '').replaceAll('_', ' ');
}

export function formatValue(name: string, value: unknown, reader: Reader): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(name, value);
  if (name === 'rule') return alertTitle(value as AlertRule);
  if (typeof value === 'string') return CODES.has(name) ? value.replaceAll('_', ' ') : formatText(value, reader);
  if (name === 'spans') return formatTimeOf(value as SpanJson[], reader);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return formatNamed(value) ?? formatFacts(value, reader) ?? JSON.stringify(value);
}

function formatText(text: string, reader: Reader): string {
  if (DATE.test(text)) return shortDay(text, reader.today.slice(0, 4));
  return INSTANT.test(text) ? formatInstant(Date.parse(text), reader) : text;
}

function formatNumber(name: string, value: number): string {
  if (name.endsWith('_ms')) return wholeLength(value);
  return name.endsWith('_seconds') ? wholeLength(value * SECOND_MS) : String(value);
}

export function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && ID.test(one));
}

export function isLong(value: unknown): boolean {
  if (isIds(value)) return true;
  if (typeof value === 'string') return ID.test(value) || INSTANT.test(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value) && formatNamed(value) === null;
}

function formatTimeOf(spans: readonly SpanJson[], { style, today }: Reader): string {
  return spans
    .map(({ started_at, ended_at }) => {
      const from = Date.parse(started_at);
      return `${formatDayTime(from, { style, today })} ${formatRange(from, ended_at === null ? null : Date.parse(ended_at), style)}`;
    })
    .join(', ');
}

/** `Wed 18 Nov 09:52:11` */
export function formatInstant(at: number, reader: Reader): string {
  return `${formatDayTime(at, reader)} ${timeToTheSecond(at, reader.style)}`;
}

/** `Wed 18 Nov`; with the year if it is another. */
export function formatDayTime(at: number, { style, today }: Reader): string {
  return shortDay(dateIn(style.timeZone, at), today.slice(0, 4));
}

/** `attempts: 412, late: 8`, for facts without nesting. */
function formatFacts(value: object, reader: Reader): string | null {
  const facts = Object.entries(value);
  if (Array.isArray(value) || facts.some(([, fact]) => typeof fact === 'object')) return null;
  return facts.map(([name, fact]) => `${formatName(name)}: ${formatValue(name, fact, reader)}`).join(', ');
}

/** The alert to operators, in a line. */
function alertTitle(rule: AlertRule): string {
  return formatNotification({ kind: 'alert', data: { rule, facts: {} } }, { timeZone: 'UTC', hourCycle: null }).title;
}

/** A ticket by its key, a project by its name. */
function formatNamed(value: object): string | null {
  const { key, name } = value as { key?: unknown; name?: unknown };
  const words = key ?? name;
  return typeof words === 'string' ? words : null;
}
