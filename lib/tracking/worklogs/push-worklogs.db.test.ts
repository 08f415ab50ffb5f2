import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { receiveDelivery } from '#/lib/tracking/ticket-sources/receive-delivery.ts';
import type { CreateTicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import { pushWorklogs } from '#/lib/tracking/worklogs/push-worklogs.ts';
import type { TrackerCalls } from '#/lib/tracking/worklogs/tracker.ts';
import type { WorklogTracker } from '#/lib/tracking/worklogs/worklog.ts';
import type { WorklogsResponseJson } from '#/lib/tracking/worklogs/worklog-schemas.ts';
import { callsWithin } from '#/lib/webhooks/sending/guarded-calls.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { gitlabIssue, jiraIssue } from '#/test/tracking/issues.fixture.ts';
import { type StoredWorklog, type TestTracker, testTracker } from '#/test/tracking/tracker.ts';
import { testWorld, type World } from '#/test/world.ts';

/** A Monday noon in Berlin. */
const START = new Date('2026-03-09T11:00:00Z');
const DEBOUNCE_MS = 30 * SECOND_MS;

let world: World;
let calls: TrackerCalls;
const closing: (() => void)[] = [];

beforeAll(async () => {
  world = await testWorld();
  // The service's own request limit is shorter than a busy machine may need.
  calls = callsWithin(MINUTE_MS);
});
beforeEach(() => world.clock.set(START));
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  // Each pass serves all sources: disable those of finished tests.
  await world.database.pool.query("update worklog_settings set state = 'off'");
});

type Span = { started_at: string; ended_at: string };
const span = (from: string, to: string): Span => ({ started_at: `2026-03-${from}:00Z`, ended_at: `2026-03-${to}:00Z` });
const MORNING = span('09T12:00', '09T13:30');

type Connected = {
  maya: Ctx;
  api: ApiClient;
  tracker: TestTracker;
  sourceId: string;
  secret: string;
  keys: [string, string];
  issues: [string, string];
};

/** A tracker with two issues that have tickets, and worklogs switched on. */
async function connected(kind: WorklogTracker, options: object = {}, timeZone = 'Europe/Berlin'): Promise<Connected> {
  const maya = await world.member({ timeZone });
  const api = await apiFor(world, maya);
  const tracker = await testTracker(kind);
  closing.push(tracker.close);
  const provider = kind === 'gitlab' ? 'gitlab' : 'jira';
  const { body } = await api<CreateTicketSourceJson>('POST', '/ticket-sources', { provider, name: 'Tracker' });
  const { ticket_source, secret } = body;
  const sourceId = ticket_source.id;
  const result = { maya, api, tracker, sourceId, secret };
  const issues: [string, string] = kind === 'gitlab' ? ['issue:301', 'issue:302'] : ['10412', '10413'];
  const keys: [string, string] =
    kind === 'gitlab' ? ['acme/tools/api#23', 'acme/tools/api#24'] : ['API-412', 'API-413'];
  await notifyChange(result, kind === 'gitlab' ? gitlabIssue() : jiraIssue());
  const second =
    kind === 'gitlab'
      ? gitlabIssue({ id: 302, iid: 24 })
      : jiraIssue({}, { issue: { ...jiraIssue().issue, id: '10413', key: 'API-413' } });
  await notifyChange(result, second);
  for (const issue of issues) tracker.issues.add(issue);
  const settings = {
    enabled: true,
    tracker: kind,
    base_url: tracker.url,
    token: tracker.token,
    ...(kind === 'jira_cloud' && { email: tracker.email }),
    ...options,
  };
  const set = await api<WorklogsResponseJson>('PUT', `/ticket-sources/${sourceId}/worklogs`, settings);
  expect(set).toMatchObject({ status: 200, body: { worklogs: { state: 'on' } } });
  return { ...result, keys, issues };
}

