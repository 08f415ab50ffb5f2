import type { Permission } from '#/lib/context/roles/role.ts';
import { permissionOf } from '#/lib/feed/events/event-permissions.ts';
import { EVENT_DESCRIPTIONS, EVENT_TYPES, type EventType } from '#/lib/feed/events/event-types.ts';

export type CatalogEntry = {
  type: EventType;
  group: string;
  required_scope: Permission;
  description: string;
  example: unknown;
};

const AT = '2026-11-19T13:32:08.123Z';
const DUE_AT = '2026-11-19T13:30:00.000000Z';
const EXAMPLE_ID = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61';
const USER_ID = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a62';
const WORKSPACE_ID = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a63';

const TIMER = {
  id: EXAMPLE_ID,
  user_id: USER_ID,
  type: 'manual',
  status: 'stopped',
  title: 'Rate limiter returns 429 too early',
  tags: ['bug'],
  started_at: '2026-11-19T12:09:08.123Z',
  ended_at: AT,
  elapsed_ms: 4_980_000,
  version: 2,
};
const SPAN = {
  id: USER_ID,
  started_at: TIMER.started_at,
  ended_at: AT,
  origin: 'live',
  started_zone: 'Europe/Berlin',
  ended_zone: 'Europe/Berlin',
};
const RUNNING = { ...TIMER, status: 'running', ended_at: null, elapsed_ms: 0, version: 1 };
/** The change from one version of a timer to the next. */
const CHANGE = {
  timer: { ...TIMER, span_count: 1 },
  since_version: 1,
  spans: [SPAN],
  removed_spans: [],
  cycles: [],
};
const ALARM = {
  id: EXAMPLE_ID,
  status: 'delivered',
  due_at: DUE_AT,
  version: 3,
  attempts: 1,
  end_reason: 'delivered',
  name: 'invoice.reminder',
  external_id: 'INV-0417',
  url: 'https://billing.example.com/hooks/timer',
};
const SCHEDULED = { ...ALARM, status: 'scheduled', version: 1, attempts: 0, end_reason: null };
const FIRED = { ...ALARM, url: null, payload: { invoice: 'INV-0417' } };
const ENDPOINT = {
  id: EXAMPLE_ID,
  url: 'https://example.com/hook',
  event_types: ['timer.*'],
  enabled: true,
  version: 2,
};
const SECRET = { id: EXAMPLE_ID, prefix: 'whsec_MfKQ9r', created_at: AT, expires_at: null };
const NOTIFICATION = {
  id: EXAMPLE_ID,
  kind: 'long_run',
  fact: 'asked-1',
  data: { timer_id: USER_ID, label: 'API-412', elapsed_seconds: 21_600 },
  created_at: AT,
  read_at: null,
};
const ALERT = {
  id: EXAMPLE_ID,
  rule: 'lateness',
  facts: { p99_ms: 38.1, attempts: 412, objective_ms: 20 },
  opened_at: '2026-11-19T13:21:40.000Z',
  closed_at: null,
};
const SCHEDULE = {
  id: EXAMPLE_ID,
  name: 'Morning report',
  cron: '30 9 * * MON-FRI',
  time_zone: 'Europe/Berlin',
  repeat: null,
  start_at: null,
  end_at: null,
  catch_up: 'none',
  url: 'https://example.com/hook',
  method: 'POST',
  paused_at: null,
};
const RECEIVER = {
  id: EXAMPLE_ID,
  origin: 'https://hooks.example.com',
  endpoint_id: null,
  paused: false,
  max_per_second: 10,
  max_concurrency: 4,
};
const BROKER = {
  id: EXAMPLE_ID,
  name: 'orders',
  kind: 'redis',
  address: 'rediss://redis.example.com:6379',
  dialect: 'timer-service',
  input_target: 'timers.in',
  output_target: 'timers.out',
  dead_letter_target: 'timers.dead',
  paused: false,
};
const QUIET = { from: '22:00', to: '07:00' };
const PUSH = { id: EXAMPLE_ID, push_service: 'fcm.googleapis.com', created_at: AT };
const MEMBERSHIP = { user_id: USER_ID, role: 'member' };

