import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { formatAuditSubject } from '#/lib/client/audit/format-audit-subject.ts';
import { formatInstant, formatName, formatValue, isLong, type Reader } from '#/lib/client/audit/format-audit-value.ts';
import { counted } from '#/lib/client/time/format-time.ts';
import { formatTimerEvent } from '#/lib/client/timers/timer-log.ts';
import { eventReason } from '#/lib/feed/events/event.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

/** A fact before and after; in words, empty when there was or is none. */
type AuditChange = {
  /** The name of the fact; two facts may have the same label. */
  key: string;
  name: string;
  before: string;
  after: string;
  /** Whether it does not fit into a line: ids, instants, nested values. */
  isLong: boolean;
};

export type FormattedAuditEvent = {
  id: string;
  at: number;
  /** The person; null for an automatic event. */
  actorId: string | null;
  from: string;
  what: string;
  /** The subject: a ticket, a week, a name; empty if unknown. */
  about: string;
  /** The change, in a line. */
  change: string;
  /** The reason, as given by the person or the service. */
  reason: string;
  changes: AuditChange[];
  /** Whether it has states before and after, and both are the same. */
  isUntouched: boolean;
};

type Facts = Record<string, unknown>;
type EventData = { before?: Facts | null; after?: Facts | null; correction?: unknown; reason?: unknown };

/** Facts that are shown elsewhere in the line, or mean nothing to people. */
const SILENT = ['id', 'version', 'workspace_id', 'updated_at', 'server_time', 'cycles'];
const FROM: Record<string, string> = { session: 'Browser', api_key: 'API key', worker: 'Automatic' };
/** Readable reasons for automatic changes. */
const REASONS: Record<string, string> = {
  timers_disabled: 'Timers were paused for maintenance.',
  member_disabled: 'Its member was disabled.',
  member_removed: 'Its member was removed.',
  member_left: 'Its member left.',
  undone: 'An answer was undone.',
  trimmed: 'Time was removed.',
  split: 'It was split.',
  merged: 'It was merged.',
  failing: 'Its deliveries kept failing.',
};
/** The maximum of changes in a line. */
const MAX_QUEUED = 3;

/** Formats an event of the audit log. */
export function formatAuditEvent(event: EventJson, reader: Reader): FormattedAuditEvent {
  const data = event.data as EventData;
  const changes = changesOf(data, reader);
  const about = formatAuditSubject(event, reader);
  const reason = eventReason(data);
  return {
    id: event.id,
    at: Date.parse(event.created_at),
    actorId: event.actor.user_id ?? null,
    from: FROM[event.actor.kind] ?? event.actor.kind,
    what: formatWhat(event.type),
    about: about.join(' '),
    change: changeInLine(event, changes, { beside: [...about, reason], reader }),
    reason: REASONS[reason] ?? reason,
    changes,
    isUntouched: Boolean(data.before && data.after) && changes.length === 0,
  };
}

/** Types whose API names are not readable. */
const EVENT_LABELS: Partial<Record<EventJson['type'], string>> = {
  'session.created': 'Signed in',
  'session.revoked': 'Signed out',
  'session.switched': 'Switched to this workspace',
  'notification.created': 'Notified',
  'endpoint.resent': 'Webhook deliveries resent',
};

/** Objects whose name on screens differs from that in the API. */
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
  const phrase = `${NOUNS[noun] ?? noun} ${verb}`.replaceAll('_', ' ');
  return EVENT_LABELS[type] ?? phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function changeInLine(
  event: EventJson,
  changes: readonly AuditChange[],
  { beside, reader }: { beside: readonly string[]; reader: Reader },
): string {
  // Its content is already shown; the rest of it are kinds, figures and ids.
  if (event.type === 'notification.created' || event.type.startsWith('operations.')) return '';
  if (event.type.startsWith('timer.')) return timerChange(event, changes);
  return alarmChange(event, reader) ?? statusChange(event) ?? inLine(changes, beside);
}

/** When it is due, or why it is dead; null when its states say more. */
function alarmChange({ type, data }: EventJson, reader: Reader): string | null {
  const { alarm, before } = data as { alarm?: Partial<ListedAlarmJson>; before?: Facts | null };
  if (!alarm?.due_at) return null;
  const due = formatInstant(Date.parse(alarm.due_at), reader);
  if (type === 'alarm.created' && alarm.status === 'scheduled') return `due ${due}`;
  if (type === 'alarm.rescheduled' && typeof before?.due_at === 'string') {
    return `due ${due}, was ${formatInstant(Date.parse(before.due_at), reader)}`;
  }
  return type === 'alarm.dead' ? whyDead(alarm) : null;
}

/** `dead to retrying`, of one alarm or several. */
function statusChange({ type, data }: EventJson): string | null {
  const { before, after } = data as EventData;
  return type.startsWith('alarm.') && before?.status && after?.status ? `${before.status} to ${after.status}` : null;
}

function whyDead({ end_reason, attempts = 0 }: Partial<ListedAlarmJson>): string {
  if (end_reason === 'gone') return 'its receiver is gone';
  return end_reason === 'deadline_passed' ? 'its deadline passed' : `after ${counted(attempts, 'attempt')}`;
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

/** Without facts that are shown next to it. */
function inLine(changes: readonly AuditChange[], beside: readonly string[]): string {
  const data = changes.filter(({ after, isLong }) => !isLong && (after === '' || !beside.includes(after)));
  const parts = data
    .slice(0, MAX_QUEUED)
    .map(({ name, before, after }) => `${name}: ${before ? `${before} to ` : ''}${after || 'none'}`);
  const more = data.length - parts.length;
  return [...parts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
