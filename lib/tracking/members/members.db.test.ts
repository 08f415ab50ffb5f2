import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticateApiKey } from '#/lib/accounts/api-keys/authenticate-api-key.ts';
import { listFormerMembers } from '#/lib/accounts/memberships/list-former-members.ts';
import { listMembers } from '#/lib/accounts/memberships/list-members.ts';
import { transferOwnership } from '#/lib/accounts/memberships/transfer-ownership.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let owner: Ctx;
let admin: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
});
beforeEach(async () => {
  owner = await world.member();
  const { workspaceId } = owner.actor;
  admin = await world.member({ workspaceId, role: 'admin' });
  leo = await world.member({ workspaceId, role: 'member' });
});

const REQUEST = { ifMatch: null };
const PAGE = { limit: 50 };
const start = (ctx: Ctx, title = 'Work') => startTimer(ctx, startTimerInput.parse({ title, on_conflict: 'pause' }));
const rows = async (sql: string, values: unknown[] = []) => (await world.database.pool.query(sql, values)).rows;
const eventsOf = (ctx: Ctx) =>
  rows(
    `select type, user_id, data, actor from events where workspace_id = $1 and (type like 'member.%' or type like
        'workspace.%' or type in ('timer.stopped', 'api_key.revoked')) order by id`,
    [ctx.actor.workspaceId],
  );
const membershipOf = async (ctx: Ctx) =>
  (
    await rows('select role, disabled_at from memberships where workspace_id = $1 and user_id = $2', [
      ctx.actor.workspaceId,
      ctx.actor.userId,
    ])
  )[0] ?? null;

const disable = (ctx: Ctx, who: Ctx) => editMember(ctx, { user_id: who.actor.userId, disabled: true });

describe('changing a member is rejected', () => {
  test.each([
    ['disable', (who: Ctx) => disable(who, admin)],
    ['promote', (who: Ctx) => editMember(who, { user_id: leo.actor.userId, role: 'admin' })],
    ['remove', (who: Ctx) => removeMember(who, { user_id: admin.actor.userId })],
    ['transfer to', (who: Ctx) => transferOwnership(who, { user_id: leo.actor.userId })],
  ])('by a member who would %s others', async (_what, verb) => {
    await expectUnchanged(world, () => expect(async () => verb(leo)).rejects.toMatchObject({ code: 'forbidden' }));
  });

  test.each([
    ['disabled', () => disable(admin, owner)],
    ['demoted', () => editMember(admin, { user_id: owner.actor.userId, role: 'member' })],
    ['made a member by themselves', () => editMember(owner, { user_id: owner.actor.userId, role: 'admin' })],
    ['removed', () => removeMember(admin, { user_id: owner.actor.userId })],
    ['let go', () => leaveWorkspace(owner, { workspace_id: owner.actor.workspaceId })],
  ])('when the owner would be %s', async (_what, verb) => {
    await expectUnchanged(world, () =>
      expect(verb()).rejects.toMatchObject({ code: 'owner_must_transfer', status: 409 }),
    );
    expect(await membershipOf(owner)).toEqual({ role: 'owner', disabled_at: null });
  });

  test.each([
    ['disables', () => disable(admin, admin)],
    ['removes', () => removeMember(admin, { user_id: admin.actor.userId })],
  ])('by an admin who %s himself', async (_what, verb) => {
    await expectUnchanged(world, () => expect(verb()).rejects.toMatchObject({ code: 'member_is_yourself' }));
  });

  test('in another workspace, with the same error as for an unknown person', async () => {
    const outsider = await world.member();
    for (const verb of [
      () => disable(outsider, leo),
      () => removeMember(outsider, { user_id: leo.actor.userId }),
      () => transferOwnership(outsider, { user_id: leo.actor.userId }),
    ]) {
      await expectUnchanged(world, () =>
        expect(verb()).rejects.toMatchObject({ code: 'member_not_found', status: 404 }),
      );
    }
  });

  test('by an admin who has just been demoted, or disabled', async () => {
    await editMember(owner, { user_id: admin.actor.userId, role: 'member' });
    await expect(disable(admin, leo)).rejects.toMatchObject({ code: 'forbidden' });
    await disable(owner, admin);
    await expect(disable(admin, leo)).rejects.toMatchObject({ code: 'forbidden', detail: /no longer a member/ });
    expect(await membershipOf(leo)).toEqual({ role: 'member', disabled_at: null });
  });

  test('the ownership does not go to a disabled member', async () => {
    await disable(owner, leo);
    await expect(transferOwnership(owner, { user_id: leo.actor.userId })).rejects.toMatchObject({
      code: 'member_disabled',
      status: 409,
    });
  });
});

test('disabling a member stops their timer at that instant, flagged, and the feed records by whom and why', async () => {
  const paused = await start(leo, 'Paused');
  const running = await start(leo, 'Running');
  const disabledAt = world.clock.advance(HOUR_MS);
  const secret = await apiKeyFor(world, leo);
  expect(await disable(admin, leo)).toMatchObject({ disabledAt, running: null, role: 'member' });
  for (const { timer } of [paused, running]) {
    const { timer: now } = await getTimer(owner, timer.id);
    expect(now).toMatchObject({ status: 'stopped', endReason: 'stopped', needsReview: true, endedAt: disabledAt });
  }
  expect(await authenticateApiKey(world.db, world.clock, secret)).toBeNull();
  const [member, first, second] = await eventsOf(leo);
  const userId = leo.actor.userId;
  expect(member).toMatchObject({
    type: 'member.disabled',
    user_id: userId,
    actor: { user_id: admin.actor.userId },
    data: { before: { disabled_at: null }, after: { user_id: userId, disabled_at: disabledAt.toISOString() } },
  });
  for (const event of [first, second]) {
    expect(event).toMatchObject({
      type: 'timer.stopped',
      user_id: userId,
      actor: { user_id: admin.actor.userId },
      data: { reason: 'member_disabled', timer: { needs_review: true } },
    });
  }
});

