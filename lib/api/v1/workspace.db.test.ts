import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { listOwnWorkspaces } from '#/lib/accounts/workspaces/own-workspaces-query.ts';
import type { WorkspaceJson } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let leo: Ctx;
let byKey: ApiClient;
let signedIn: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  // After the memberships that the test world creates, which have the database's own time: the session uses the oldest.
  world.clock.set('2030-03-10T09:00:00.123Z');
});
beforeEach(async () => {
  maya = await world.member();
  leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
  byKey = await apiFor(world, maya);
  signedIn = await sessionFor(world, maya);
});

const eventsOf = async (type: string, ctx = maya) =>
  (
    await world.database.pool.query('select * from events where workspace_id = $1 and type = $2', [
      ctx.actor.workspaceId,
      type,
    ])
  ).rows;

describe('an API key can’t, even for its owner,', () => {
  test.each([
    ['PATCH', '/me', { theme: 'dark' }],
    ['POST', '/workspaces', { name: 'Mine' }],
    ['POST', '/workspace/leave', { workspace_id: '0190f5fe-7c00-7a00-8000-000000000001' }],
    ['POST', '/workspace/transfer', { user_id: '0190f5fe-7c00-7a00-8000-000000000001' }],
  ])('%s %s', async (method, path, body) => {
    const response = await expectUnchanged(world, () => byKey(method, path, body));
    expect(response).toMatchObject({ status: 403, body: { code: 'session_required' } });
  });
});

describe('own settings', () => {
  test.each([
    ['/week_start', { week_start: 0 }],
    ['/week_start', { week_start: 8 }],
    ['/day_start_hour', { day_start_hour: 24 }],
    ['/day_start_hour', { day_start_hour: 4.5 }],
    ['/hour_cycle', { hour_cycle: 'h24' }],
    ['/theme', { theme: 'sepia' }],
    ['/single_keys', { single_keys: 'yes' }],
    ['/conflict_policy', { conflict_policy: 'first_wins' }],
    ['/day_target_seconds', { day_target_seconds: 86_401 }],
    ['/day_target_seconds', { day_target_seconds: 0 }],
    ['/week_target_seconds', { week_target_seconds: 604_801 }],
    ['/week_target_seconds', { week_target_seconds: 90.5 }],
    ['/time_zone', { time_zone: 'CET' }],
    ['/name', { name: ' ' }],
    ['/email', { email: 'new@acme.dev' }],
  ])('are rejected with %s in %j', async (pointer, body) => {
    const response = await expectUnchanged(world, () => signedIn('PATCH', '/me', { theme: 'dark', ...body }));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test('are changed one by one; what is left out stays', async () => {
    await signedIn('PATCH', '/me', { week_start: 7, hour_cycle: 'h12' });
    const { status, body } = await signedIn<MeJson>('PATCH', '/me', { day_start_hour: 4, single_keys: false });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      name: 'Maya',
      time_zone: 'Europe/Berlin',
      week_start: 7,
      day_start_hour: 4,
      hour_cycle: 'h12',
      theme: 'system',
      single_keys: false,
      conflict_policy: 'ask',
      day_target_seconds: null,
      week_target_seconds: null,
    });
    expect((await signedIn<MeJson>('PATCH', '/me', { hour_cycle: null })).body.user.hour_cycle).toBeNull();
    expect((await signedIn<MeJson>('GET', '/me')).body.user).toMatchObject({ week_start: 7, hour_cycle: null });
  });

  test('are in the feed with their previous values, unless nothing changes', async () => {
    await signedIn('PATCH', '/me', { theme: 'dark' });
    const [event] = await eventsOf('account.edited');
    expect(event).toMatchObject({
      subject_id: maya.actor.userId,
      user_id: maya.actor.userId,
      data: { before: { theme: 'system', week_start: 1 }, after: { theme: 'dark', week_start: 1 } },
    });
    await expectUnchanged(world, () => signedIn('PATCH', '/me', { theme: 'dark' }));
  });
});

