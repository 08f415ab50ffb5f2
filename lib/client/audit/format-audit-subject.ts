import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { formatDayTime, formatValue, isIds, type Reader } from '#/lib/client/audit/format-audit-value.ts';
import { counted } from '#/lib/client/time/format-time.ts';
import { weekDays } from '#/lib/client/weeks/format-week.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';

type Facts = Record<string, unknown>;
type EventData = {
  before?: Facts | null;
  after?: Facts | null;
  alarm?: Pick<ListedAlarmJson, 'name' | 'external_id' | 'url'>;
  timer?: Facts;
  count?: number;
  names?: string[] | null;
};

/** The subject of an event, in parts of a line; none if unknown. */
export function formatAuditSubject(event: EventJson, reader: Reader): string[] {
  const data = event.data as EventData;
  if (event.type === 'notification.created') return notifiedOf(data, reader);
  if (event.type.startsWith('operations.')) return [formatValue('rule', data.after?.rule, reader)];
  if (event.type.startsWith('alarm.')) return alarmsOf(event, data);
  const parts = factsOf(data, reader);
  return event.type.startsWith('timer.') ? withTimerName(data, parts) : parts;
}

/** A person's notification, as they read it. */
function notifiedOf({ after }: EventData, { style }: Reader): string[] {
  const { kind, data } = after as Parameters<typeof formatNotification>[0];
  return [formatNotification({ kind, data }, style).title];
}

/** The alarm by its name, else by the caller's own id or its URL; for several how many, and their names. */
function alarmsOf({ subject_id }: EventJson, { alarm, after, names, ...data }: EventData): string[] {
  if (alarm) return [alarm.name ?? alarm.external_id ?? shownUrl(alarm.url) ?? subject_id];
  const count = data.count ?? after?.count;
  if (typeof count !== 'number') return [];
  return [`${counted(count, 'alarm')}${names?.length ? `: ${names.join(', ')}` : ''}`];
}

/** Without the query; for a broker only the target. */
function shownUrl(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return protocol === 'broker:' ? pathname.slice(1) : `${host}${pathname.replace(/\/$/, '')}`;
}

/** The parts, preceded by a description for a timer with neither ticket nor title. */
function withTimerName({ before, after, timer }: EventData, parts: string[]): string[] {
  const { ticket, title } = { ...timer, ...before, ...after };
  return ticket || title ? parts : ['Timer without a title', ...parts];
}

/** Its identity, which is mostly the same before and after. The facts of a phase don’t name its timer. */
function factsOf({ before, after, timer }: EventData, { style, today }: Reader): string[] {
  const { key, ticket, title, name, url, email, starts_on, started_at, timers } = { ...timer, ...before, ...after };
  const parts = [
    key ?? (ticket as { key?: unknown } | null | undefined)?.key,
    title || name || url || email,
    typeof starts_on === 'string' && weekDays(starts_on, today),
    typeof started_at === 'string' && formatDayTime(Date.parse(started_at), { style, today }),
    isIds(timers) && counted(timers.length, 'timer'),
  ];
  return parts.filter((part): part is string => typeof part === 'string' && part !== '');
}