test('a timer past its cap is completed, not stopped, when its owner is disabled', async () => {
  const { timer } = await start(leo);
  world.clock.advance(25 * HOUR_MS);
  await disable(admin, leo);
  expect((await getTimer(owner, timer.id)).timer).toMatchObject({ status: 'completed', endReason: 'capped' });
});

test('a timer in another workspace keeps running', async () => {
  const elsewhere = await world.member({ userId: leo.actor.userId });
  const { timer } = await start(elsewhere);
  await disable(admin, leo);
  expect((await getTimer(elsewhere, timer.id)).timer.status).toBe('running');
});

test('a member who is enabled again may start a timer, and has none running', async () => {
  await start(leo);
  await disable(admin, leo);
  await expect(start(leo)).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  expect(await editMember(admin, { user_id: leo.actor.userId, disabled: false })).toMatchObject({ disabledAt: null });
  expect((await eventsOf(leo)).at(-1)).toMatchObject({ type: 'member.enabled' });
  expect((await start(leo)).ended).toBeNull();
});

test('setting the current value writes nothing', async () => {
  await disable(admin, leo);
  await expectUnchanged(world, async () => {
    await disable(admin, leo);
    await editMember(admin, { user_id: leo.actor.userId, role: 'member' });
    await editMember(admin, { user_id: owner.actor.userId, disabled: false });
    await editMember(admin, { user_id: leo.actor.userId });
  });
});

describe.each([
  ['removed', 'member.removed', 'member_removed', (who: Ctx) => removeMember(admin, { user_id: who.actor.userId })],
  [
    'gone by himself',
    'member.left',
    'member_left',
    (who: Ctx) => leaveWorkspace(who, { workspace_id: who.actor.workspaceId }),
  ],
])('a member who is %s', (_what, type, reason, verb) => {
  test('is no longer a member; their keys here are revoked, their time stays, flagged', async () => {
    const { timer } = await start(leo);
    await pauseTimer(leo, { id: timer.id, ...REQUEST });
    const here = await apiKeyFor(world, leo);
    const elsewhere = await apiKeyFor(world, await world.member({ userId: leo.actor.userId }));
    expect(await verb(leo)).toMatchObject({ userId: leo.actor.userId, role: 'member' });
    expect(await membershipOf(leo)).toBeNull();
    expect(await authenticateApiKey(world.db, world.clock, here)).toBeNull();
    expect(await authenticateApiKey(world.db, world.clock, elsewhere)).not.toBeNull();
    expect((await getTimer(owner, timer.id)).timer).toMatchObject({ status: 'stopped', needsReview: true });
    const events = await eventsOf(leo);
    expect(events.map((event) => event.type)).toEqual(['api_key.revoked', type, 'timer.stopped']);
    expect(events[1]).toMatchObject({ user_id: leo.actor.userId, data: { before: { role: 'member' }, after: null } });
    expect(events[2].data.reason).toBe(reason);
    expect((await listMembers(owner, PAGE)).members.map(({ userId }) => userId)).not.toContain(leo.actor.userId);
  });
});

test('ownership is transferred: one owner before and after, and the feed records it', async () => {
  const workspace = await transferOwnership(owner, { user_id: leo.actor.userId });
  expect(workspace).toMatchObject({ id: owner.actor.workspaceId, role: 'admin' });
  expect(await membershipOf(owner)).toMatchObject({ role: 'admin' });
  expect(await membershipOf(leo)).toMatchObject({ role: 'owner' });
  expect(await eventsOf(owner)).toMatchObject([
    {
      type: 'workspace.transferred',
      user_id: leo.actor.userId,
      data: { before: { owner_id: owner.actor.userId }, after: { owner_id: leo.actor.userId } },
    },
  ]);
});

test('the list shows who is working on what to callers with the permission', async () => {
  const { timer } = await start(leo, 'Rate limiter');
  world.clock.advance(1);
  const running = { timerId: timer.id, title: 'Rate limiter', ticketKey: null, startedAt: timer.startedAt };
  const ofLeo = ({ members }: Awaited<ReturnType<typeof listMembers>>) =>
    members.find(({ userId }) => userId === leo.actor.userId);
  expect(ofLeo(await listMembers(admin, PAGE))).toMatchObject({ name: 'Maya', role: 'member', running });
  expect(ofLeo(await listMembers(leo, PAGE))).toMatchObject({ running: null });
  world.clock.advance(24 * HOUR_MS);
  expect(ofLeo(await listMembers(admin, PAGE))).toMatchObject({ running: null });
});

test('former members are people who left or were removed and have not rejoined, listed page by page, only in their workspace', async () => {
  const { workspaceId } = owner.actor;
  const ida = await world.member({ workspaceId, role: 'member' });
  const back = await world.member({ workspaceId, role: 'member' });
  await removeMember(admin, { user_id: leo.actor.userId });
  await leaveWorkspace(ida, { workspace_id: workspaceId });
  await removeMember(admin, { user_id: back.actor.userId });
  await world.member({ workspaceId, userId: back.actor.userId, role: 'member' });
  const first = await listFormerMembers(admin, { limit: 1 });
  const second = await listFormerMembers(admin, { limit: 1, cursor: first.nextCursor ?? undefined });
  const found = [...first.members, ...second.members].map(({ userId, name }) => [userId, name]);
  expect(found).toEqual([leo, ida].map(({ actor }) => [actor.userId, 'Maya']).sort());
  expect(second.nextCursor).toBeNull();
  expect((await listFormerMembers(await world.member(), PAGE)).members).toEqual([]);
});