async function notifyChange(
  { sourceId, secret }: { sourceId: string; secret: string },
  payload: object,
): Promise<void> {
  const { createHmac } = await import('node:crypto');
  const body = Buffer.from(JSON.stringify(payload));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = new Headers({ 'x-gitlab-token': secret, 'x-hub-signature': `sha256=${signature}` });
  await receiveDelivery({ db: world.db, clock: world.clock, requestId: null }, sourceId, { headers, body });
}

type Change = { status: number; body: { timer: { id: string; version: number } } };

async function record({ api, keys }: Connected, spans: Span[] = [MORNING], body: object = {}): Promise<string> {
  // Recorded once it has ended.
  const last = spans.at(-1)?.ended_at ?? '';
  if (Date.parse(last) > (await world.clock.now()).getTime()) world.clock.set(new Date(last));
  const result = await api<Change['body']>('POST', '/timers', { ticket_key: keys[0], title: 'Limits', spans, ...body });
  expect(result.status).toBe(201);
  return result.body.timer.id;
}

const system = () => ({ db: world.db, clock: world.clock, requestId: null });
/** One pass, after changes have settled. */
async function push(by: TrackerCalls = calls): Promise<void> {
  world.clock.advance(DEBOUNCE_MS);
  await pushWorklogs(system(), by);
}

const shown = ({ tracker }: Connected) =>
  tracker.worklogs.map(({ issueId, startedAt, seconds }) => [issueId, startedAt.slice(5, 16), seconds / 60]);
const state = async ({ api, sourceId }: Connected) =>
  (await api<WorklogsResponseJson>('GET', `/ticket-sources/${sourceId}/worklogs`)).body.worklogs;

