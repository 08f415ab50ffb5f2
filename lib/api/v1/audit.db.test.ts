import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { editApiKey } from '#/lib/accounts/api-keys/edit-api-key.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { transferOwnership } from '#/lib/accounts/memberships/transfer-ownership.ts';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { revokeOtherSessions } from '#/lib/accounts/sessions/revoke-session.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { changePassword } from '#/lib/accounts/users/change-password.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { systemCtx } from '#/lib/accounts/users/open-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { createWorkspace } from '#/lib/accounts/workspaces/create-workspace.ts';
import { switchWorkspace } from '#/lib/accounts/workspaces/switch-workspace.ts';
import { alarmJson } from '#/lib/alarms/alarms/alarm-json.ts';
import { getAlarm } from '#/lib/alarms/alarms/get-alarm.ts';
import { CheckHistory } from '#/lib/analytics/alerts/check-history.ts';
import { watchOperations } from '#/lib/analytics/alerts/watch-operations.ts';
import { replaceCalendarFeed } from '#/lib/analytics/calendar-feeds/replace-calendar-feed.ts';
import { revokeCalendarFeed } from '#/lib/analytics/calendar-feeds/revoke-calendar-feed.ts';
import { createReportLink } from '#/lib/analytics/report-links/create-report-link.ts';
import { revokeReportLink } from '#/lib/analytics/report-links/list-report-links.ts';
import { createReportLinkInput } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { formatAuditEvent } from '#/lib/client/audit/format-audit-event.ts';
import { styleOf } from '#/lib/client/time/time-style.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { csvLine } from '#/lib/feed/events/event-csv.ts';
import { eventJson } from '#/lib/feed/events/event-json.ts';
import { EVENT_COLUMNS, type EventRow, eventOf } from '#/lib/feed/events/event-row.ts';
import { EVENT_TYPES, type EventType } from '#/lib/feed/events/event-types.ts';
import { currentData, currentType } from '#/lib/feed/events/stored-event.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { setPreferences } from '#/lib/notifications/preferences/set-preferences.ts';
import { addPushSubscription } from '#/lib/notifications/push/add-push-subscription.ts';
import type { PushSubscriptionInput } from '#/lib/notifications/push/push-schemas.ts';
import { removePushSubscription } from '#/lib/notifications/push/remove-push-subscription.ts';
import { advancePhase } from '#/lib/tracking/cycles/advance-phase.ts';
import { completeTimer } from '#/lib/tracking/deadlines/complete-timer.ts';
import { continueImport } from '#/lib/tracking/imports/continue-import.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { heartbeat } from '#/lib/tracking/presence/heartbeat.ts';
import { askIfWorking } from '#/lib/tracking/questions/ask-if-working.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { pauseWorklogs } from '#/lib/tracking/worklogs/pause-worklogs.ts';
import { type CatalogEntry, EVENT_CATALOG } from '#/lib/webhooks/endpoints/event-catalog.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { DOCUMENT, parserOf, type Schema } from '#/test/api-contract.ts';
import { responding } from '#/test/engine/firing.ts';
import { endpointWorld } from '#/test/webhooks/endpoints.ts';
import type { World } from '#/test/world.ts';

/** Secrets that the verbs below create or receive. */
const secrets: string[] = [];
const NO_LIMITS = { latenessMs: 0, deadLetters: 0, canaryEveryMs: 0, brokerFailingMs: 0 };
const PASSWORD = 'correct horse battery staple';

/** `span_count` where the event shows the whole timer. */
type EventTimer = { id: string; span_count?: number };
type Row = {
  type: EventType;
  data: { before: object | null; after: object | null; alarm?: { id: string }; timer?: EventTimer };
  actor: { kind: string; id: string; user_id?: string };
  request_id: string | null;
};

let world: World;
let engine: Awaited<ReturnType<typeof endpointWorld>>;
let owner: Ctx;
let leo: Ctx;
let ida: Ctx;
let api: ApiClient;
let seen = 0n;

beforeAll(async () => {
  engine = await endpointWorld({ connections: 20 });
  world = engine.world;
  process.env.DATABASE_URL = world.database.url;
  owner = await world.member();
  const { workspaceId } = owner.actor;
  leo = await world.member({ workspaceId, role: 'member' });
  ida = await world.member({ workspaceId, role: 'admin' });
  api = await apiFor(world, owner);
});

/** What was written since the last call, oldest first. */
async function fresh(): Promise<Row[]> {
  const { rows } = await world.database.pool.query<Row & { id: string }>(
    'select id::text, type, data, actor, request_id from events where events.id > $1 order by events.id',
    [seen],
  );
  seen = BigInt(rows.at(-1)?.id ?? seen);
  return rows.map((row) => ({ ...row, type: currentType(row.type), data: currentData(row.type, row.data) }));
}

type Thing = { id: string };
type Scenes = { [noun in 'timer' | 'alarm' | 'endpoint' | 'ticket_source' | 'saved_report']?: Thing } & {
  [more: string]: unknown;
};

/** Sends a request as an actor with permission. */
async function send(client: ApiClient, method: string, path: string, body?: unknown): Promise<Scenes> {
  const response = await client<Scenes>(method, path, body, { 'x-request-id': 'audited' });
  expect([method, path, response.status < 300 || response.body]).toEqual([method, path, true]);
  keepSecrets(response.body);
  return response.body;
}

