import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { PERMISSIONS, type Permission } from '#/lib/accounts/roles/role.ts';
import type { AlarmAnswerJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { ENDPOINTS } from '#/lib/api/app.ts';
import type { StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor, apiKeyFor, clientWith } from '#/test/api-client.ts';
import { leavesAllAsItWas } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let timerId: string;
let alarmId: string;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  const api = await apiFor(world, maya);
  timerId = await startedBy(api);
  alarmId = (await api<AlarmAnswerJson>('POST', '/alarms', { delay: '1h', output_mode: 'event' })).body.id;
});

async function startedBy(api: ApiClient): Promise<string> {
  const { status, body } = await api<StartTimerJson>('POST', '/timers/start', { title: 'Mine' });
  expect(status).toBe(201);
  return body.timer.id;
}

const routes = ENDPOINTS.map(({ method, path, permission }) => ({
  name: `${method.toUpperCase()} ${path}`,
  method: method.toUpperCase(),
  path: (id: string) => path.replace('{id}', id),
  permission,
  hasId: path.includes('{id}'),
}));
const closedRoutes = [
  ...routes.filter(({ permission }) => permission !== 'public'),
  { name: 'GET /stream', method: 'GET', path: () => '/stream', permission: 'timers:read' as Permission, hasId: false },
];
const scopedRoutes = closedRoutes.filter(({ permission }) => permission !== null);
const routesById = routes.filter(({ hasId }) => hasId);
const timerWrites = routesById.filter(({ name, method }) => name.includes('/timers/') && method !== 'GET');

/** Maya's thing that a path speaks of, and what it is called. */
const subjectOf = (name: string) =>
  name.includes('/alarms') ? { id: alarmId, noun: 'alarm' } : { id: timerId, noun: 'timer' };

const bodyOf = (method: string) => (method === 'GET' ? undefined : {});