/** What the events of each group carry; a type that carries something else is listed by itself. */
const DATA: Record<string, object> = {
  timer: { ...CHANGE, before: { ...RUNNING, elapsed_ms: 4_980_000 }, after: TIMER },
  'timer.started': {
    timer: { ...RUNNING, span_count: 1 },
    since_version: null,
    spans: [{ ...SPAN, ended_at: null, ended_zone: null }],
    removed_spans: [],
    cycles: [],
    before: null,
    after: RUNNING,
  },
  ticket: { ticket: { id: EXAMPLE_ID, key: 'API-412', title: TIMER.title } },
  project: { project: { id: EXAMPLE_ID, name: 'Public API' } },
  alarm: { alarm: ALARM, ...endedAs('delivered') },
  'alarm.fired': { alarm: FIRED, ...endedAs('delivered') },
  'alarm.dead': {
    alarm: { ...ALARM, status: 'dead', version: 21, attempts: 10, end_reason: 'exhausted' },
    ...endedAs('dead'),
  },
  'alarm.created': { alarm: SCHEDULED, before: null, after: { status: 'scheduled' } },
  'alarm.aborted': {
    alarm: { ...SCHEDULED, status: 'aborted', version: 2, end_reason: 'aborted' },
    before: { status: 'scheduled' },
    after: { status: 'aborted' },
  },
  'alarm.rescheduled': {
    alarm: { ...SCHEDULED, version: 2 },
    before: { due_at: '2026-11-19T12:30:00.000000Z' },
    after: { due_at: DUE_AT },
  },
  'alarm.replaced': {
    alarm: { ...SCHEDULED, version: 2 },
    before: { due_at: '2026-11-19T12:30:00.000000Z' },
    after: { due_at: DUE_AT },
  },
  'alarm.redriven': {
    alarm: { ...SCHEDULED, status: 'retrying', version: 22, attempts: 10 },
    before: { status: 'dead', attempts: 10 },
    after: { status: 'retrying', attempts: 10 },
  },
  schedule: { schedule: SCHEDULE, before: { ...SCHEDULE, cron: '0 9 * * MON-FRI' }, after: SCHEDULE },
  'schedule.created': { schedule: SCHEDULE, before: null, after: SCHEDULE },
  'schedule.paused': {
    schedule: { ...SCHEDULE, paused_at: AT },
    before: SCHEDULE,
    after: { ...SCHEDULE, paused_at: AT },
  },
  'schedule.resumed': { schedule: SCHEDULE, before: { ...SCHEDULE, paused_at: AT }, after: SCHEDULE },
  'schedule.deleted': { schedule: null, before: SCHEDULE, after: null },
  receiver: { receiver: { ...RECEIVER, paused: true }, before: RECEIVER, after: { ...RECEIVER, paused: true } },
  'receiver.created': { receiver: RECEIVER, before: null, after: RECEIVER },
  'receiver.deleted': { receiver: null, before: RECEIVER, after: null },
  broker: { broker: { ...BROKER, paused: true }, before: BROKER, after: { ...BROKER, paused: true } },
  'broker.created': { broker: BROKER, before: null, after: BROKER },
  'broker.deleted': { broker: null, before: BROKER, after: null },
  webhook_secret: { webhook_secret: SECRET, before: { ...SECRET, expires_at: '2026-11-20T13:32:08.123Z' } },
  endpoint: { endpoint: ENDPOINT, before: { ...ENDPOINT, version: 1 } },
  'endpoint.created': { endpoint: { ...ENDPOINT, version: 1 }, before: null },
  'endpoint.deleted': { endpoint: null, before: ENDPOINT },
  'endpoint.disabled': { endpoint: { ...ENDPOINT, enabled: false }, before: ENDPOINT, reason: 'failing' },
  'endpoint.secret_rotated': { webhook_secret: SECRET, before: { ...SECRET, expires_at: '2026-11-20T13:32:08.123Z' } },
  'endpoint.resent': { count: 12, since: DUE_AT },
  operations: { alert: ALERT, before: null, after: ALERT },
  'operations.alert_closed': {
    alert: { ...ALERT, closed_at: AT },
    before: ALERT,
    after: { ...ALERT, closed_at: AT },
  },
  notification: { notification: NOTIFICATION, before: null, after: NOTIFICATION },
  'notification.read': { notification: { ...NOTIFICATION, read_at: AT }, unread: 0, count: 1, before: NOTIFICATION },
  'notification.preferences_edited': { before: { quiet_hours: null }, after: { quiet_hours: QUIET } },
  push_subscription: { push_subscription: PUSH, before: null, after: PUSH },
  'push_subscription.deleted': { push_subscription: PUSH, before: PUSH, after: null },
  api_key: { before: { name: 'billing-prod' }, after: { name: 'billing-live' } },
  'api_key.created': { name: 'billing-prod', scopes: ['alarms:write'], prefix: 'tsk_8Fq2hV', expires_at: null },
  account: { before: { time_zone: 'Europe/Berlin' }, after: { time_zone: 'Europe/Lisbon' } },
  'account.created': { name: 'Maya Lindqvist', time_zone: 'Europe/Berlin', role: 'owner' },
  session: {},
  'session.created': { before: null, after: { id: EXAMPLE_ID } },
  'session.switched': { before: null, after: { id: EXAMPLE_ID } },
  workspace: { before: { name: 'Acme' }, after: { name: 'Acme Ltd' } },
  'workspace.created': { before: null, after: { name: 'Acme' } },
  invitation: { before: null, after: { id: EXAMPLE_ID, role: 'member', email: 'leo@example.com' } },
  member: { before: MEMBERSHIP, after: { ...MEMBERSHIP, role: 'admin' } },
  'member.joined': { before: null, after: MEMBERSHIP },
  'member.left': { before: MEMBERSHIP, after: null },
  'member.removed': { before: MEMBERSHIP, after: null },
};

/** What the engine reports about an alarm that it has ended. */
function endedAs(status: string) {
  return { before: { status: 'firing' }, after: { status } };
}

/** Everything that can be subscribed to, with a description and an example. Examples leave out some fields. */
export const EVENT_CATALOG: readonly CatalogEntry[] = EVENT_TYPES.map((type) => ({
  type,
  group: `${nounOf(type)}.*`,
  required_scope: permissionOf(type),
  description: EVENT_DESCRIPTIONS[type],
  example: exampleOf(type),
}));

function exampleOf(type: EventType) {
  const data = {
    ...(DATA[type] ?? DATA[nounOf(type)]),
    event_id: '4711',
    workspace_id: WORKSPACE_ID,
    subject_id: EXAMPLE_ID,
    user_id: /^(timer|notification|push_subscription)\./.test(type) ? USER_ID : null,
    actor: { kind: 'session', id: EXAMPLE_ID, user_id: USER_ID },
    request_id: 'req-7',
  };
  return { type, timestamp: AT, data };
}

function nounOf(type: EventType): string {
  return type.split('.')[0] as string;
}