describe.each(['jira_cloud', 'jira_data_center', 'gitlab'] as const)('worklogs pushed to %s', (kind) => {
  test('are one for each session and local day, and no more requests are sent when nothing changes', async () => {
    const at = await connected(kind);
    // 23:00 to 01:30 in Berlin: an hour on the first day, an hour and a half on the next.
    await record(at, [span('09T22:00', '10T00:30')]);
    await push();
    expect(shown(at)).toEqual([
      [at.issues[0], '03-09T22:00', 60],
      [at.issues[0], '03-09T23:00', 90],
    ]);
    expect(at.tracker.worklogs[0]?.text).toMatch(/^Maya: Limits/);
    at.tracker.requests = [];
    await push();
    expect(at.tracker.requests).toEqual([]);
    expect(await state(at)).toMatchObject({ state: 'on', counts: { pushed: 2, waiting: 0, failed: 0 }, failures: [] });
  });

  test('have the new title of a session, and no duplicates', async () => {
    const at = await connected(kind);
    const id = await record(at);
    await push();
    await at.api('PATCH', `/timers/${id}`, { title: 'Retry-After' });
    await push();
    expect(at.tracker.worklogs.map(({ text }) => text.replace(/ \[.*/, ''))).toEqual(['Maya: Retry-After']);
  });

  test.each(['lost', 502, 'cut'] as const)(
    'are created once when the response to the first attempt is %s',
    async (fault) => {
      const at = await connected(kind);
      await record(at);
      at.tracker.faults = [fault];
      await push();
      expect(await state(at)).toMatchObject({ counts: { pushed: 0, waiting: 1 } });
      // No retry before its time.
      at.tracker.requests = [];
      await push();
      expect(at.tracker.requests).toEqual([]);
      world.clock.advance(MINUTE_MS);
      await push();
      expect(shown(at)).toEqual([[at.issues[0], '03-09T12:00', 90]]);
      expect(await state(at)).toMatchObject({ counts: { pushed: 1, waiting: 0 } });
    },
  );

  test('are found again among others if the session was changed meanwhile', async () => {
    const at = await connected(kind);
    const id = await record(at);
    for (const text of ['One', 'Two', 'Three']) {
      const other = { issueId: at.issues[0], startedAt: '2026-03-09T09:00:00.000Z', seconds: 60, text, marked: null };
      at.tracker.worklogs.push({ id: `gid://gitlab/Timelog/${text}`, ...other });
    }
    at.tracker.faults = ['lost'];
    await push();
    await at.api('PUT', `/timers/${id}/spans`, { spans: [span('09T12:00', '09T12:20')] });
    world.clock.advance(MINUTE_MS);
    await push();
    expect(shown(at).filter(([, startedAt]) => startedAt !== '03-09T09:00')).toEqual([
      [at.issues[0], '03-09T12:00', 20],
    ]);
  });
});

/** Data Center differs from Cloud by its credentials and its marker. */
describe.each(['jira_cloud', 'gitlab'] as const)('worklogs pushed to %s', (kind) => {
  const CHANGES: [string, (at: Connected, id: string) => Promise<unknown>, [number, string, number][], string][] = [
    [
      'corrected',
      ({ api }, id) => api('PUT', `/timers/${id}/spans`, { spans: [span('09T12:10', '09T12:40')] }),
      [[0, '03-09T12:10', 30]],
      'PUT 0',
    ],
    [
      'moved to the next day',
      ({ api }, id) => {
        world.clock.set('2026-03-10T15:00:00Z');
        return api('PUT', `/timers/${id}/spans`, { spans: [span('10T12:00', '10T13:00')] });
      },
      [[0, '03-10T12:00', 60]],
      'DELETE 0, POST 0',
    ],
    ['discarded', ({ api }, id) => api('POST', `/timers/${id}/discard`), [], 'DELETE 0'],
    [
      'moved to another ticket',
      ({ api, keys }, id) => api('PATCH', `/timers/${id}`, { ticket_key: keys[1] }),
      [[1, '03-09T12:00', 90]],
      'DELETE 0, POST 1',
    ],
    ['moved to no ticket', ({ api }, id) => api('PATCH', `/timers/${id}`, { ticket_key: null }), [], 'DELETE 0'],
    [
      'moved to a ticket of no tracker',
      ({ api }, id) => api('PATCH', `/timers/${id}`, { ticket_key: 'OPS-1', create_ticket: true }),
      [],
      'DELETE 0',
    ],
    ['deleted', (_at, id) => world.db.timer.deleteMany({ where: { id } }), [], 'DELETE 0'],
  ];

  test.each(CHANGES)('follow a session that is %s', async (_what, change, expected, calls) => {
    const at = await connected(kind);
    const id = await record(at);
    await push();
    expect(shown(at)).toEqual([[at.issues[0], '03-09T12:00', 90]]);
    const response = (await change(at, id)) as Partial<Change>;
    expect([200, 201, undefined]).toContain(response?.status);
    at.tracker.requests = [];
    await push();
    // GitLab can't edit time spent.
    const written = kind === 'gitlab' ? calls.replace('PUT 0', 'DELETE 0, POST 0') : calls;
    // The owner is looked up before each change.
    const requests = written.replace(/(PUT|DELETE) 0/, 'GET 0, $1 0');
    expect(at.tracker.requests.join(', ')).toBe(requests.replace(/\d/g, (issue) => at.issues[Number(issue) as 0 | 1]));
    expect(shown(at)).toEqual(expected.map(([issue, ...rest]) => [at.issues[issue as 0 | 1], ...rest]));
  });

  test('are not created again when a worker died before it could record them', async () => {
    const at = await connected(kind);
    await record(at);
    const dying: TrackerCalls = {
      ...calls,
      send: async (request) => {
        await calls.send(request);
        throw new Error('killed');
      },
    };
    await push(dying);
    expect(shown(at)).toHaveLength(1);
    // The request may still be in flight: other workers leave it alone for a minute.
    at.tracker.requests = [];
    await pushWorklogs(system(), calls);
    expect(at.tracker.requests).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await push();
    expect(shown(at)).toEqual([[at.issues[0], '03-09T12:00', 90]]);
    expect(await state(at)).toMatchObject({ counts: { pushed: 1, waiting: 0 } });
  });

  test('are created once by two concurrent workers', async () => {
    const at = await connected(kind);
    await record(at, [span('09T22:00', '10T00:30')]);
    world.clock.advance(DEBOUNCE_MS);
    await Promise.all([1, 2, 3].map(() => pushWorklogs(system(), calls)));
    await push();
    expect(shown(at)).toEqual([
      [at.issues[0], '03-09T22:00', 60],
      [at.issues[0], '03-09T23:00', 90],
    ]);
    expect(at.tracker.requests).toEqual([`POST ${at.issues[0]}`, `POST ${at.issues[0]}`]);
  });

  test('wait for as long as the tracker requests', async () => {
    const at = await connected(kind);
    await record(at);
    Object.assign(at.tracker, { faults: [429], retryAfter: '600' });
    await push();
    at.tracker.requests = [];
    world.clock.advance(9 * MINUTE_MS);
    await push();
    expect(at.tracker.requests).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await push();
    expect(shown(at)).toHaveLength(1);
  });

  test('are paused when the token is rejected, notify admins once, and continue with another token', async () => {
    const at = await connected(kind);
    const token = at.tracker.token;
    await record(at);
    at.tracker.token = 'another-token-now';
    await push();
    await push();
    expect(await state(at)).toMatchObject({ state: 'paused', paused_reason: expect.stringContaining('401') });
    const { rows } = await world.database.pool.query(
      `select data->>'kind' as kind, data->'data'->>'name' as name from pgboss.job
       where name = 'write-notice' and data->>'workspaceId' = $1`,
      [at.maya.actor.workspaceId],
    );
    expect(rows).toEqual([{ kind: 'worklogs_paused', name: 'Tracker' }]);
    const settings = { enabled: true, tracker: kind, base_url: at.tracker.url, token: 'another-token-now' };
    const email = kind === 'jira_cloud' ? { email: at.tracker.email } : {};
    const set = await at.api<WorklogsResponseJson>('PUT', `/ticket-sources/${at.sourceId}/worklogs`, {
      ...settings,
      ...email,
    });
    expect(set.body.worklogs.state).toBe('on');
    expect(JSON.stringify(set.body)).not.toContain(token);
    await push();
    expect(shown(at)).toHaveLength(1);
  });

  test.each([
    ['one issue only', [403], 'on', 1],
    ['anything', [403, 403], 'paused', 0],
  ] as const)('are paused by a 403 only where the token may not do %s', async (_what, faults, expected, failed) => {
    const at = await connected(kind);
    await record(at);
    at.tracker.faults = [...faults];
    await push();
    expect(await state(at)).toMatchObject({ state: expected, counts: { failed } });
    await at.api('POST', `/ticket-sources/${at.sourceId}/worklogs/retry`, {});
    await push();
    expect(shown(at)).toHaveLength(1);
  });

  test('are neither doubled nor lost while their issue can’t be seen', async () => {
    const at = await connected(kind);
    const id = await record(at);
    await push();
    at.tracker.issues.clear();
    await at.api('PATCH', `/timers/${id}`, { title: 'Again' });
    await push();
    expect(await state(at)).toMatchObject({ counts: { failed: 1 } });
    await at.api('POST', `/timers/${id}/discard`);
    await push();
    expect(await state(at)).toMatchObject({ counts: { failed: 1 } });
    for (const issue of at.issues) at.tracker.issues.add(issue);
    await at.api('POST', `/ticket-sources/${at.sourceId}/worklogs/retry`, {});
    await push();
    expect(shown(at)).toEqual([]);
    expect(await state(at)).toMatchObject({ counts: { pushed: 0, waiting: 0, failed: 0 } });
  });

  test('are not doubled when their issue can’t be seen after a response was lost', async () => {
    const at = await connected(kind);
    await record(at);
    at.tracker.faults = ['lost'];
    await push();
    at.tracker.issues.clear();
    world.clock.advance(MINUTE_MS);
    await push();
    expect(await state(at)).toMatchObject({ counts: { failed: 1 } });
    for (const issue of at.issues) at.tracker.issues.add(issue);
    await at.api('POST', `/ticket-sources/${at.sourceId}/worklogs/retry`, {});
    await push();
    expect(shown(at)).toHaveLength(1);
  });

  test('of others are left alone, even if their id is known here', async () => {
    const at = await connected(kind);
    const id = await record(at);
    await push();
    const other = { ...at.tracker.worklogs[0], text: 'By hand', marked: null } as StoredWorklog;
    at.tracker.worklogs = [other];
    await at.api('PATCH', `/timers/${id}`, { title: 'Again' });
    await push();
    await at.api('POST', `/timers/${id}/discard`);
    await push();
    expect(at.tracker.worklogs).toEqual([other]);
    expect((await state(at)).failures[0]?.error).toMatch(/marker/);
  });

  test('of another URL are dropped only on request, and others’ worklogs there are left alone', async () => {
    const at = await connected(kind);
    const id = await record(at);
    await push();
    const before = await state(at);
    const elsewhere = await testTracker(kind);
    closing.push(elsewhere.close);
    for (const issue of at.issues) elsewhere.issues.add(issue);
    const outsider = { ...at.tracker.worklogs[0], text: 'A stranger’s', marked: null } as StoredWorklog;
    elsewhere.worklogs = [outsider];
    const email = kind === 'jira_cloud' ? { email: elsewhere.email } : {};
    const account = { tracker: kind, base_url: elsewhere.url, token: elsewhere.token, ...email };
    const settings = { enabled: true, from_date: '2026-01-01', ...account };
    const path = `/ticket-sources/${at.sourceId}/worklogs`;
    expect(await at.api('PUT', path, settings)).toMatchObject({ status: 409, body: { code: 'worklogs_pushed' } });
    expect(await state(at)).toEqual(before);
    world.clock.advance(MINUTE_MS);
    const set = await at.api<WorklogsResponseJson>('PUT', path, { ...settings, keep_pushed: true });
    expect(set).toMatchObject({
      status: 200,
      body: { worklogs: { state: 'on', counts: { pushed: 0, waiting: 0, failed: 0 } } },
    });
    await push();
    expect(elsewhere.worklogs).toEqual([outsider]);
    await at.api('POST', `/timers/${id}/discard`);
    await push();
    expect(elsewhere.worklogs).toEqual([outsider]);
    expect(shown(at)).toHaveLength(1);
    await record(at, [span('10T12:00', '10T13:00')]);
    await push();
    expect(elsewhere.worklogs).toHaveLength(2);
  });

  test('that are rejected are given up, show why, and are attempted again on request', async () => {
    const at = await connected(kind);
    at.tracker.issues.clear();
    await record(at);
    await push();
    const failed = await state(at);
    expect(failed).toMatchObject({ state: 'on', counts: { failed: 1 }, failures: [{ ticket_key: at.keys[0] }] });
    expect(failed.failures[0]?.error).toMatch(/does not exist/i);
    at.tracker.requests = [];
    await push();
    expect(at.tracker.requests).toEqual([]);
    for (const issue of at.issues) at.tracker.issues.add(issue);
    await at.api('POST', `/ticket-sources/${at.sourceId}/worklogs/retry`, {});
    await push();
    expect(shown(at)).toHaveLength(1);
    expect(await state(at)).toMatchObject({ counts: { pushed: 1, failed: 0 }, failures: [] });
  });

  test('that were deleted at the tracker are created again when the session changes', async () => {
    const at = await connected(kind);
    const id = await record(at);
    await push();
    at.tracker.worklogs = [];
    await at.api('PATCH', `/timers/${id}`, { title: 'Again' });
    await push();
    expect(shown(at)).toEqual([[at.issues[0], '03-09T12:00', 90]]);
  });

  test('are all removed on request, and then pushing is off', async () => {
    const at = await connected(kind);
    await record(at, [span('09T22:00', '10T00:30')]);
    await push();
    const removing = await at.api<WorklogsResponseJson>('POST', `/ticket-sources/${at.sourceId}/worklogs/remove`, {});
    expect(removing.body.worklogs.state).toBe('removing');
    await push();
    expect(shown(at)).toEqual([]);
    expect(await state(at)).toMatchObject({ state: 'off', counts: { pushed: 0 } });
  });
});

describe('worklogs', () => {
  test('for a day on which the clocks change have its real length', async () => {
    const at = await connected('jira_cloud');
    // The night of 29 March in Berlin has no hour from two to three.
    await record(at, [span('28T22:00', '29T02:00')]);
    await push();
    expect(shown(at)).toEqual([
      [at.issues[0], '03-28T22:00', 60],
      [at.issues[0], '03-28T23:00', 180],
    ]);
  });

  test('are whole minutes, and none of less than half a minute', async () => {
    const at = await connected('jira_cloud');
    const seconds = async (hour: number, length: number) => {
      const started = Date.parse('2026-03-09T12:00:00Z') + hour * HOUR_MS;
      const [started_at, ended_at] = [started, started + length * SECOND_MS].map((ms) => new Date(ms).toISOString());
      await record(at, [{ started_at: started_at as string, ended_at: ended_at as string }]);
    };
    for (const [hour, length] of [29, 30, 89, 90].entries()) await seconds(hour, length);
    await push();
    expect(shown(at).map(([, , minutes]) => minutes)).toEqual([1, 1, 2]);
  });

  test('are for sessions that ended after they were switched on, and for days from a date on', async () => {
    const at = await connected('jira_cloud');
    await record(at, [span('07T12:00', '07T13:00')]);
    await record(at, [span('08T22:30', '08T23:30')]);
    await push();
    expect(shown(at)).toEqual([]);
    // The last half hour of that session is on 9 March in Berlin.
    const settings = { tracker: 'jira_cloud', base_url: at.tracker.url, email: at.tracker.email };
    const path = `/ticket-sources/${at.sourceId}/worklogs`;
    await at.api('PUT', path, { enabled: true, ...settings, from_date: '2026-03-09' });
    await push();
    expect(shown(at)).toEqual([[at.issues[0], '03-08T23:00', 30]]);
  });

  test('stay when they are switched off, and are updated when they are switched on again', async () => {
    const at = await connected('jira_cloud');
    const id = await record(at);
    await push();
    const settings = { tracker: 'jira_cloud', base_url: at.tracker.url, email: at.tracker.email };
    const path = `/ticket-sources/${at.sourceId}/worklogs`;
    await at.api('PUT', path, { enabled: false, ...settings });
    await at.api('PUT', `/timers/${id}/spans`, { spans: [span('09T12:00', '09T12:30')] });
    await push();
    expect(shown(at)).toEqual([[at.issues[0], '03-09T12:00', 90]]);
    await at.api('PUT', path, { enabled: true, ...settings });
    await push();
    expect(shown(at)).toEqual([[at.issues[0], '03-09T12:00', 30]]);
  });

  test('of a session that runs again stay unchanged until it has ended', async () => {
    const at = await connected('jira_cloud');
    const started = await at.api<Change['body']>('POST', '/timers/start', { ticket_key: at.keys[0], title: 'Limits' });
    const { id } = started.body.timer;
    world.clock.advance(HOUR_MS);
    await at.api('POST', `/timers/${id}/stop`);
    await push();
    expect(shown(at).map(([, , minutes]) => minutes)).toEqual([60]);
    await at.api('POST', `/timers/${id}/undo-stop`);
    await push();
    expect(shown(at).map(([, , minutes]) => minutes)).toEqual([60]);
    world.clock.advance(HOUR_MS - 2 * DEBOUNCE_MS);
    await at.api('POST', `/timers/${id}/stop`);
    await push();
    expect(shown(at).map(([, , minutes]) => minutes)).toEqual([120]);
  });

  test('are pushed for a ticket that becomes an issue only after its session has ended', async () => {
    const at = await connected('jira_cloud');
    at.tracker.issues.add('10500');
    await record(at, [MORNING], { ticket_key: 'API-500', create_ticket: true });
    await push();
    expect(shown(at)).toEqual([]);
    await notifyChange(at, jiraIssue({}, { issue: { ...jiraIssue().issue, id: '10500', key: 'API-500' } }));
    await push();
    expect(shown(at)).toEqual([['10500', '03-09T12:00', 90]]);
  });

  test('are removed from an issue whose ticket is linked to another one', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    await push();
    // Webhooks do not change a link in this way yet; a source may.
    const externalId = at.issues[0];
    const other = await world.db.ticket.findFirstOrThrow({
      where: { workspaceId: at.maya.actor.workspaceId, key: at.keys[1] },
    });
    await world.db.ticketLink.deleteMany({ where: { ticketId: other.id } });
    await world.db.ticketLink.updateMany({
      where: { sourceId: at.sourceId, externalId },
      data: { ticketId: other.id },
    });
    await push();
    expect(shown(at)).toEqual([]);
  });

  test('are removed from a tracker when the ticket is linked to an issue of another one', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    await push();
    const elsewhere = await at.api<CreateTicketSourceJson>('POST', '/ticket-sources', {
      provider: 'jira',
      name: 'Other',
    });
    const { ticket_source, secret } = elsewhere.body;
    const sourceId = ticket_source.id;
    await notifyChange({ sourceId, secret }, jiraIssue());
    await push();
    expect(shown(at)).toEqual([]);
    expect(await state(at)).toMatchObject({ counts: { pushed: 0, waiting: 0, failed: 0 } });
    expect((await at.api('DELETE', `/ticket-sources/${at.sourceId}`)).status).toBe(200);
  });

  test('are not pushed by a worker that was delayed after it claimed them', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    world.clock.advance(DEBOUNCE_MS);
    at.tracker.requests = [];
    const clock = {
      now: async () => {
        const { rows } = await world.database.pool.query("select from worklogs where state = 'sending'");
        return new Date((await world.clock.now()).getTime() + (rows.length > 0 ? 31 * SECOND_MS : 0));
      },
    };
    await pushWorklogs({ ...system(), clock }, calls);
    expect(at.tracker.requests).toEqual([]);
    expect(await state(at)).toMatchObject({ counts: { pushed: 0, waiting: 1 } });
    world.clock.advance(2 * MINUTE_MS);
    await push();
    expect(shown(at)).toHaveLength(1);
    expect(at.tracker.requests).toEqual([`POST ${at.issues[0]}`]);
  });

  test('follow a change that an admin has just made', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    world.clock.advance(DEBOUNCE_MS);
    at.tracker.requests = [];
    const clock = {
      now: async (sql: unknown) => {
        if (sql !== world.db) {
          await world.database.pool.query("update worklog_settings set state = 'off' where source_id = $1", [
            at.sourceId,
          ]);
        }
        return world.clock.now();
      },
    };
    await pushWorklogs({ ...system(), clock }, calls);
    expect(at.tracker.requests).toEqual([]);
  });

  test('of a slow tracker take a minute of a pass, and the next pass continues', async () => {
    const at = await connected('jira_cloud');
    for (const hour of ['14', '16', '18']) await record(at, [span(`09T${hour}:00`, `09T${hour}:30`)]);
    const slow: TrackerCalls = {
      ...calls,
      send: async (request) => {
        const response = await calls.send(request);
        world.clock.advance(40 * SECOND_MS);
        return response;
      },
    };
    await push(slow);
    expect(shown(at)).toHaveLength(2);
    await push(slow);
    expect(shown(at)).toHaveLength(3);
  });

  test('of a tracker that did not respond pause for a minute, including those of other sessions', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    at.tracker.faults = ['cut'];
    await push();
    await record(at, [span('09T14:00', '09T15:00')]);
    world.clock.set('2026-03-09T15:00:00Z');
    at.tracker.faults = ['cut'];
    await push();
    at.tracker.requests = [];
    await push();
    expect(at.tracker.requests).toEqual([]);
    world.clock.advance(5 * MINUTE_MS);
    await push();
    expect(shown(at)).toHaveLength(2);
  });

  test('that waited while paused are pushed if it was off only briefly', async () => {
    const at = await connected('jira_cloud');
    at.tracker.token = 'another-token-now';
    await record(at);
    await push();
    expect(await state(at)).toMatchObject({ state: 'paused' });
    const settings = { tracker: 'jira_cloud', base_url: at.tracker.url, email: at.tracker.email };
    const path = `/ticket-sources/${at.sourceId}/worklogs`;
    const off = await at.api('PUT', path, { enabled: false, ...settings });
    expect(off.body).toMatchObject({ worklogs: { state: 'off', paused_at: null, paused_reason: null } });
    world.clock.advance(HOUR_MS);
    await at.api('PUT', path, { enabled: true, token: 'another-token-now', ...settings });
    await push();
    expect(shown(at)).toHaveLength(1);
  });

  test('are not paused because of a token that was replaced meanwhile', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    at.tracker.token = 'another-token-now';
    const settings = { tracker: 'jira_cloud', base_url: at.tracker.url, email: at.tracker.email };
    await push({
      ...calls,
      send: async (request) => {
        const response = await calls.send(request);
        world.clock.advance(SECOND_MS);
        const body = { enabled: true, ...settings, token: 'another-token-now' };
        await at.api('PUT', `/ticket-sources/${at.sourceId}/worklogs`, body);
        return response;
      },
    });
    expect(await state(at)).toMatchObject({ state: 'on', counts: { waiting: 1 } });
    await push();
    expect(shown(at)).toHaveLength(1);
  });

  test('that can’t be removed are shown, and pushing is off', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    await push();
    at.tracker.issues.clear();
    await at.api('POST', `/ticket-sources/${at.sourceId}/worklogs/remove`, {});
    await push();
    expect(await state(at)).toMatchObject({ state: 'off', counts: { pushed: 0, failed: 1 } });
  });

  test('continue to be removed when settings are saved meanwhile', async () => {
    const at = await connected('jira_cloud');
    await record(at);
    await push();
    const path = `/ticket-sources/${at.sourceId}/worklogs`;
    await at.api('POST', `${path}/remove`, {});
    const settings = { tracker: 'jira_cloud', base_url: at.tracker.url, email: at.tracker.email };
    const saved = await at.api('PUT', path, { enabled: false, ...settings, names_author: false });
    expect(saved.body).toMatchObject({ worklogs: { state: 'removing', names_author: false } });
    await push();
    expect(shown(at)).toEqual([]);
    expect(await state(at)).toMatchObject({ state: 'off' });
  });

  test('name no one if the workspace chose that', async () => {
    const at = await connected('jira_cloud', { names_author: false });
    await record(at);
    await push();
    expect(at.tracker.worklogs[0]?.text).toBe('Limits');
  });

  test('of a tracker that does not respond do not delay those of another', async () => {
    const slow = await connected('jira_cloud');
    const other = await connected('gitlab');
    await record(slow);
    await record(slow, [span('09T14:00', '09T15:00')]);
    await record(other);
    slow.tracker.faults = [502, 502];
    slow.tracker.requests = [];
    await push();
    expect(slow.tracker.faults).toEqual([502]);
    expect(shown(other)).toHaveLength(1);
  });

  test('are paused when the token can’t be read, such as one of another source', async () => {
    const at = await connected('jira_cloud');
    const other = await connected('jira_cloud');
    await record(at);
    await world.database.pool.query(
      `update worklog_settings set sealed_token = (select sealed_token from worklog_settings where source_id = $2)
       where source_id = $1`,
      [at.sourceId, other.sourceId],
    );
    at.tracker.requests = [];
    await push();
    expect(await state(at)).toMatchObject({ state: 'paused', paused_reason: expect.stringContaining('AUTH_SECRET') });
    expect(at.tracker.requests).toEqual([]);
  });

  test('are stored with the token encrypted', async () => {
    const at = await connected('jira_cloud');
    const { rows } = await world.database.pool.query<{ text: string }>(
      `select row_to_json(s)::text as text from worklog_settings s where source_id = $1
       union all select data::text from events where workspace_id = $2`,
      [at.sourceId, at.maya.actor.workspaceId],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ text }) => text.includes(at.tracker.token))).toEqual([]);
  });
});
