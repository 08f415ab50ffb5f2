import { createHmac } from 'node:crypto';
import examples from '@octokit/webhooks-examples';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { MAX_TICKET_SOURCES, type Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import type {
  CreateTicketSourceJson,
  DeliveryJson,
  TicketSourceListJson,
  TicketSourceResponse,
} from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import type { TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { type ApiClient, apiFor, clientWith } from '#/test/api-client.ts';
import { gitlabIssue, jiraIssue, linearIssue } from '#/test/tracking/issues.fixture.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-11-19T13:32:09.000Z';
const UNKNOWN = '0190f5fe-7c00-7a00-8000-000000000001';

let world: World;
let maya: Ctx;
let api: ApiClient;
let tracker: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  tracker = clientWith(world, {});
});
beforeEach(async () => {
  world.clock.set(START);
  maya = await world.member();
  api = await apiFor(world, maya);
});

const connect = async (provider: Provider, body: object = {}) => {
  const response = await api<CreateTicketSourceJson>('POST', '/ticket-sources', {
    provider,
    name: provider,
    ...body,
  });
  expect(response.status).toBe(201);
  return { ...response.body.ticket_source, secret: response.body.secret };
};
type Source = Awaited<ReturnType<typeof connect>>;

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');
const SIGNATURES: Record<Provider, (secret: string, body: string) => Record<string, string>> = {
  github: (secret, body) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body)}` }),
  gitlab: (secret) => ({ 'x-gitlab-token': secret }),
  jira: (secret, body) => ({ 'x-hub-signature': `sha256=${hmac(secret, body)}` }),
  linear: (secret, body) => ({ 'linear-signature': hmac(secret, body) }),
};
/** As the provider sends it: signed, without an API key. */
const deliver = (source: Source, payload: object | string, secret = source.secret) => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return tracker<DeliveryJson & { code?: string }>(
    'POST',
    `/ticket-sources/${source.id}/deliveries`,
    body,
    SIGNATURES[source.provider](secret, body),
  );
};
const outcome = async (source: Source, payload: object) => (await deliver(source, payload)).body.delivery.outcome;
const tickets = async (state = 'all') =>
  (await api<TicketListJson>('GET', `/tickets?state=${state}&sort=key`)).body.tickets;

describe('a webhook is rejected', () => {
  const PAYLOADS: [Provider, object][] = [
    ['github', { zen: 'Keep it logically awesome.' }],
    ['gitlab', gitlabIssue()],
    ['jira', jiraIssue()],
    ['linear', linearIssue()],
  ];

  test.each(PAYLOADS)('when it is not signed with the secret: %s', async (provider, payload) => {
    const source = await connect(provider);
    const wrong = await deliver(source, payload, 'another-secret-of-16');
    expect([wrong.status, wrong.body.code]).toEqual([403, 'signature_invalid']);
    const path = `/ticket-sources/${source.id}/deliveries`;
    const unsigned = await tracker<{ code: string }>('POST', path, payload);
    expect([unsigned.status, unsigned.body.code]).toEqual([403, 'signature_invalid']);
    expect(await tickets()).toEqual([]);
    const { body } = await api<TicketSourceResponse>('GET', `/ticket-sources/${source.id}`);
    expect(body.ticket_source).toMatchObject({
      last_error: 'signature_invalid',
      last_rejected_at: START,
      last_received_at: null,
    });
  });

  test('when one byte of the signed body was changed', async () => {
    const source = await connect('jira');
    const signed = SIGNATURES.jira(source.secret, JSON.stringify(jiraIssue()));
    const path = `/ticket-sources/${source.id}/deliveries`;
    const { status } = await tracker('POST', path, JSON.stringify(jiraIssue({ summary: 'Another' })), signed);
    expect(status).toBe(403);
  });

  test('when Linear sent it minutes ago, since it may be a replay', async () => {
    const source = await connect('linear');
    const sent = linearIssue({}, { webhookTimestamp: Date.parse(START) - 6 * MINUTE_MS });
    expect((await deliver(source, sent)).status).toBe(403);
    expect(await outcome(source, linearIssue())).toBe('created');
  });

  test('when its ticket source is unknown or deleted', async () => {
    const source = await connect('jira');
    await api('DELETE', `/ticket-sources/${source.id}`);
    for (const gone of [source, { ...source, id: UNKNOWN }]) {
      const { status, body } = await deliver(gone, jiraIssue());
      expect([status, body.code]).toEqual([404, 'ticket_source_not_found']);
    }
  });

  test('when it is signed but not JSON, as with the content type for forms', async () => {
    const source = await connect('github');
    const { status, body } = await deliver(source, 'payload=%7B%7D');
    expect([status, body.code]).toEqual([400, 'json_malformed']);
  });
});

describe('a ticket source is managed by those who may change the workspace', () => {
  test('members without the permission and other workspaces can’t manage it', async () => {
    const member = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    const outsider = await apiFor(world, await world.member());
    const source = await connect('jira');
    await expectUnchanged(world, async () => {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '', { provider: 'jira', name: 'Jira' }],
        ['GET', `/${source.id}`, undefined],
        ['PATCH', `/${source.id}`, { name: 'Mine' }],
        ['DELETE', `/${source.id}`, undefined],
      ] as const) {
        expect((await member(method, `/ticket-sources${path}`, body)).status).toBe(403);
        if (path) expect((await outsider(method, `/ticket-sources${path}`, body)).status).toBe(404);
      }
    });
    expect((await outsider<TicketSourceListJson>('GET', '/ticket-sources')).body.ticket_sources).toEqual([]);
  });

  test('its secret is shown when it is created, and never again', async () => {
    const source = await connect('jira');
    expect(source.secret).toMatch(/^[\w-]{43}$/);
    expect(source.url).toBe(`http://localhost:3000/api/v1/ticket-sources/${source.id}/deliveries`);
    const list = await api<TicketSourceListJson>('GET', '/ticket-sources');
    expect(JSON.stringify(list.body)).not.toContain(source.secret);
    const { rows } = await world.database.pool.query<{ data: object }>(
      "select data from events where workspace_id = $1 and type like 'ticket_source.%'",
      [maya.actor.workspaceId],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(source.secret);
  });

  test('a secret generated by the provider can be set, and replaced at once', async () => {
    const source = await connect('linear', { secret: 'lin_wh_0123456789abcdef' });
    expect(await outcome(source, linearIssue())).toBe('created');
    const path = `/ticket-sources/${source.id}`;
    await api('PATCH', path, { secret: 'lin_wh_fedcba9876543210' }, { 'if-match': '"1"' });
    expect((await deliver(source, linearIssue())).status).toBe(403);
    expect((await deliver(source, linearIssue(), 'lin_wh_fedcba9876543210')).body.delivery.outcome).toBe('unchanged');
    const late = await api<{ code: string }>('PATCH', path, { name: 'Late' }, { 'if-match': '"1"' });
    expect([late.status, late.body.code]).toEqual([412, 'ticket_source_version_mismatch']);
  });

  test(`a workspace has at most ${MAX_TICKET_SOURCES}`, async () => {
    for (let n = 0; n < MAX_TICKET_SOURCES; n += 1) await connect('jira');
    const { status, body } = await api<{ code: string }>('POST', '/ticket-sources', { provider: 'jira', name: 'Jira' });
    expect([status, body.code]).toEqual([409, 'too_many_ticket_sources']);
  });
});