describe('with several workspaces', () => {
  test('a person creates and owns another, and stays in the current one until switching', async () => {
    const { status, body } = await signedIn<{ workspace: WorkspaceJson }>('POST', '/workspaces', {
      name: ' Side job ',
    });
    expect(status).toBe(201);
    const { id } = body.workspace;
    expect(body.workspace).toMatchObject({ name: 'Side job', role: 'owner', cap_seconds: 86_400, allowed_origins: [] });
    const here = { id: maya.actor.workspaceId, name: 'Acme', role: 'owner', current: true };
    const there = { id, name: 'Side job', role: 'owner', current: false };
    expect((await signedIn<MeJson>('GET', '/me')).body).toMatchObject({ workspace: { id: here.id } });
    const list = await signedIn<{ workspaces: unknown[] }>('GET', '/workspaces');
    expect(list.body.workspaces).toHaveLength(2);
    expect(list.body.workspaces).toEqual(expect.arrayContaining([here, there]));
    expect(await eventsOf('workspace.created', { ...maya, actor: { ...maya.actor, workspaceId: id } })).toMatchObject([
      { subject_id: id, user_id: maya.actor.userId, data: { before: null, after: { name: 'Side job' } } },
    ]);
  });

  test('a person owns at most fifty', async () => {
    const { userId } = maya.actor;
    for (let i = 1; i < 49; i += 1) await world.member({ userId });
    const names = Array.from({ length: 5 }, (_, i) => `W${i}`);
    const responses = await Promise.all(names.map((name) => signedIn('POST', '/workspaces', { name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const rejected = await expectUnchanged(world, () => signedIn('POST', '/workspaces', { name: 'One more' }));
    expect(rejected).toMatchObject({ status: 409, body: { code: 'too_many_workspaces' } });
  });

  test('the oldest of hundreds are listed, and the one that the session uses', async () => {
    const { userId } = maya.actor;
    const newest = [];
    for (let i = 0; i < 210; i += 1) newest.push((await world.member({ userId })).actor.workspaceId);
    const current = newest.at(-1) ?? '';
    const listed = await listOwnWorkspaces(world.db, userId, current);
    expect(listed).toHaveLength(200);
    expect(listed.at(-1)?.id).toBe(current);
    expect(listed[0]?.id).toBe(maya.actor.workspaceId);
  });

  test('a key sees only its own', async () => {
    await signedIn('POST', '/workspaces', { name: 'Side job' });
    const { body } = await byKey<{ workspaces: unknown[] }>('GET', '/workspaces');
    expect(body.workspaces).toEqual([{ id: maya.actor.workspaceId, name: 'Acme', role: 'owner', current: true }]);
    expect((await byKey<MeJson>('GET', '/me')).body.workspaces).toEqual(body.workspaces);
  });

  test('creating twice with one Idempotency-Key creates one', async () => {
    const send = () => signedIn('POST', '/workspaces', { name: 'Once' }, { 'idempotency-key': 'w1' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect((await signedIn<MeJson>('GET', '/me')).body.workspaces).toHaveLength(2);
  });
});

describe('settings of the workspace', () => {
  test.each([
    ['/name', { name: '' }],
    ['/cap_seconds', { cap_seconds: 59 }],
    ['/cap_seconds', { cap_seconds: 31_622_401 }],
    ['/nudge_seconds', { nudge_seconds: 0 }],
    ['/retention_days', { retention_days: 0 }],
    ['/retention_days', { retention_days: 3651 }],
    ['/allowed_origins/0', { allowed_origins: ['https://app.example.com/path'] }],
    ['/allowed_origins/1', { allowed_origins: ['https://a.example.com', '*'] }],
    ['/allowed_origins/0', { allowed_origins: ['https://*.example.com'] }],
    ['/allowed_origins/0', { allowed_origins: ['null'] }],
    ['/allowed_origins/0', { allowed_origins: ['https://x;sandbox'] }],
    ['/allowed_origins/0', { allowed_origins: ['https://x;script-src-elem'] }],
    ['/allowed_origins/0', { allowed_origins: ['https://x,y'] }],
    ['/allowed_origins/0', { allowed_origins: ["https://x'y"] }],
    ['/allowed_origins/0', { allowed_origins: ['javascript:alert(1)'] }],
    ['/allowed_origins/0', { allowed_origins: ['https://user:secret@example.com'] }],
    ['/allowed_origins/0', { allowed_origins: ['https://app.example.com?'] }],
    ['/allowed_origins', { allowed_origins: Array.from({ length: 51 }, (_, i) => `https://a${i}.example.com`) }],
    ['/closed_through', { closed_through: '2026-02-30' }],
    ['/closed_through', { closed_through: '2026-03-09T00:00:00Z' }],
    ['/closing_grace_days', { closing_grace_days: -1 }],
    ['/closing_grace_days', { closing_grace_days: 32 }],
    ['/timers_disabled', { timers_disabled: 1 }],
    ['/timers_disabled_at', { timers_disabled_at: '2026-03-10T09:00:00Z' }],
  ])('are rejected with %s in %j', async (pointer, body) => {
    const response = await expectUnchanged(world, () => byKey('PATCH', '/workspace', body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test('can be changed, with origins normalized, and the feed has old and new values', async () => {
    const allowed_origins = ['HTTPS://App.Example.com:443', 'https://app.example.com/', 'http://localhost:5173'];
    const { status, body } = await byKey<{ workspace: WorkspaceJson }>('PATCH', '/workspace', {
      name: 'Acme Ltd',
      cap_seconds: 36_000,
      retention_days: 7,
      allowed_origins,
      closed_through: '2026-02-28',
      closing_grace_days: 5,
    });
    expect(status).toBe(200);
    const settings = {
      name: 'Acme Ltd',
      cap_seconds: 36_000,
      nudge_seconds: 21_600,
      retention_days: 7,
      allowed_origins: ['https://app.example.com', 'http://localhost:5173'],
      timers_disabled_at: null,
      closed_through: '2026-02-28',
      closing_grace_days: 5,
    };
    expect(body.workspace).toEqual({ id: maya.actor.workspaceId, role: 'owner', ...settings });
    expect((await (await apiFor(world, leo))('GET', '/workspace')).body).toMatchObject({
      workspace: { role: 'member', ...settings },
    });
    expect(await eventsOf('workspace.edited')).toMatchObject([
      { data: { before: { name: 'Acme', cap_seconds: 86_400, retention_days: null }, after: settings } },
    ]);
    await expectUnchanged(world, () => byKey('PATCH', '/workspace', { name: 'Acme Ltd', allowed_origins }));
    const opened = { retention_days: null, closed_through: null };
    expect((await byKey('PATCH', '/workspace', opened)).body).toMatchObject({ workspace: opened });
  });

  test('show since when timers are disabled, and starts are rejected then, even when repeated', async () => {
    await byKey('POST', '/timers/start', { title: 'Work' });
    const { body } = await byKey<{ workspace: WorkspaceJson }>('PATCH', '/workspace', { timers_disabled: true });
    const since = (await world.clock.now()).toISOString();
    expect(body.workspace.timers_disabled_at).toBe(since);
    expect((await byKey<MeJson>('GET', '/me')).body.workspace.timers_disabled_at).toBe(since);
    expect(await byKey('POST', '/timers/start', {})).toMatchObject({ status: 409, body: { code: 'timers_disabled' } });
    const current = await byKey<{ timer: null; paused: { id: string }[] }>('GET', '/timers/current');
    expect(current.body.timer).toBeNull();
    const id = current.body.paused[0]?.id;
    expect(await byKey('POST', `/timers/${id}/resume`)).toMatchObject({
      status: 409,
      body: { code: 'timers_disabled' },
    });
    expect(await byKey('POST', `/timers/${id}/stop`)).toMatchObject({ status: 200 });
  });
});

describe('when leaving and transferring ownership,', () => {
  test('the owner has to transfer ownership first', async () => {
    const response = await expectUnchanged(world, () =>
      signedIn('POST', '/workspace/leave', { workspace_id: maya.actor.workspaceId }),
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'owner_must_transfer' } });
  });

  test('only the owner can transfer ownership, to an enabled member', async () => {
    const leos = await sessionFor(world, leo);
    const user_id = leo.actor.userId;
    expect(await leos('POST', '/workspace/transfer', { user_id })).toMatchObject({ status: 403 });
    const admin = await world.member({ workspaceId: maya.actor.workspaceId });
    const theirs = await sessionFor(world, admin);
    expect(await theirs('POST', '/workspace/transfer', { user_id })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('Only the owner') },
    });
    const outsider = { user_id: (await world.member()).actor.userId };
    expect(await signedIn('POST', '/workspace/transfer', outsider)).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    });
    await byKey('PATCH', `/members/${user_id}`, { disabled: true });
    expect(await signedIn('POST', '/workspace/transfer', { user_id })).toMatchObject({
      status: 409,
      body: { code: 'member_disabled' },
    });
  });

  test('the former owner may then leave, and loses all access', async () => {
    const handed = await signedIn('POST', '/workspace/transfer', { user_id: leo.actor.userId });
    expect(handed).toMatchObject({ status: 200, body: { workspace: { role: 'admin' } } });
    const left = await signedIn('POST', '/workspace/leave', { workspace_id: maya.actor.workspaceId });
    expect(left).toMatchObject({ status: 200, body: { member: { user_id: maya.actor.userId, role: 'admin' } } });
    expect(await signedIn('GET', '/me')).toMatchObject({ status: 401 });
    expect(await byKey('GET', '/me')).toMatchObject({ status: 401 });
  });

  test('a person with another workspace is switched to it', async () => {
    const elsewhere = await world.member({ userId: leo.actor.userId });
    const leos = await sessionFor(world, leo);
    await leos('POST', '/workspace/leave', { workspace_id: leo.actor.workspaceId });
    expect((await leos<MeJson>('GET', '/me')).body.workspace.id).toBe(elsewhere.actor.workspaceId);
  });

  test('a repeat after a lost response gets the same result, and does not switch again', async () => {
    await world.member({ userId: leo.actor.userId });
    const leos = await sessionFor(world, leo);
    const body = { workspace_id: leo.actor.workspaceId };
    const leave = () => leos('POST', '/workspace/leave', body, { 'idempotency-key': 'leave-once' });
    const first = await leave();
    expect(first.status).toBe(200);
    const again = await expectUnchanged(world, leave);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const unkeyed = await expectUnchanged(world, () => leos('POST', '/workspace/leave', body));
    expect(unkeyed).toMatchObject({ status: 409, body: { code: 'workspace_switched' } });
  });
});

describe('a tab that shows another workspace than the session’s', () => {
  const stale = async () => {
    const initech = await world.member({ userId: leo.actor.userId });
    await world.database.pool.query("update workspaces set name = 'Initech' where id = $1", [
      initech.actor.workspaceId,
    ]);
    const leos = await sessionFor(world, leo);
    await world.database.pool.query('update sessions set workspace_id = $1 where user_id = $2', [
      initech.actor.workspaceId,
      leo.actor.userId,
    ]);
    return { leos, shown: { 'x-workspace-id': maya.actor.workspaceId } };
  };

  test.each<[string, string, object, Record<string, string>]>([
    ['POST', '/timers/start', { title: 'In the wrong place' }, {}],
    ['POST', '/timers/start', { title: 'In the wrong place' }, { 'idempotency-key': 'k1' }],
    ['PATCH', '/workspace', { name: 'In the wrong place' }, {}],
  ])('changes nothing there: %s %s', async (method, path, body, headers) => {
    const { leos, shown } = await stale();
    const response = await expectUnchanged(world, () => leos(method, path, body, { ...headers, ...shown }));
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'workspace_switched',
        detail: 'This tab shows Acme; you have switched to Initech. Reload the page.',
      },
    });
  });

  test('works again in its own workspace, since its key was not used up', async () => {
    const { leos, shown } = await stale();
    const start = () => leos('POST', '/timers/start', {}, { ...shown, 'idempotency-key': 'k1' });
    await start();
    await world.database.pool.query('update sessions set workspace_id = $1 where user_id = $2', [
      maya.actor.workspaceId,
      leo.actor.userId,
    ]);
    expect((await start()).status).toBe(201);
  });

  test('may read, and a workspace of others is not named', async () => {
    const { leos, shown } = await stale();
    expect((await leos('GET', '/timers', undefined, shown)).status).toBe(200);
    const strangers = { 'x-workspace-id': (await world.member()).actor.workspaceId };
    const problem = { status: 409, body: { detail: expect.stringContaining('This tab shows another workspace;') } };
    expect(await leos('POST', '/timers/start', {}, strangers)).toMatchObject(problem);
    expect(await leos('POST', '/timers/start', {}, { 'x-workspace-id': "'" })).toMatchObject(problem);
  });
});