describe('without a name nobody gets anywhere', () => {
  test.each(closedRoutes)('$name without a key', async ({ method, path }) => {
    const api = clientWith(world, {});
    const { status, headers, body } = await leavesAllAsItWas(world, () => api(method, path(timerId), bodyOf(method)));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="timer-service"');
    expect(body).toMatchObject({ code: 'unauthenticated', title: 'Unauthenticated', status: 401, errors: [] });
  });

  test.each(closedRoutes)('$name with a key nobody was given', async ({ method, path }) => {
    const api = clientWith(world, { authorization: 'Bearer tsk_nobody' });
    const { status, headers, body } = await leavesAllAsItWas(world, () => api(method, path(timerId), bodyOf(method)));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(body).toMatchObject({ code: 'api_key_invalid' });
  });

  test.each([
    ['a revoked key', { revokedAt: new Date('2026-03-10T09:00:00.123Z') }],
    ['a key that has just expired', { expiresAt: new Date('2026-03-10T09:00:00.123Z') }],
  ])('%s', async (_what, times) => {
    const api = await apiFor(world, maya, times);
    const { status, body } = await leavesAllAsItWas(world, () => api('POST', `/timers/${timerId}/stop`));
    expect([status, body]).toMatchObject([401, { code: 'api_key_invalid' }]);
  });

  test.each([
    ['no scheme', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['no key', () => 'Bearer '],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['a key in quotes', (key: string) => `Bearer "${key}"`],
    ['a key with a letter more', (key: string) => `Bearer ${key}x`],
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

describe('a key without the scope is told which one it lacks', () => {
  test.each(scopedRoutes)('$name without $permission', async ({ method, path, permission }) => {
    // The stream is open to whoever may see timers or alarms.
    const also = path('') === '/stream' ? 'alarms:read' : permission;
    const scopes = PERMISSIONS.filter((scope) => scope !== permission && scope !== also);
    const api = await apiFor(world, maya, { scopes });
    const { status, body } = await leavesAllAsItWas(world, () => api(method, path(timerId), bodyOf(method)));
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'forbidden',
      required_scope: permission,
      detail: `This API key lacks the scope ${permission}. Use a key that has it, or create one under Settings, API keys.`,
    });
  });

  test.each([
    ['a ticket to be made', { ticket_key: 'NEW-1', create_ticket: true }, 'tickets:write'],
    ['a project to be made', { project: 'New project' }, 'projects:write'],
  ])('a start with %s', async (_what, body, scope) => {
    const leo = await world.member();
    const api = await apiFor(world, leo, { scopes: ['timers:read', 'timers:write'] });
    const answer = await leavesAllAsItWas(world, () => api('POST', '/timers/start', body));
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', required_scope: scope } });
  });

  test('a role that lacks it is told to ask its admin', async () => {
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

describe("another workspace's timer or alarm looks like none", () => {
  test.each(routesById)('$name', async ({ name, method, path }) => {
    const api = await apiFor(world, await world.member());
    const { id, noun } = subjectOf(name);
    const stranger = await leavesAllAsItWas(world, () => api(method, path(id), bodyOf(method)));
    const nothing = await api(method, path('0190f5fe-7c00-7a00-8000-000000000001'), bodyOf(method));
    expect([stranger.status, stranger.body]).toMatchObject([404, { code: `${noun}_not_found` }]);
    const { request_id: _one, ...told } = stranger.body as Record<string, unknown>;
    const { request_id: _other, ...toldOfNothing } = nothing.body as Record<string, unknown>;
    expect(told).toEqual(toldOfNothing);
  });

  test('also to somebody who is a member there, but whose key is for here', async () => {
    const here = await world.member();
    await world.member({ workspaceId: maya.actor.workspaceId, userId: here.actor.userId, role: 'admin' });
    const api = await apiFor(world, here);
    expect(await api('GET', `/timers/${timerId}`)).toMatchObject({ status: 404, body: { code: 'timer_not_found' } });
  });

  test.each([
    ['ticket_id', 'ticket_not_found'],
    ['project_id', 'project_not_found'],
  ])('nor can it be used: a start with the %s of another workspace', async (field, code) => {
    const mine = await apiFor(world, maya);
    const ticket = await mine<{ ticket: { id: string } }>('POST', '/tickets', { key: `HERS-${field}` });
    const project = await mine<{ project: { id: string } }>('POST', '/projects', { name: `Hers ${field}` });
    const id = field === 'ticket_id' ? ticket.body.ticket.id : project.body.project.id;
    const api = await apiFor(world, await world.member());
    const answer = await leavesAllAsItWas(world, () => api('POST', '/timers/start', { [field]: id }));
    expect(answer).toMatchObject({ status: 404, body: { code } });
  });

  test('a ticket key of another workspace is unknown here', async () => {
    await (await apiFor(world, maya))('POST', '/tickets', { key: 'ONLY-HERS' });
    const api = await apiFor(world, await world.member());
    expect(await api('POST', '/timers/start', { ticket_key: 'ONLY-HERS' })).toMatchObject({
      status: 404,
      body: { code: 'ticket_not_found', errors: [{ pointer: '/ticket_key' }] },
    });
  });
});

describe("another member's timer is not one's own to change, not even for an admin", () => {
  test.each(timerWrites)('$name', async ({ method, path }) => {
    const admin = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    const api = await apiFor(world, admin);
    const answer = await leavesAllAsItWas(world, () => api(method, path(timerId), bodyOf(method)));
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: "This timer is another member's. Only its owner can start, pause or stop it." },
    });
  });

  test('but an admin may read it', async () => {
    const admin = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    const api = await apiFor(world, admin);
    expect(await api('GET', `/timers/${timerId}`)).toMatchObject({ status: 200, body: { timer: { id: timerId } } });
    const list = await api<{ timers: { id: string }[] }>('GET', `/timers?user_id=${maya.actor.userId}`);
    expect(list.body.timers.map(({ id }) => id)).toEqual([timerId]);
  });
});

test('anyone may ask for the time and for the document', async () => {
  const api = clientWith(world, {});
  expect(await api('GET', '/time')).toMatchObject({ status: 200, body: { server_time: '2026-03-10T09:00:00.123Z' } });
});
