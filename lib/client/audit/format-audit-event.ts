import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import { counted, formatRange, timeToTheSecond, wholeLength } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { formatTimerEvent } from '#/lib/client/timers/timer-log.ts';
import { weekDays } from '#/lib/client/weeks/format-week.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { eventReason } from '#/lib/feed/events/event.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';
import type { SpanJson } from '#/lib/tracking/spans/span-schemas.ts';

/** What was one thing and became another; in words, empty where there was or is none. */
type AuditChange = {
  /** Of the fact; two facts may have one name in words. */
  key: string;
  name: string;
  before: string;
  after: string;
  /** Whether a line has no room for it: ids, instants, what is nested. */
  isLong: boolean;
};

export type FormattedAuditEvent = {
  id: string;
  at: number;
  /** Who did it; null when the service did it by itself. */
  actorId: string | null;
  from: string;
  what: string;
  /** What it is about: a ticket, a week, a name; empty where nothing says it. */
  about: string;
  /** What has changed, in a line. */
  change: string;
  /** Why, in the words of who did it or of the service. */
  reason: string;
  changes: AuditChange[];
  /** Whether it tells what was and what is, and both are the same. */
  isUntouched: boolean;
};

type Facts = Record<string, unknown>;
type EventData = { before?: Facts | null; after?: Facts | null; correction?: unknown; reason?: unknown };
/** In whose clock and on which day it is read. */
type Reader = { style: TimeStyle; today: string };

/** What is told elsewhere in the line, or says nothing to people. */
const SILENT = ['id', 'version', 'workspace_id', 'updated_at', 'server_time', 'cycles'];
const FROM: Record<string, string> = { session: 'Browser', api_key: 'API key', worker: 'Automatic' };
const ID = /^[\da-f]{8}-[\da-f]{4}-/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** What the service did by itself, or with something else, in the words of people. */
const REASONS: Record<string, string> = {
  timers_disabled: 'Timers were paused for maintenance.',
  member_disabled: 'Its member was disabled.',
  member_removed: 'Its member was removed.',
  member_left: 'Its member left.',
  undone: 'An answer was undone.',
  trimmed: 'Time was removed.',
  split: 'It was split.',
  merged: 'It was merged.',
};
/** A line has room for so many. */
const MOST_QUEUED = 3;

/** Formats an event of the audit log. */
export function formatAuditEvent(event: EventJson, reader: Reader): FormattedAuditEvent {
  const data = event.data as EventData;
  const changes = changesOf(data, reader);
  const about = [...notifiedOf(event, reader), ...aboutOf(data, reader)];
  const reason = eventReason(data);
  return {
    id: event.id,
    at: Date.parse(event.created_at),
    actorId: event.actor.user_id ?? null,
    from: FROM[event.actor.kind] ?? event.actor.kind,
    what: formatWhat(event.type),
    about: about.join(' '),
    change: changeInLine(event, changes, [...about, reason]),
    reason: REASONS[reason] ?? reason,
    changes,
    isUntouched: Boolean(data.before && data.after) && changes.length === 0,
  };
}

/** Where the words of the type are not those of people. */
const WHAT: Partial<Record<EventJson['type'], string>> = {
  'session.created': 'Signed in',
  'session.revoked': 'Signed out',
  'session.switched': 'Switched to this workspace',
  'notification.created': 'Notified',
  'alarm.moved': 'Alarm rescheduled',
  'endpoint.replayed': 'Webhook deliveries resent',
};

/** Things whose name on screens is not that of the API. */
const NOUNS: Record<string, string> = {
  api_key: 'API key',
  calendar_feed: 'calendar address',
  endpoint: 'webhook',
  report_link: 'link to a report',
  ticket_source: 'issue tracker',
};

