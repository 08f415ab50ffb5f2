import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MemberJson, MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { encodeCursor } from '#/lib/core/cursor.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOBODY = '0190f5fe-7c00-7a00-8000-000000000001';

let world: World;
let maya: Ctx;
let leo: Ctx;
let owner: ApiClient;
let admin: ApiClient;
let member: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  const { workspaceId } = maya.actor;
  leo = await world.member({ workspaceId, role: 'member' });
  owner = await apiFor(world, maya);
  admin = await apiFor(world, await world.member({ workspaceId, role: 'admin' }));
  member = await apiFor(world, leo);
});

const one = (ctx: Ctx) => `/members/${ctx.actor.userId}`;

describe('changing a member is rejected', () => {
  test.each([
    ['a role that is transferred', { role: 'owner' }, '/role'],
    ['an unknown role', { role: 'boss' }, '/role'],
    ['a string for disabled', { disabled: 'yes' }, '/disabled'],
    ['an unknown field', { name: 'Eve' }, '/name'],
  ])('with %s', async (_what, body, pointer) => {
    const response = await expectUnchanged(world, () => owner('PATCH', one(leo), body));
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('with an unknown id, or the id of an outsider', async () => {
    for (const path of [`/members/${NOBODY}`, one(await world.member())]) {
      for (const [method, body] of [['GET'], ['PATCH', { disabled: true }], ['DELETE']] as const) {
        const response = await expectUnchanged(world, () => owner(method, path, body));
        expect(response).toMatchObject({ status: 404, body: { code: 'member_not_found' } });
      }
    }
  });

  test('when it is the owner', async () => {
    for (const [method, body] of [['PATCH', { disabled: true }], ['PATCH', { role: 'member' }], ['DELETE']] as const) {
      const response = await expectUnchanged(world, () => admin(method, one(maya), body));
      expect(response).toMatchObject({ status: 409, body: { code: 'owner_must_transfer' } });
    }
  });

  test('by themselves', async () => {
    const me = await world.member({ workspaceId: maya.actor.workspaceId });
    const mine = await apiFor(world, me);
    for (const [method, body] of [['PATCH', { disabled: true }], ['DELETE']] as const) {
      const response = await expectUnchanged(world, () => mine(method, one(me), body));
      expect(response).toMatchObject({ status: 409, body: { code: 'member_is_yourself' } });
    }
  });
});

test('all members are listed, in the order in which they joined', async () => {
  const { status, body } = await member<{ members: MemberJson[] }>('GET', '/members');
  expect(status).toBe(200);
  expect(body.members.map(({ role }) => role)).toEqual(['owner', 'member', 'admin']);
  expect(body.members[1]).toEqual({
    user_id: leo.actor.userId,
    name: 'Maya',
    email: expect.stringContaining('@example.com'),
    role: 'member',
    joined_at: expect.any(String),
    disabled_at: null,
    last_seen_at: null,
    running: null,
  });
});

describe('the list', () => {
  test.each(['limit=0', 'limit=201', 'limit=x', 'sort=name'])('is rejected for %s', async (query) => {
    expect(await owner('GET', `/members?${query}`)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test.each([['x'], [encodeCursor(['a'])], [encodeCursor(['yesterday', NOBODY])]])(
    'is rejected for the cursor %s',
    async (cursor) => {
      const response = await owner('GET', `/members?cursor=${cursor}`);
      expect(response).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
    },
  );

  test('goes page by page without gap or repeat, even through those who joined at one instant', async () => {
    for (let count = 0; count < 4; count += 1) {
      await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    }
    await world.database.pool.query(
      `update memberships set created_at = '2026-07-20T09:00:00.123Z' where role = 'member'`,
    );
    const { body: whole } = await owner<MemberListJson>('GET', '/members');
    const seen: MemberJson[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: MemberListJson } = await member('GET', `/members?limit=3&cursor=${cursor}`);
      expect(body.members.length).toBeLessThanOrEqual(3);
      seen.push(...body.members);
      cursor = body.next_cursor;
    }
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(whole.members);
    expect(whole.next_cursor).toBeNull();
  });
});

test('admins see what everyone works on', async () => {
  const started = { title: 'Rate limiter', ticket_key: 'API-412', create_ticket: true };
  const { body } = await member<{ timer: { id: string; started_at: string } }>('POST', '/timers/start', started);
  const running = {
    timer_id: body.timer.id,
    title: 'Rate limiter',
    ticket_key: 'API-412',
    started_at: body.timer.started_at,
  };
  expect((await admin('GET', one(leo))).body).toMatchObject({ member: { running } });
  expect((await member('GET', one(leo))).body).toMatchObject({ member: { running: null } });
});

test('a role is granted and revoked, and keys follow at once', async () => {
  expect(await owner('PATCH', one(leo), { role: 'admin' })).toMatchObject({
    status: 200,
    body: { member: { user_id: leo.actor.userId, role: 'admin' } },
  });
  const theirs = await apiFor(world, leo, { scopes: ['members:manage', 'members:read'] });
  expect((await theirs('PATCH', one(leo), { role: 'member' })).status).toBe(200);
  expect(await theirs('PATCH', one(leo), { role: 'admin' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
});

test('a key can’t grant a role with permissions that it lacks', async () => {
  const few = await apiFor(world, maya, { scopes: ['members:manage', 'members:read'] });
  const response = await expectUnchanged(world, () => few('PATCH', one(leo), { role: 'admin' }));
  expect(response).toMatchObject({ status: 403, body: { code: 'scopes_exceeded' } });
});

test('a disabled member is rejected everywhere here, until enabled', async () => {
  const { body } = await owner<{ member: MemberJson }>('PATCH', one(leo), { disabled: true });
  expect(body.member.disabled_at).toBe((await world.clock.now()).toISOString());
  expect(await member('GET', '/me')).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } });
  await owner('PATCH', one(leo), { disabled: false });
  expect((await member('GET', '/me')).status).toBe(200);
});

test('a removed member is gone, but their recorded time is kept', async () => {
  await member('POST', '/timers/start', { title: 'Mine' });
  expect(await admin('DELETE', one(leo))).toMatchObject({
    status: 200,
    body: { member: { user_id: leo.actor.userId, running: null } },
  });
  expect((await owner<{ members: unknown[] }>('GET', '/members')).body.members).toHaveLength(2);
  const { rows } = await world.database.pool.query('select status, needs_review from timers where user_id = $1', [
    leo.actor.userId,
  ]);
  expect(rows).toEqual([{ status: 'stopped', needs_review: true }]);
});
