import { addDays } from '#/lib/client/calendar/calendar.ts';
import { dayBegin } from '#/lib/client/time/day-begin.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/** The filter of the audit log; empty fields match everything. Days are the reader's, including the last one. */
const AUDIT_FIELDS = ['actor', 'user', 'type', 'from', 'to'] as const;
export type AuditView = Record<(typeof AUDIT_FIELDS)[number], string>;

const AUDIT_PATH = '/team/audit';
export const UNFILTERED_VIEW: AuditView = { actor: '', user: '', type: '', from: '', to: '' };

/** Kinds of events, as groups of types. */
export const AUDIT_GROUPS = [
  ['timer.*', 'Timers'],
  ['correction.*', 'Corrections'],
  ['week.*', 'Weeks'],
  ['import.*', 'Imports'],
  ['member.*', 'Members'],
  ['invitation.*', 'Invitations'],
  ['workspace.*', 'Workspace'],
  ['ticket.*', 'Tickets'],
  ['project.*', 'Projects'],
  ['ticket_source.*', 'Issue trackers'],
  ['export.*', 'Exports'],
  ['calendar_feed.*', 'Calendar addresses'],
  ['saved_report.*', 'Saved reports'],
  ['report_link.*', 'Links to reports'],
  ['alarm.*', 'Alarms'],
  ['schedule.*', 'Schedules'],
  ['receiver.*', 'Receivers'],
  ['broker.*', 'Brokers'],
  ['endpoint.*', 'Webhooks'],
  ['webhook_secret.*', 'Webhook secrets'],
  ['api_key.*', 'API keys'],
  ['session.*', 'Sign-ins'],
  ['account.*', 'Accounts'],
  ['notification.*', 'Notifications'],
  ['push_subscription.*', 'Push messages'],
  ['operations.*', 'Operations'],
] as const;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the filter from a URL. Unknown members, groups and days are ignored. */
export function readAuditView(query: { get(name: string): string | null }): AuditView {
  const read = (name: string, isRight: (text: string) => boolean) => {
    const text = query.get(name) ?? '';
    return isRight(text) ? text : '';
  };
  const isDay = (text: string) => DATE.test(text) && !Number.isNaN(Date.parse(text));
  return {
    actor: read('actor', (text) => ID.test(text)),
    user: read('user', (text) => ID.test(text)),
    type: read('type', (text) => AUDIT_GROUPS.some(([group]) => group === text)),
    from: read('from', isDay),
    to: read('to', isDay),
  };
}

export function auditHref(view: AuditView): string {
  const query = new URLSearchParams(
    AUDIT_FIELDS.flatMap((name) => (view[name] ? [[name, view[name]]] : [])),
  ).toString();
  return query ? `${AUDIT_PATH}?${query}` : AUDIT_PATH;
}

export function isEverything(view: AuditView): boolean {
  return AUDIT_FIELDS.every((name) => !view[name]);
}

/** The filter as API parameters. Days become the instants at which they begin and end in the reader's time zone. */
export function auditQuery({ actor, user, type, from, to }: AuditView, style: TimeStyle): URLSearchParams {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && query.set(name, value);
  const instant = (date: string) => {
    const begin = dayBegin(style, date);
    return begin === undefined ? undefined : new Date(begin).toISOString();
  };
  set('type', type);
  set('actor_id', actor);
  set('user_id', user);
  set('from', from && instant(from));
  set('to', to && instant(addDays(to, 1)));
  return query;
}
