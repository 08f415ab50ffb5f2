import { beforeAll, describe, expect, test } from 'vitest';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { PERMISSIONS } from '#/lib/context/roles/role.ts';
import type { StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor, apiKeyFor, clientWith } from '#/test/api-client.ts';
import { ROUTES } from '#/test/contract/routes.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let timerId: string;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  const api = await apiFor(world, maya);
  timerId = await startedBy(api);
});

async function startedBy(api: ApiClient): Promise<string> {
  const { status, body } = await api<StartTimerJson>('POST', '/timers/start', { title: 'Mine' });
  expect(status).toBe(201);
  return body.timer.id;
}

// Who may call which operation, and what is visible of other workspaces, is tested in test/contract.

const timerWrites = ROUTES.filter(({ method, pattern }) => pattern.startsWith('/timers/{id}') && method !== 'GET');

describe('a request without credentials is rejected', () => {
  test.each([
    ['a revoked key', { revokedAt: new Date('2026-03-10T09:00:00.123Z') }],
    ['a key that has just expired', { expiresAt: new Date('2026-03-10T09:00:00.123Z') }],
  ])('%s', async (_what, times) => {
    const api = await apiFor(world, maya, times);
    const { status, body } = await expectUnchanged(world, () => api('POST', `/timers/${timerId}/stop`));
    expect([status, body]).toMatchObject([401, { code: 'api_key_invalid' }]);
  });

  test.each([
    ['no scheme', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['no key', () => 'Bearer '],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['a key in quotes', (key: string) => `Bearer "${key}"`],
    ['a key with an extra letter', (key: string) => `Bearer ${key}x`],
    ['a key of a megabyte', () => `Bearer ${'x'.repeat(1_000_000)}`],
  ])('an Authorization header with %s', async (_what, header) => {
    const api = clientWith(world, { authorization: header(await apiKeyFor(world, maya)) });
    expect(await api('GET', '/me')).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } });
  });

  test('the key of a member who was disabled', async () => {
    const gone = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const api = await apiFor(world, gone);
    const { workspaceId, userId } = gone.actor;
    await world.db.membership.update({
      where: { workspaceId_userId: { workspaceId, userId } },
      data: { disabledAt: await world.clock.now() },
    });
    expect(await api('GET', '/me')).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } });
  });
});

describe('a ticket or project that a start creates needs its own scope', () => {
  test.each([
    ['a ticket to be created', { ticket_key: 'NEW-1', create_ticket: true }, 'tickets:write'],
    ['a project to be created', { project: 'New project' }, 'projects:write'],
  ])('a start with %s', async (_what, body, scope) => {
    const leo = await world.member();
    const api = await apiFor(world, leo, { scopes: ['timers:read', 'timers:write'] });
    const response = await expectUnchanged(world, () => api('POST', '/timers/start', body));
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden', required_scope: scope } });
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="timer-service", error="insufficient_scope", scope="${scope}"`,
    );
  });

  test('a role that lacks it gets an error that points to an admin', async () => {
    const member = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const api = await apiFor(world, member, { scopes: PERMISSIONS });
    const { status, body } = await api('GET', `/timers/${timerId}`);
    expect(status).toBe(403);
    expect(body).toMatchObject({
      required_scope: 'timers:read_all',
      detail: 'Your role, member, does not include timers:read_all. Ask an owner or admin of the workspace.',
    });
  });
});

describe("another member's timer can't be changed, not even by an admin", () => {
  test.each(timerWrites)('$name', async ({ method, path, takesBody, operationId }) => {
    const admin = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    const api = await apiFor(world, admin);
    const response = await expectUnchanged(world, () =>
      api(method, path({ id: timerId }), takesBody ? (BODY_EXAMPLES[operationId] ?? {}) : undefined),
    );
    expect(response).toMatchObject({
      status: 403,
      body: { detail: 'This timer belongs to another member. Only its owner can change it.' },
    });
  });

  test('an admin may read it', async () => {
    const admin = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    const api = await apiFor(world, admin);
    expect(await api('GET', `/timers/${timerId}`)).toMatchObject({ status: 200, body: { timer: { id: timerId } } });
    const list = await api<{ timers: { id: string }[] }>('GET', `/timers?user_id=${maya.actor.userId}`);
    expect(list.body.timers.map(({ id }) => id)).toEqual([timerId]);
  });
});

test('anyone may read the server time and the OpenAPI document', async () => {
  const api = clientWith(world, {});
  expect(await api('GET', '/time')).toMatchObject({ status: 200, body: { server_time: '2026-03-10T09:00:00.123Z' } });
});