function keepSecrets(body: unknown): void {
  for (const [, secret = ''] of JSON.stringify(body).matchAll(/"((?:whsec_|tsk_)[^"]{12,})"/g)) secrets.push(secret);
  const [, token] = /\/invitations\/([\w-]{16,})/.exec(JSON.stringify(body)) ?? [];
  if (token) secrets.push(token);
}

const start = async (client: ApiClient) =>
  (await send(client, 'POST', '/timers/start', { title: 'Work', on_conflict: 'switch' })).timer?.id ?? '';
const add = async (started_at: string, ended_at: string) =>
  (await send(api, 'POST', '/timers', { title: 'Call', spans: [{ started_at, ended_at }] })).timer?.id ?? '';
const openQuestion = async () => {
  const { questions } = await send(api, 'GET', '/timers/questions');
  return (questions as { id: string }[])[0]?.id ?? '';
};
const hook = { url: 'https://example.com/hook?token=in-the-address', headers: { 'x-token': 'header-secret-value' } };
const alarm = async () => (await send(api, 'POST', '/alarms', { delay: '1h', ...hook })).alarm?.id ?? '';
const subscribe = () =>
  send(api, 'POST', '/endpoints', { url: 'https://example.com/events', event_types: ['timer.*'] });
const device = { userAgent: 'Firefox', address: '192.0.2.1' };

type Shape = 'made' | 'changed' | 'gone' | 'as it was';
type Act = {
  does: string;
  types: [EventType, Shape][];
  by: 'api_key' | 'session' | 'worker';
  act: () => Promise<void>;
};

let key = '';
let timer = '';
let endpoint = '';
let source = '';
let invited = '';

/** Numbers in events that are not durations. */
const COUNTED = [
  'a',
  'attempts',
  'count',
  'daily_goal',
  'day_start_hour',
  'entries',
  'failed',
  'max_concurrency',
  'max_per_second',
  'round',
  'rounds',
  'since_version',
  'span_count',
  'times_asked',
  'unread',
  'version',
  'week_start',
];

