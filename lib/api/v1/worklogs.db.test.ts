import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { CreateTicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import type { TestWorklogsJson, WorklogsResponseJson } from '#/lib/tracking/worklogs/worklog-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { testTracker } from '#/test/tracking/tracker.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const CLOUD = {
  enabled: true,
  tracker: 'jira_cloud',
  base_url: 'https://acme.atlassian.net/',
  email: 'time@acme.dev',
  token: 'token-of-the-account',
};

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
});

type Problem = { code: string; errors?: { pointer: string; detail: string }[] };
const connect = async (provider: string) =>
  (await api<CreateTicketSourceJson>('POST', '/ticket-sources', { provider, name: provider })).body.ticket_source.id;
const set = (id: string, body: object) =>
  api<WorklogsResponseJson & Problem>('PUT', `/ticket-sources/${id}/worklogs`, body);

test('worklogs are managed only by those who may change the workspace', async () => {
  const id = await connect('jira');
  const member = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
  const outsider = await apiFor(world, await world.member());
  await expectUnchanged(world, async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', CLOUD],
      ['POST', '/test', {}],
      ['POST', '/retry', {}],
      ['POST', '/remove', {}],
    ] as const) {
      const url = `/ticket-sources/${id}/worklogs${path}`;
      expect((await member(method, url, body)).status).toBe(403);
      expect((await outsider(method, url, body)).status).toBe(404);
    }
  });
});

test('worklogs are off until switched on', async () => {
  const id = await connect('jira');
  const read = async () => (await api<WorklogsResponseJson>('GET', `/ticket-sources/${id}/worklogs`)).body.worklogs;
  expect(await read()).toMatchObject({ enabled: false, state: 'off', since: null });
  expect((await set(id, CLOUD)).status).toBe(200);
  expect(await read()).toMatchObject({ enabled: true, state: 'on' });
});

describe('setting up worklogs is rejected', () => {
  const REJECTED: [string, string, object, string][] = [
    ['for a tracker without worklogs', 'github', CLOUD, '/tracker'],
    ['for a tracker other than the source’s', 'gitlab', CLOUD, '/tracker'],
    ['over plain HTTP', 'jira', { ...CLOUD, base_url: 'http://jira.acme.dev' }, '/base_url'],
    ['at a private address', 'jira', { ...CLOUD, base_url: 'https://10.1.2.3' }, '/base_url'],
    ['without a URL', 'jira', { ...CLOUD, base_url: 'jira' }, '/base_url'],
    ['without the email that Jira Cloud wants', 'jira', { ...CLOUD, email: null }, '/email'],
    ['without a token', 'jira', { ...CLOUD, token: undefined }, '/token'],
  ];

  test.each(REJECTED)('%s', async (_what, provider, body, pointer) => {
    const { status, body: problem } = await set(await connect(provider), body);
    expect([status, problem.code, problem.errors?.[0]?.pointer]).toEqual([400, 'input_invalid', pointer]);
  });
});

test('a token is kept when none is given, but not for another URL or account', async () => {
  const id = await connect('jira');
  const { token: _token, ...without } = CLOUD;
  expect(await set(id, CLOUD)).toMatchObject({
    status: 200,
    body: { worklogs: { base_url: 'https://acme.atlassian.net' } },
  });
  expect((await set(id, { ...without, names_author: false })).body.worklogs).toMatchObject({ names_author: false });
  for (const change of [{ base_url: 'https://evil.example' }, { email: 'other@acme.dev' }]) {
    const { status, body } = await set(id, { ...without, ...change });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/token']);
  }
});

test('a connection test returns the token’s owner, or what is wrong, and writes nothing', async () => {
  const tracker = await testTracker('jira_cloud');
  const id = await connect('jira');
  await set(id, { ...CLOUD, base_url: tracker.url });
  const check = async () => {
    const { body } = await api<TestWorklogsJson>('POST', `/ticket-sources/${id}/worklogs/test`, {});
    return [body.test.ok, body.test.account, body.test.error];
  };
  await expectUnchanged(world, async () => {
    expect(await check()).toEqual([true, 'Time Bot', null]);
    tracker.token = 'another-token-now';
    expect(await check()).toEqual([false, null, 'It responded with 401: Unauthorized.']);
    tracker.close();
    expect(await check()).toEqual([false, null, expect.stringMatching(/./)]);
  });
  expect(tracker.requests).toEqual([]);
});