/** `Week approved`, `API key created`. */
function formatWhat(type: EventJson['type']): string {
  const [noun = '', verb = ''] = type.split('.');
  const words = `${NOUNS[noun] ?? noun} ${verb}`.replaceAll('_', ' ');
  return WHAT[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What someone was notified of, as they read it. */
function notifiedOf({ type, data }: EventJson, { style }: Reader): string[] {
  if (type !== 'notification.created') return [];
  const { kind, data: facts } = (data as EventData).after as Parameters<typeof formatNotification>[0];
  return [formatNotification({ kind, data: facts }, style).title];
}

/** What identifies it, which mostly is the same before and after. */
function aboutOf({ before, after }: EventData, { style, today }: Reader): string[] {
  const { key, ticket, title, name, url, email, starts_on, started_at, timers } = { ...before, ...after };
  const parts = [
    key ?? (ticket as { key?: unknown } | null | undefined)?.key,
    title || name || url || email,
    typeof starts_on === 'string' && weekDays(starts_on, today),
    typeof started_at === 'string' && formatDayTime(Date.parse(started_at), { style, today }),
    isIds(timers) && counted(timers.length, 'timer'),
  ];
  return parts.filter((part): part is string => typeof part === 'string' && part !== '');
}

function changeInLine(event: EventJson, changes: readonly AuditChange[], beside: readonly string[]): string {
  // What it says is told already; the rest of it are kinds and ids.
  if (event.type === 'notification.created') return '';
  return event.type.startsWith('timer.') ? timerChange(event, changes) : inLine(changes, beside);
}

function timerChange(event: EventJson, changes: readonly AuditChange[]): string {
  const { change } = formatTimerEvent({ ...event, data: { ...event.data, correction: undefined } });
  return change || (changes.some(({ key }) => key === 'spans') ? 'time moved' : '');
}

function changesOf({ before, after }: EventData, reader: Reader): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((name) => !SILENT.includes(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
    .map((name) => ({
      key: name,
      name: formatName(name),
      before: formatValue(name, before?.[name], reader),
      after: formatValue(name, after?.[name], reader),
      isLong: name === 'spans' || isLong(before?.[name] ?? after?.[name]),
    }))
    .filter((change) => change.before !== change.after);
}

/** Without what is told beside it. */
function inLine(changes: readonly AuditChange[], beside: readonly string[]): string {
  const data = changes.filter(({ after, isLong }) => !isLong && (after === '' || !beside.includes(after)));
  const parts = data
    .slice(0, MOST_QUEUED)
    .map(({ name, before, after }) => `${name}: ${before ? `${before} to ` : ''}${after || 'none'}`);
  const more = data.length - parts.length;
  return [...parts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** `cap_seconds` is a cap, `spans` are its time. */
function formatName(name: string): string {
  return name === 'spans' ? 'time' : name.replace(/_(seconds|ms|id)$/, '').replaceAll('_', ' ');
}

function formatValue(name: string, value: unknown, reader: Reader): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(name, value);
  if (typeof value === 'string') return formatText(value, reader);
  if (name === 'spans') return formatTimeOf(value as SpanJson[], reader);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return formatNamed(value) ?? JSON.stringify(value);
}

function formatText(text: string, reader: Reader): string {
  if (DATE.test(text)) return shortDay(text, reader.today.slice(0, 4));
  return INSTANT.test(text) ? formatInstant(Date.parse(text), reader) : text;
}

function formatNumber(name: string, value: number): string {
  if (name.endsWith('_ms')) return wholeLength(value);
  return name.endsWith('_seconds') ? wholeLength(value * SECOND_MS) : String(value);
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && ID.test(one));
}

function isLong(value: unknown): boolean {
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
function formatInstant(at: number, reader: Reader): string {
  return `${formatDayTime(at, reader)} ${timeToTheSecond(at, reader.style)}`;
}

/** `Wed 18 Nov`; with the year when it is another. */
function formatDayTime(at: number, { style, today }: Reader): string {
  return shortDay(dateIn(style.timeZone, at), today.slice(0, 4));
}

/** A ticket by its key, a project by its name. */
function formatNamed(value: object): string | null {
  const { key, name } = value as { key?: unknown; name?: unknown };
  const words = key ?? name;
  return typeof words === 'string' ? words : null;
}