const ACTS: Act[] = [
  {
    does: 'start a timer',
    types: [['timer.started', 'made']],
    by: 'api_key',
    act: async () => {
      timer = await start(api);
    },
  },
  {
    does: 'pause, resume and stop it',
    types: [
      ['timer.paused', 'changed'],
      ['timer.resumed', 'changed'],
      ['timer.stopped', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      for (const verb of ['pause', 'resume', 'stop']) await send(api, 'POST', `/timers/${timer}/${verb}`, {});
    },
  },
  {
    does: 'discard one',
    types: [
      ['timer.started', 'made'],
      ['timer.discarded', 'changed'],
    ],
    by: 'api_key',
    act: async () => void (await send(api, 'POST', `/timers/${await start(api)}/discard`, {})),
  },
  {
    does: 'restore it',
    types: [
      ['timer.added', 'made'],
      ['timer.discarded', 'changed'],
      ['timer.restored', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      timer = await add('2026-03-09T08:00:00Z', '2026-03-09T09:00:00Z');
      for (const verb of ['discard', 'restore']) await send(api, 'POST', `/timers/${timer}/${verb}`, {});
    },
  },
  {
    does: 'correct its time',
    types: [['timer.corrected', 'changed']],
    by: 'api_key',
    act: async () =>
      void (await send(api, 'PUT', `/timers/${timer}/spans`, {
        spans: [{ started_at: '2026-03-09T08:00:00Z', ended_at: '2026-03-09T08:45:00Z' }],
      })),
  },
  {
    does: 'correct it with a reason, and revert that',
    types: [
      ['timer.edited', 'changed'],
      ['correction.made', 'made'],
      ['timer.edited', 'changed'],
      ['correction.reverted', 'made'],
    ],
    by: 'api_key',
    act: async () => {
      const { version } = (await send(api, 'GET', `/timers/${timer}`)).timer as unknown as { version: number };
      const timers = [{ timer_id: timer, version, title: 'Other words' }];
      const created = await send(api, 'POST', '/corrections', { timers, reason: 'They were wrong.' });
      const { id } = created.correction as { id: string };
      await send(api, 'POST', `/corrections/${id}/revert`, { reason: 'They were right.' });
    },
  },
  {
    does: 'have a member propose a correction again and again, until it is withdrawn, declined and accepted',
    types: [
      ['timer.added', 'made'],
      ['workspace.edited', 'changed'],
      ['correction.proposed', 'made'],
      ['correction.proposal_superseded', 'changed'],
      ['correction.proposed', 'made'],
      ['correction.proposal_withdrawn', 'changed'],
      ['correction.proposed', 'made'],
      ['correction.proposal_declined', 'changed'],
      ['correction.proposed', 'made'],
      ['timer.edited', 'changed'],
      ['correction.made', 'made'],
      ['correction.proposal_accepted', 'changed'],
      ['workspace.edited', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const { workspaceId } = owner.actor;
      const theirs = await apiFor(world, await world.member({ workspaceId, role: 'member' }));
      const spans = [{ started_at: '2026-02-02T09:00:00Z', ended_at: '2026-02-02T10:00:00Z' }];
      const { timer: added } = await send(theirs, 'POST', '/timers', { title: 'Lease', spans });
      await send(api, 'PATCH', '/workspace', { closed_through: '2026-02-02' });
      const { id: timer_id, version } = added as { id: string; version: number };
      const propose = async (title: string) => {
        const body = { timer_id, version, title, reason: 'It was called so.' };
        return ((await send(theirs, 'POST', '/correction-proposals', body)).proposal as { id: string }).id;
      };
      await propose('One');
      await send(theirs, 'POST', `/correction-proposals/${await propose('Two')}/withdraw`, {});
      await send(api, 'POST', `/correction-proposals/${await propose('Three')}/decline`, { note: 'No.' });
      await send(api, 'POST', `/correction-proposals/${await propose('Four')}/accept`, { version });
      await send(api, 'PATCH', '/workspace', { closed_through: null });
    },
  },
  {
    does: 'submit a week, withdraw it, submit it again, have it approved and returned',
    types: [
      ['week.submitted', 'changed'],
      ['week.withdrawn', 'changed'],
      ['week.submitted', 'changed'],
      ['week.approved', 'changed'],
      ['week.returned', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const week = { starts_on: '2026-03-02' };
      const of = { user_id: owner.actor.userId, ...week };
      await send(api, 'POST', '/weeks/submit', week);
      await send(api, 'POST', '/weeks/withdraw', week);
      const { week: submitted } = await send(api, 'POST', '/weeks/submit', week);
      const { total_ms } = submitted as { total_ms: number };
      await send(api, 'POST', '/weeks/approve', { ...of, total_ms });
      await send(api, 'POST', '/weeks/return', { ...of, comment: 'Wednesday is missing.' });
    },
  },
  {
    does: 'apply an import of a file, and undo it',
    types: [
      ['import.applied', 'made'],
      ['import.undone', 'gone'],
    ],
    by: 'session',
    act: async () => {
      const content = Buffer.from('start,end\n2026-02-02T08:00:00Z,2026-02-02T09:00:00Z').toString('base64');
      const body = { file_name: 'february.csv', content };
      const id = ((await send(api, 'POST', '/imports', body)).import as { id: string }).id;
      await send(api, 'POST', `/imports/${id}/preview`, {});
      const asWorker = { ...owner, requestId: 'audited' };
      for (const what of ['apply', 'undo']) {
        await send(api, 'POST', `/imports/${id}/${what}`, {});
        await continueImport(asWorker, id);
      }
    },
  },
  {
    does: 'request an export and cancel it',
    types: [
      ['export.requested', 'made'],
      ['export.canceled', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const created = await send(api, 'POST', '/reports/exports', { from: '2026-03-01', to: '2026-03-31' });
      await send(api, 'POST', `/reports/exports/${(created.export as { id: string }).id}/cancel`);
    },
  },
  {
    does: 'make a calendar address, replace it and revoke it',
    types: [
      ['calendar_feed.created', 'made'],
      ['calendar_feed.rotated', 'changed'],
      ['calendar_feed.revoked', 'gone'],
    ],
    by: 'session',
    act: async () => {
      for (let time = 0; time < 2; time += 1) {
        secrets.push((await replaceCalendarFeed(owner)).token);
        world.clock.advance(1_000);
      }
      await revokeCalendarFeed(owner);
    },
  },
  {
    does: 'split it',
    types: [
      ['timer.corrected', 'changed'],
      ['timer.corrected', 'made'],
    ],
    by: 'api_key',
    act: async () => void (await send(api, 'POST', `/timers/${timer}/split`, { at: '2026-03-09T08:15:00Z' })),
  },
  {
    does: 'merge another one into it',
    types: [
      ['timer.added', 'made'],
      ['timer.corrected', 'changed'],
      ['timer.corrected', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const timer_id = await add('2026-03-09T10:00:00Z', '2026-03-09T11:00:00Z');
      await send(api, 'POST', `/timers/${timer}/merge`, { timer_id });
    },
  },
  {
    does: 'edit a timer',
    types: [
      ['timer.started', 'made'],
      ['timer.edited', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      timer = await start(api);
      await send(api, 'PATCH', `/timers/${timer}`, { title: 'Other work' });
    },
  },
  {
    does: 'let it run into its cap',
    types: [['timer.completed', 'changed']],
    by: 'worker',
    act: async () => {
      world.clock.advance(25 * HOUR_MS);
      await transaction(systemCtx(world), (ctx) => completeTimer(ctx, timer));
    },
  },
  {
    does: 'confirm its time',
    types: [['timer.reviewed', 'changed']],
    by: 'api_key',
    act: async () => {
      await send(api, 'POST', `/timers/${timer}/review`);
    },
  },
  {
    does: 'get a question after six hours, snooze it, and answer',
    types: [
      ['timer.started', 'made'],
      ['timer.stale', 'made'],
      ['timer.snoozed', 'changed'],
      ['timer.answered', 'changed'],
    ],
    by: 'worker',
    act: async () => {
      timer = await start(api);
      world.clock.advance(6 * HOUR_MS);
      await transaction(systemCtx(world), (ctx) => askIfWorking(ctx, timer));
      const question = await openQuestion();
      await send(api, 'POST', `/timers/questions/${question}/snooze`);
      await send(api, 'POST', `/timers/questions/${question}/answer`, { action: 'keep' });
    },
  },
  {
    does: 'return to it, and remove the absence',
    types: [
      ['timer.away', 'made'],
      ['timer.corrected', 'changed'],
      ['timer.answered', 'changed'],
      ['timer.stopped', 'changed'],
    ],
    by: 'session',
    act: async () => {
      await heartbeat(owner, { idle_ms: 0 });
      world.clock.advance(HOUR_MS);
      await heartbeat(owner, { idle_ms: 0 });
      await send(api, 'POST', `/timers/questions/${await openQuestion()}/answer`, { action: 'trim_continue' });
      await send(api, 'POST', `/timers/${timer}/stop`);
    },
  },
  {
    does: 'count down, extend it, continue past the end, and stop',
    types: [
      ['timer.started', 'made'],
      ['timer.phase_started', 'made'],
      ['timer.phase_extended', 'changed'],
      ['timer.phase_overdue', 'changed'],
      ['timer.stopped', 'changed'],
      ['timer.phase_ended', 'changed'],
    ],
    by: 'worker',
    act: async () => {
      const plan = { type: 'countdown', duration_ms: HOUR_MS, at_work_end: 'overtime' };
      timer = (await send(api, 'POST', '/timers/start', { type: 'countdown', plan })).timer?.id ?? '';
      await send(api, 'POST', `/timers/${timer}/phase/extend`, {});
      world.clock.advance(2 * HOUR_MS);
      await transaction(systemCtx(world), (ctx) => advancePhase(ctx, timer));
      await send(api, 'POST', `/timers/${timer}/stop`);
    },
  },
  {
    does: 'create a project and a ticket',
    types: [
      ['project.created', 'made'],
      ['ticket.created', 'made'],
    ],
    by: 'api_key',
    act: async () => {
      await send(api, 'POST', '/projects', { name: 'Ours' });
      await send(api, 'POST', '/tickets', { key: 'API-412', title: 'Ticket' });
    },
  },
  {
    does: 'save a report, change and delete it',
    types: [
      ['saved_report.created', 'made'],
      ['saved_report.edited', 'changed'],
      ['saved_report.deleted', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      const { saved_report } = await send(api, 'POST', '/reports/saved', BODY_EXAMPLES.createSavedReport);
      await send(api, 'PATCH', `/reports/saved/${saved_report?.id}`, BODY_EXAMPLES.editSavedReport);
      await send(api, 'DELETE', `/reports/saved/${saved_report?.id}`);
    },
  },
  {
    does: 'share a report by link and revoke the link',
    types: [
      ['report_link.created', 'made'],
      ['report_link.revoked', 'gone'],
    ],
    by: 'session',
    act: async () => {
      const input = createReportLinkInput.parse(BODY_EXAMPLES.createReportLink);
      const { link, token } = await createReportLink(owner, input);
      secrets.push(token, link.passwordHash ?? '', input.password ?? '');
      await revokeReportLink(owner, link.id);
    },
  },
  {
    does: 'connect an issue tracker, change and disconnect it',
    types: [
      ['ticket_source.created', 'made'],
      ['ticket_source.edited', 'changed'],
      ['ticket_source.deleted', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      const created = await send(api, 'POST', '/ticket-sources', { provider: 'jira', name: 'Jira' });
      secrets.push(created.secret as string);
      await send(api, 'PATCH', `/ticket-sources/${created.ticket_source?.id}`, { name: 'Acme Jira' });
      await send(api, 'DELETE', `/ticket-sources/${created.ticket_source?.id}`);
    },
  },
  {
    does: 'push worklogs to an issue tracker, and no longer name the members',
    types: [
      ['ticket_source.created', 'made'],
      ['ticket_source.worklogs_edited', 'made'],
      ['ticket_source.worklogs_edited', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const created = await send(api, 'POST', '/ticket-sources', { provider: 'gitlab', name: 'GitLab' });
      const body = BODY_EXAMPLES.setWorklogs;
      source = created.ticket_source?.id ?? '';
      secrets.push(created.secret as string, body?.token as string);
      await send(api, 'PUT', `/ticket-sources/${source}/worklogs`, body);
      await send(api, 'PUT', `/ticket-sources/${source}/worklogs`, { ...body, names_author: false });
    },
  },
  {
    does: 'reject the token that worklogs are pushed with, retry, and remove them all',
    types: [
      ['ticket_source.worklogs_paused', 'changed'],
      ['ticket_source.worklogs_retried', 'changed'],
      ['ticket_source.worklogs_removed', 'changed'],
    ],
    by: 'worker',
    act: async () => {
      const expired = { reason: 'It expired.', triedAt: await world.clock.now() };
      await pauseWorklogs({ db: world.db, clock: world.clock, requestId: null }, source, expired);
      await send(api, 'POST', `/ticket-sources/${source}/worklogs/retry`, {});
      await send(api, 'POST', `/ticket-sources/${source}/worklogs/remove`, {});
    },
  },
  {
    does: 'edit, archive, restore and pin a ticket, and a project',
    types: [
      ['ticket.edited', 'changed'],
      ['ticket.archived', 'changed'],
      ['ticket.restored', 'changed'],
      ['ticket.pinned', 'changed'],
      ['ticket.unpinned', 'changed'],
      ['project.created', 'made'],
      ['project.edited', 'changed'],
      ['project.archived', 'changed'],
      ['project.restored', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      await send(api, 'PATCH', '/tickets/API-412', { title: 'Another title' });
      for (const verb of ['archive', 'restore', 'pin', 'unpin']) {
        await send(api, 'POST', `/tickets/api-412/${verb}`, {});
      }
      const { project } = (await send(api, 'POST', '/projects', { name: 'Theirs' })) as { project: { id: string } };
      await send(api, 'PATCH', `/projects/${project.id}`, { name: 'Everybody’s' });
      for (const verb of ['archive', 'restore']) await send(api, 'POST', `/projects/${project.id}/${verb}`, {});
    },
  },
  {
    does: 'create an alarm, reschedule and abort it',
    types: [
      ['alarm.created', 'made'],
      ['alarm.rescheduled', 'changed'],
      ['alarm.aborted', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const id = await alarm();
      await send(api, 'PATCH', `/alarms/${id}`, { delay: '2h' });
      await send(api, 'POST', `/alarms/${id}/abort`, {});
      timer = id;
    },
  },
  {
    does: 'replace one by its external id',
    types: [
      ['alarm.created', 'made'],
      ['alarm.replaced', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      for (const delay of ['1h', '2h']) {
        await send(api, 'POST', '/alarms', { ...hook, delay, external_id: 'draft-7', on_conflict: 'replace' });
      }
    },
  },
  {
    does: 'create several at once',
    types: [['alarm.created', 'made']],
    by: 'api_key',
    act: async () =>
      void (await send(api, 'POST', '/alarms/batch', {
        alarms: [1, 2].map(() => ({ delay: '1h', ...hook, name: 'One of several' })),
      })),
  },
  {
    does: 'abort what a filter finds',
    types: [['alarm.aborted', 'changed']],
    by: 'api_key',
    act: async () => void (await send(api, 'POST', '/alarms/abort', { name: 'One of several' })),
  },
  {
    does: 'schedule alarms, change, pause, resume and delete the schedule',
    types: [
      ['schedule.created', 'made'],
      ['alarm.created', 'made'],
      ['alarm.aborted', 'changed'],
      ['schedule.edited', 'changed'],
      ['alarm.created', 'made'],
      ['alarm.aborted', 'changed'],
      ['schedule.paused', 'changed'],
      ['schedule.resumed', 'changed'],
      ['alarm.created', 'made'],
      ['alarm.aborted', 'changed'],
      ['schedule.deleted', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      const body = { ...BODY_EXAMPLES.createSchedule, headers: { authorization: 'Bearer of-a-schedule' } };
      const { schedule } = await send(api, 'POST', '/schedules', body);
      secrets.push('of-a-schedule');
      const path = `/schedules/${(schedule as { id: string }).id}`;
      await send(api, 'PATCH', path, BODY_EXAMPLES.editSchedule);
      await send(api, 'POST', `${path}/pause`, {});
      await send(api, 'POST', `${path}/resume`, {});
      await send(api, 'DELETE', path);
    },
  },
  {
    does: 'limit, pause and free delivery to an origin',
    types: [
      ['receiver.created', 'made'],
      ['receiver.edited', 'changed'],
      ['receiver.deleted', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      const { receiver } = await send(api, 'POST', '/receivers', BODY_EXAMPLES.createReceiver);
      const path = `/receivers/${(receiver as { id: string }).id}`;
      await send(api, 'PATCH', path, BODY_EXAMPLES.editReceiver);
      await send(api, 'DELETE', path);
    },
  },
  {
    does: 'connect a message broker, pause it with another URL, and disconnect it',
    types: [
      ['broker.created', 'made'],
      ['broker.edited', 'changed'],
      ['broker.deleted', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      const body = { ...BODY_EXAMPLES.createBroker, url: 'rediss://timers:of-a-broker@redis.example.com' };
      const { broker } = await send(api, 'POST', '/brokers', body);
      secrets.push('of-a-broker');
      const path = `/brokers/${(broker as { id: string }).id}`;
      await send(api, 'PATCH', path, { url: `${body.url}:6380`, paused: true });
      await send(api, 'DELETE', path);
    },
  },
  {
    does: 'redrive it',
    types: [['alarm.redriven', 'changed']],
    by: 'api_key',
    act: async () => void (await send(api, 'POST', `/alarms/${timer}/redrive`, {})),
  },
  {
    does: 'let alarms fire, be delivered and fail, with a subscribed endpoint',
    types: [
      ['endpoint.created', 'made'],
      ['alarm.created', 'made'],
      ['alarm.fired', 'changed'],
      ['alarm.created', 'made'],
      ['alarm.delivered', 'changed'],
      ['alarm.created', 'made'],
      ['alarm.dead', 'changed'],
    ],
    by: 'worker',
    act: async () => {
      const { workspaceId } = owner.actor;
      const dueUs = (await world.clock.now()).getTime() * MS_US;
      await engine.subscribe(owner, { event_types: ['alarm.delivered'] });
      await engine.add({ workspaceId, dueUs, url: null, settings: { output_mode: 'event' } });
      await engine.fire(1);
      await engine.add({ workspaceId, dueUs });
      await engine.fire(1);
      await engine.add({ workspaceId, dueUs });
      // And deliveries to the endpoint, which have no events.
      await engine.fire(2, () => responding(410));
    },
  },
  {
    does: 'rotate the webhook secret',
    types: [['webhook_secret.rotated', 'changed']],
    by: 'api_key',
    act: async () => void (await send(api, 'POST', '/webhook-secrets/rotate', {})),
  },
  {
    does: 'get a notification',
    types: [['notification.created', 'made']],
    by: 'worker',
    act: async () => {
      const { workspaceId, userId } = owner.actor;
      const data = { timer_id: newId(), label: 'API-412', elapsed_seconds: 21_600 };
      await notify(systemCtx(world), { workspaceId, userId, kind: 'long_run', fact: 'asked', data });
    },
  },
  {
    does: 'find that no worker is running, and that one is back',
    types: [
      ['operations.alert_opened', 'made'],
      ['notification.created', 'made'],
      ['operations.alert_closed', 'changed'],
      ['notification.read', 'changed'],
      ['notification.created', 'made'],
    ],
    by: 'worker',
    act: async () => {
      const ctx = systemCtx(world);
      const watch = { checks: new CheckHistory(HOUR_MS), limits: NO_LIMITS, canaryWorkspace: newId() };
      watch.checks.recordCheck(await world.clock.now());
      world.clock.advance(HOUR_MS);
      await watchOperations(ctx, watch);
      // A check history that has just started misses no worker.
      await watchOperations(ctx, { ...watch, checks: new CheckHistory(1) });
      world.clock.advance(HOUR_MS);
      await watchOperations(ctx, { ...watch, checks: new CheckHistory(1) });
    },
  },
  {
    does: 'mark that read, and all',
    types: [
      ['notification.read', 'changed'],
      ['notification.created', 'made'],
      ['notification.read', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const newest = async () =>
        ((await send(api, 'GET', '/notifications')) as { notifications: { id: string }[] }).notifications[0]?.id;
      await send(api, 'POST', `/notifications/${await newest()}/read`, {});
      const { workspaceId, userId } = owner.actor;
      const data = { timer_id: newId(), label: '', elapsed_seconds: 28_800 };
      await notify(systemCtx(world), { workspaceId, userId, kind: 'long_run', fact: 'asked again', data });
      await send(api, 'POST', '/notifications/read', { up_to: await newest() });
    },
  },
  {
    does: 'choose notification channels and devices',
    types: [
      ['notification.preferences_edited', 'changed'],
      ['push_subscription.created', 'made'],
      ['push_subscription.deleted', 'gone'],
    ],
    by: 'session',
    act: async () => {
      const here = await signedIn(leo);
      await setPreferences(here, { channels: {}, quiet_hours: { from: '22:00', to: '07:00' } });
      const { endpoint, p256dh, auth } = BODY_EXAMPLES.addPushSubscription as PushSubscriptionInput;
      const { id } = await addPushSubscription(here, { endpoint, p256dh, auth });
      secrets.push(endpoint, auth);
      await removePushSubscription(here, id);
    },
  },
  {
    does: 'subscribe an endpoint',
    types: [['endpoint.created', 'made']],
    by: 'api_key',
    act: async () => {
      endpoint = (await subscribe()).endpoint?.id ?? '';
    },
  },
  {
    does: 'change it, disable it, enable it',
    types: [
      ['endpoint.edited', 'changed'],
      ['endpoint.disabled', 'changed'],
      ['endpoint.enabled', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      for (const change of [{ description: 'New' }, { enabled: false }, { enabled: true }]) {
        await send(api, 'PATCH', `/endpoints/${endpoint}`, change);
      }
    },
  },
  {
    does: 'rotate its secret, delete it',
    types: [
      ['endpoint.secret_rotated', 'changed'],
      ['endpoint.deleted', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      await send(api, 'POST', `/endpoints/${endpoint}/rotate-secret`, {});
      await send(api, 'DELETE', `/endpoints/${endpoint}`);
    },
  },
  {
    does: 'make an API key, rename it and revoke it',
    types: [
      ['api_key.created', 'made'],
      ['api_key.edited', 'changed'],
      ['api_key.revoked', 'gone'],
    ],
    by: 'session',
    act: async () => {
      const created = await createApiKey(owner, { name: 'CI', scopes: ['timers:read'], expires_in_days: 30 });
      secrets.push(created.secret);
      key = created.key.id;
      await editApiKey(owner, { id: key, ifMatch: null }, { name: 'CI runner' });
      await revokeApiKey(owner, { id: key });
    },
  },
  {
    does: 'change the own settings',
    types: [['account.edited', 'changed']],
    by: 'session',
    act: async () => void (await editSettings(leo, { name: 'Leopold' })),
  },
  {
    does: 'change the workspace',
    types: [['workspace.edited', 'changed']],
    by: 'api_key',
    act: async () => void (await send(api, 'PATCH', '/workspace', { name: 'Acme and sons' })),
  },
  {
    does: 'invite someone and revoke the invitation',
    types: [
      ['invitation.created', 'made'],
      ['invitation.revoked', 'changed'],
    ],
    by: 'api_key',
    act: async () => {
      const created = (await send(api, 'POST', '/invitations', { role: 'member' })) as { invitation: { id: string } };
      await send(api, 'DELETE', `/invitations/${created.invitation.id}`);
    },
  },
  {
    does: 'invite a person who accepts',
    types: [
      ['invitation.created', 'made'],
      ['member.joined', 'made'],
    ],
    by: 'api_key',
    act: async () => {
      const created = (await send(api, 'POST', '/invitations', { role: 'member' })) as { url: string };
      const guest = await world.member();
      invited = guest.actor.userId;
      await acceptInvitation(guest, created.url.split('/').at(-1) ?? '');
    },
  },
  {
    does: 'give that person another role, disable, enable and remove them',
    types: [
      ['member.edited', 'changed'],
      ['member.disabled', 'changed'],
      ['member.enabled', 'changed'],
      ['member.removed', 'gone'],
    ],
    by: 'api_key',
    act: async () => {
      for (const change of [{ role: 'admin' }, { disabled: true }, { disabled: false }]) {
        await send(api, 'PATCH', `/members/${invited}`, change);
      }
      await send(api, 'DELETE', `/members/${invited}`);
    },
  },
  {
    does: 'transfer ownership',
    types: [['workspace.transferred', 'changed']],
    by: 'session',
    act: async () => void (await transferOwnership(owner, { user_id: ida.actor.userId })),
  },
  {
    does: 'leave',
    types: [['member.left', 'gone']],
    by: 'session',
    act: async () => void (await leaveWorkspace(leo, { workspace_id: leo.actor.workspaceId })),
  },
  {
    does: 'create another workspace',
    types: [['workspace.created', 'made']],
    by: 'session',
    act: async () => void (await createWorkspace(await signedIn(ida), { name: 'Second' })),
  },
  {
    does: 'switch to another workspace',
    types: [['session.switched', 'made']],
    by: 'session',
    act: async () => {
      const { workspaceId } = (await world.member({ userId: ida.actor.userId })).actor;
      await switchWorkspace(await signedIn(ida), { workspace_id: workspaceId });
    },
  },
  {
    does: 'change one’s password',
    types: [['account.password_changed', 'made']],
    by: 'session',
    act: async () => {
      const member = await world.member();
      await world.db.user.update({
        where: { id: member.actor.userId },
        data: { passwordHash: await hashPassword(PASSWORD) },
      });
      const chosen = 'another horse battery staple';
      await changePassword(await signedIn(member), { current_password: PASSWORD, new_password: chosen });
      secrets.push(PASSWORD, chosen);
    },
  },
  {
    does: 'sign up',
    types: [['account.created', 'made']],
    by: 'worker',
    act: async () => {
      const person = { email: 'new@example.com', name: 'New', password: PASSWORD, time_zone: 'Europe/Berlin' };
      await createAccount({ ...world, signUp: 'open' }, { ...person, workspace_name: 'New' });
      secrets.push(PASSWORD);
    },
  },
  {
    does: 'sign in and out',
    types: [
      ['session.created', 'made'],
      ['session.revoked', 'gone'],
    ],
    by: 'session',
    act: async () => endSession(world, await startSession(world, { userId: owner.actor.userId, device, days: 30 })),
  },
  {
    does: 'sign out other devices',
    types: [
      ['session.created', 'made'],
      ['session.revoked', 'gone'],
    ],
    by: 'session',
    act: async () => {
      await startSession(world, { userId: owner.actor.userId, device, days: 30 });
      await revokeOtherSessions(owner);
    },
  },
];

/** With a session that is in the table. */
async function signedIn(ctx: Ctx): Promise<Ctx> {
  const { sid } = await startSession(world, { userId: ctx.actor.userId, device, days: 30 });
  await fresh();
  return { ...ctx, actor: { ...ctx.actor, credential: { kind: 'session', sessionId: sid } } };
}

const shapeOf = ({ before, after }: Row['data']): Shape => {
  if (!before && !after) return 'as it was';
  if (!before) return 'made';
  return after ? 'changed' : 'gone';
};

describe('every change is in the feed with its author and the values before and after', () => {
  test.each(ACTS)('$does', async ({ types, by, act }) => {
    await fresh();
    await act();
    const rows = await fresh();
    expect(rows.map(({ type, data }) => [type, shapeOf(data)])).toEqual(types);
    for (const { actor, request_id, data } of rows) {
      expect(actor).toEqual(
        actor.kind === 'worker'
          ? { kind: 'worker', id: expect.any(String) }
          : { kind: actor.kind, id: expect.any(String), user_id: expect.any(String) },
      );
      if (actor.kind === 'api_key') expect(request_id).toBe('audited');
      expect(JSON.stringify(data.before)).not.toBe(JSON.stringify(data.after) ?? '');
    }
    expect(rows.map(({ actor }) => actor.kind)).toContain(by);
    const ofAlarms = rows.flatMap(({ type, data: { alarm } }) => (alarm ? [{ type, alarm }] : []));
    for (const { type, alarm } of ofAlarms) expect(fieldsOf(alarm)).toEqual(fieldsOf(exampleOf(type).alarm));
    await expectAsTheApiShows(new Map(ofAlarms.map(({ alarm }) => [alarm.id, alarm])));
    await expectTimersAsTheApiShows(rows.flatMap(({ data }) => data.timer ?? []));
  });

  test('the fields of timers and alarms in events are documented for GET, with the same types', () => {
    for (const { type, example } of EVENT_CATALOG) {
      const { alarm, timer } = (example as { data: { alarm?: object; timer?: EventTimer } }).data;
      if (alarm) expect([type, misfits(alarm, 'Alarm')]).toEqual([type, []]);
      if (timer) expect([type, misfits(withoutCount(timer), 'Timer')]).toEqual([type, []]);
    }
  });
});

const fieldsOf = (thing: object) => Object.keys(thing).sort();
const exampleOf = (wanted: EventType) => {
  const entry = EVENT_CATALOG.find(({ type }) => type === wanted) as CatalogEntry;
  return (entry.example as { data: { alarm: object } }).data;
};

/** The last events of the alarms match what the API now returns. */
async function expectAsTheApiShows(alarms: ReadonlyMap<string, object>): Promise<void> {
  for (const [id, events] of alarms) {
    const { alarm, nowUs } = await getAlarm(owner, id);
    expect(alarmJson(alarm, nowUs, null)).toMatchObject(events);
    expect(events).toMatchObject({ status: alarm.status, version: alarm.version, external_id: alarm.externalId });
  }
}

const withoutCount = ({ span_count: _count, ...fields }: EventTimer) => fields;

/** The fields that a schema of the document does not have, or with other values. */
function misfits(thing: object, schema: 'Alarm' | 'Timer'): string[] {
  const documented = (DOCUMENT.components.schemas[schema]?.properties ?? {}) as Record<string, Schema>;
  return Object.entries(thing).flatMap(([name, value]) => {
    const property = documented[name];
    return property && parserOf(property).safeParse(value).success ? [] : [name];
  });
}

/**
 * Timers in events have the fields of `GET /timers/{id}`: all but its spans and phases where they show the whole timer,
 * and the last one its values.
 */
async function expectTimersAsTheApiShows(timers: readonly EventTimer[]): Promise<void> {
  for (const shown of timers) expect(misfits(withoutCount(shown), 'Timer')).toEqual([]);
  const last = new Map(timers.filter(({ span_count }) => span_count !== undefined).map((shown) => [shown.id, shown]));
  for (const [id, shown] of last) {
    const { timer, now } = await getTimer(owner, id);
    const { spans, cycles: _cycles, ...facts } = timerJson(timer, now);
    expect(shown).toEqual({ ...facts, span_count: spans.length });
  }
}

test('instants in events are RFC 3339 in UTC, and durations have a unit in their names', async () => {
  const { rows } = await world.database.pool.query<Row>('select type, data from events');
  const instants: string[] = [];
  const numbers = new Set<string>();
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'number') numbers.add(name);
    else if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value)) instants.push(value);
    else if (Array.isArray(value)) for (const one of value) look(one, name);
    else for (const [key, one] of Object.entries(value ?? {})) if (typeof value === 'object') look(one, key);
  };
  for (const { type, data } of rows) look(data, type);
  expect(instants.length).toBeGreaterThan(100);
  expect(instants.filter((text) => !/^[\d-]{10}T[\d:]{8}\.(?:\d{3}|\d{6})Z$/.test(text))).toEqual([]);
  // Settings in hours, minutes and days have these units in their names; other numbers are counts.
  const measured = [...numbers].filter((name) => !/_(?:ms|seconds|minutes|days)$|^seconds$/.test(name)).sort();
  expect(measured).toEqual(COUNTED);
});

test('every event type is covered by the cases above', () => {
  const written = new Set(ACTS.flatMap(({ types }) => types.map(([type]) => type)));
  // A resend changes nothing: lib/webhooks/deliveries.
  expect(EVENT_TYPES.filter((type) => !written.has(type))).toEqual(['endpoint.resent']);
});

test('no event holds a secret', async () => {
  const { rows } = await world.database.pool.query<{ text: string }>(
    'select (data::text || actor::text) as text from events',
  );
  const all = rows.map(({ text }) => text).join('\n');
  expect(secrets.length).toBeGreaterThanOrEqual(6);
  for (const secret of [...secrets, 'header-secret-value']) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/\$argon2|password|secret_hash|token_hash|"(?:secret|token|hash)":/i);
});

test('every event is the same in the audit log, on the page and as CSV, once it is cut', async () => {
  const reader = { style: styleOf('Europe/Berlin'), today: '2026-03-20' };
  const read = async () => {
    const rows = await world.db.$queryRaw<EventRow[]>`select ${EVENT_COLUMNS} from events e order by id`;
    return rows.map(eventOf).map((event) => ({
      type: event.type,
      line: formatAuditEvent(eventJson(event), reader),
      csv: csvLine(event, new Map()),
    }));
  };
  const whole = await read();
  const { rowCount } = await world.database.pool.query(
    'update events set data = event_audit_data(data) where data <> event_audit_data(data)',
  );
  expect(rowCount).toBeGreaterThan(0);
  expect(await read()).toEqual(whole);
});

test('null values are kept when events are cut, whether null before or after the change', async () => {
  const events = { before: null, after: null, removed: null, note: null, timer: null };
  const { rows } = await world.database.pool.query('select event_audit_data($1) as data', [events]);
  expect(rows).toEqual([{ data: { before: null, after: null, removed: null, note: null } }]);
});