describe('a ticket follows its issue', () => {
  test('from its creation over title, estimate and closing to its reopening', async () => {
    const source = await connect('jira', { project: 'Core API' });
    const at = (minutes: number) => ({ timestamp: Date.parse(START) + minutes * MINUTE_MS });
    const done = { status: { statusCategory: { key: 'done' } } };
    expect(await outcome(source, jiraIssue({}, at(1)))).toBe('created');
    expect(await tickets()).toMatchObject([
      {
        key: 'API-412',
        title: 'Rate limiter returns 429 too early',
        url: 'https://acme.atlassian.net/browse/API-412',
        estimate_seconds: 7_200,
        project: { name: 'Core API' },
        archived_at: null,
      },
    ]);
    expect(await outcome(source, jiraIssue({}, at(1)))).toBe('unchanged');
    expect(await outcome(source, jiraIssue({ summary: 'Fixed title', timeoriginalestimate: null }, at(2)))).toBe(
      'updated',
    );
    expect(await tickets()).toMatchObject([{ title: 'Fixed title', estimate_seconds: null }]);
    expect(await outcome(source, jiraIssue({ summary: 'Fixed title', ...done }, at(3)))).toBe('updated');
    expect(await tickets('open')).toEqual([]);
    expect(await outcome(source, jiraIssue({ summary: 'Fixed title' }, at(4)))).toBe('updated');
    expect(await tickets('open')).toHaveLength(1);
    expect((await api<TicketSourceResponse>('GET', `/ticket-sources/${source.id}`)).body.ticket_source.tickets).toBe(1);
  });

  test('if it was typed or pasted before, by its key in any case', async () => {
    await api('POST', '/tickets', { key: 'api-412', title: 'as I typed it', estimate_seconds: 60 });
    const source = await connect('jira', { creates_tickets: false });
    expect(await outcome(source, jiraIssue())).toBe('updated');
    expect(await tickets()).toMatchObject([{ key: 'api-412', title: 'Rate limiter returns 429 too early' }]);
  });

  test('of GitHub’s own examples, and keeps the estimate, which GitHub lacks', async () => {
    const source = await connect('github');
    const payloads = examples.find(({ name }) => name === 'issues')?.examples as { action: string }[];
    const opened = payloads.find(({ action }) => action === 'opened') as { action: string; issue: { number: number } };
    expect(await outcome(source, opened)).toBe('created');
    const [ticket] = await tickets();
    expect(ticket?.key).toMatch(/#\d+$/);
    await api('PATCH', `/tickets/${ticket?.id}`, { estimate_seconds: 3_600 });
    const closed = { ...opened, action: 'closed', issue: { ...opened.issue, title: 'Closed', state: 'closed' } };
    expect(await outcome(source, closed)).toBe('updated');
    expect(await tickets('archived')).toMatchObject([{ title: 'Closed', estimate_seconds: 3_600 }]);
    for (const name of ['ping', 'push', 'star']) {
      const payload = examples.find((event) => event.name === name)?.examples[0] as object;
      expect(await outcome(source, payload)).toBe('ignored');
    }
  });

  test('when the issue moves and gets another key', async () => {
    const source = await connect('linear');
    expect(await outcome(source, linearIssue())).toBe('created');
    expect(await outcome(source, linearIssue({ identifier: 'OPS-9' }))).toBe('updated');
    expect(await tickets()).toMatchObject([{ key: 'OPS-9' }]);
  });

  test('a ticket keeps its key when another ticket has the new one', async () => {
    await api('POST', '/tickets', { key: 'OPS-9' });
    const source = await connect('linear');
    await deliver(source, linearIssue());
    expect(await outcome(source, linearIssue({ identifier: 'OPS-9', title: 'Moved' }))).toBe('updated');
    expect((await tickets()).map(({ key, title }) => [key, title])).toEqual([
      ['ENG-77', 'Moved'],
      ['OPS-9', ''],
    ]);
  });

  test('an older webhook that arrives late changes nothing', async () => {
    const source = await connect('gitlab');
    expect(await outcome(source, gitlabIssue({ title: 'Second', updated_at: '2026-11-19T13:32:10.000Z' }))).toBe(
      'created',
    );
    expect(await outcome(source, gitlabIssue({ title: 'First', updated_at: '2026-11-19T13:32:09.999Z' }))).toBe(
      'stale',
    );
    expect(await tickets()).toMatchObject([{ title: 'Second' }]);
  });

  test('a ticket archived by hand stays archived until the issue itself is closed and reopened', async () => {
    const source = await connect('gitlab');
    const { body } = await deliver(source, gitlabIssue());
    await api('POST', `/tickets/${body.delivery.ticket?.id}/archive`);
    expect(await outcome(source, gitlabIssue({ title: 'Renamed' }))).toBe('updated');
    expect(await tickets('open')).toEqual([]);
    await deliver(source, gitlabIssue({ title: 'Renamed', state: 'closed' }));
    expect(await outcome(source, gitlabIssue({ title: 'Renamed' }))).toBe('updated');
    expect(await tickets('open')).toHaveLength(1);
  });

  test('a ticket archived before its tracker was connected stays archived', async () => {
    const { body } = await api<{ ticket: { id: string } }>('POST', '/tickets', { key: 'API-412' });
    await api('POST', `/tickets/${body.ticket.id}/archive`);
    const source = await connect('jira');
    expect(await outcome(source, jiraIssue())).toBe('updated');
    expect(await tickets('archived')).toMatchObject([{ title: 'Rate limiter returns 429 too early' }]);
  });

  test('a ticket is archived, keeping its time, when the issue is deleted', async () => {
    const source = await connect('jira');
    await deliver(source, jiraIssue());
    expect(await outcome(source, jiraIssue({}, { webhookEvent: 'jira:issue_deleted' }))).toBe('updated');
    expect(await tickets('archived')).toHaveLength(1);
  });
});

test('a closed issue, or one that the source may not create, becomes no ticket', async () => {
  const source = await connect('gitlab');
  expect(await outcome(source, gitlabIssue({ state: 'closed' }))).toBe('ignored');
  await api('PATCH', `/ticket-sources/${source.id}`, { creates_tickets: false });
  expect(await outcome(source, gitlabIssue())).toBe('ignored');
  expect(await tickets()).toEqual([]);
});

test('twenty webhooks about one new issue at once create one ticket, in its newest state', async () => {
  const source = await connect('gitlab');
  const titled = (n: number) =>
    gitlabIssue({ title: `Title ${n}`, updated_at: new Date(Date.parse(START) + n).toISOString() });
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => outcome(source, titled(n))));
  expect(outcomes.filter((one) => one === 'created')).toHaveLength(1);
  expect(await tickets()).toMatchObject([{ title: 'Title 19' }]);
});

test('a source of another workspace never changes the tickets of this one', async () => {
  await api('POST', '/tickets', { key: 'API-412', title: 'Ours' });
  const other = await apiFor(world, await world.member());
  const result = await other<CreateTicketSourceJson>('POST', '/ticket-sources', { provider: 'jira', name: 'Jira' });
  expect(await outcome({ ...result.body.ticket_source, secret: result.body.secret }, jiraIssue())).toBe('created');
  expect(await tickets()).toMatchObject([{ title: 'Ours' }]);
});

test('the audit log names the provider that changed a ticket', async () => {
  const source = await connect('linear');
  await deliver(source, linearIssue());
  const { rows } = await world.database.pool.query<{ actor: object }>(
    "select actor from events where workspace_id = $1 and type = 'ticket.created'",
    [maya.actor.workspaceId],
  );
  expect(rows).toEqual([{ actor: { kind: 'worker', id: 'linear' } }]);
});
