import { beforeAll, expect, test, vi } from 'vitest';
import { transferOwnership } from '#/lib/accounts/memberships/transfer-ownership.ts';
import { createWorkspace } from '#/lib/accounts/workspaces/create-workspace.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';
import { ownMore } from '#/test/owned-workspaces.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// In one process, a person's mutations run one after another; here each is in its own process.
vi.mock('#/lib/context/in-keyed-mutex.ts', () => ({
  inKeyedMutex: <T>(_client: object, _userId: string, work: () => Promise<T>) => work(),
}));

const ROUNDS = scaled(10, 100);
const AT_ONCE = 10;

let world: World;
beforeAll(async () => {
  world = await testWorld({ connections: 40 });
});

/** Repeats a race, some of its rounds in parallel, each with its own people. */
async function manyTimes(race: (round: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < ROUNDS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => race(first + i)));
  }
}

async function outcome<T>(work: Promise<T>): Promise<'done' | string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

/**
 * The order is left to chance, except in the first two rounds, which force each order: on some machines the same one
 * wins each time.
 */
async function bothWays(
  round: number,
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
): Promise<[string, string]> {
  const isBFirst = round % 2 === 0;
  const first = outcome(isBFirst ? b() : a());
  if (round < 2) await first;
  const second = outcome(isBFirst ? a() : b());
  const [one, two] = [await first, await second];
  return isBFirst ? [two, one] : [one, two];
}

async function team() {
  const owner = await world.member();
  const { workspaceId } = owner.actor;
  const maya = await world.member({ workspaceId, role: 'admin' });
  const leo = await world.member({ workspaceId, role: 'member' });
  return { owner, maya, leo };
}

async function ownersOf(ctx: Ctx) {
  const { rows } = await world.database.pool.query(
    `select user_id, disabled_at from memberships where workspace_id = $1 and role = 'owner'`,
    [ctx.actor.workspaceId],
  );
  return rows;
}

async function runningOf(ctx: Ctx): Promise<number> {
  const { rowCount } = await world.database.pool.query(
    `select 1 from timers t join timer_spans s on s.timer_id = t.id and s.ended_at is null
      where t.workspace_id = $1 and t.user_id = $2`,
    [ctx.actor.workspaceId, ctx.actor.userId],
  );
  return rowCount ?? 0;
}

const start = (ctx: Ctx) => startTimer(ctx, startTimerInput.parse({}));

test('two concurrent transfers: one wins, the other gets an error', async () => {
  await manyTimes(async (round) => {
    const { owner, maya, leo } = await team();
    const [toMaya, toLeo] = await bothWays(
      round,
      () => transferOwnership(owner, { user_id: maya.actor.userId }),
      () => transferOwnership({ ...owner, requestId: 'other' }, { user_id: leo.actor.userId }),
    );
    expect([toMaya, toLeo].sort()).toEqual(['done', 'forbidden']);
    const winner = toMaya === 'done' ? maya : leo;
    expect(await ownersOf(owner)).toEqual([{ user_id: winner.actor.userId, disabled_at: null }]);
  });
});

test('a transfer and disabling its target race: one wins, and both responses are true', async () => {
  const seen = new Set<string>();
  await manyTimes(async (round) => {
    const { owner, maya, leo } = await team();
    const responses = await bothWays(
      round,
      () => transferOwnership(owner, { user_id: leo.actor.userId }),
      () => editMember(maya, { user_id: leo.actor.userId, disabled: true }),
    );
    seen.add(responses.join());
    const won = responses[0] === 'done';
    expect(responses).toEqual(won ? ['done', 'owner_must_transfer'] : ['member_disabled', 'done']);
    expect(await ownersOf(owner)).toEqual([{ user_id: (won ? leo : owner).actor.userId, disabled_at: null }]);
  });
  expect(seen.size).toBe(2);
});

test('a transfer and leaving race: the workspace keeps exactly one owner, who is a member', async () => {
  await manyTimes(async (round) => {
    const { owner, leo } = await team();
    const responses = await bothWays(
      round,
      () => transferOwnership(owner, { user_id: leo.actor.userId }),
      () => leaveWorkspace(leo, { workspace_id: leo.actor.workspaceId }),
    );
    const won = responses[0] === 'done';
    expect(responses).toEqual(won ? ['done', 'owner_must_transfer'] : ['member_not_found', 'done']);
    expect(await ownersOf(owner)).toEqual([{ user_id: (won ? leo : owner).actor.userId, disabled_at: null }]);
  });
});

test.each([
  ['two transfers of two workspaces', (leo: Ctx) => handOverTo(leo)],
  [
    'a transfer against a workspace of their own making',
    async (leo: Ctx) => () => createWorkspace(leo, { name: 'Side job' }),
  ],
])('%s: no one comes to own more than fifty', async (_what, prepare) => {
  for (let round = 0; round < scaled(6, 30); round += 1) {
    const leo = await world.member();
    await ownMore(world, leo.actor.userId, 48);
    const responses = await bothWays(round, await handOverTo(leo), await prepare(leo));
    expect(responses.sort()).toEqual(['done', 'too_many_workspaces']);
    const owned = await world.db.membership.count({ where: { userId: leo.actor.userId, role: 'owner' } });
    expect(owned).toBe(50);
  }
});

/** The transfer of another person's workspace to this one. */
async function handOverTo({ actor: { userId } }: Ctx): Promise<() => Promise<unknown>> {
  const owner = await world.member();
  await world.member({ userId, workspaceId: owner.actor.workspaceId, role: 'member' });
  return () => transferOwnership(owner, { user_id: userId });
}

test.each([
  ['disabling', (maya: Ctx, leo: Ctx) => editMember(maya, { user_id: leo.actor.userId, disabled: true })],
  ['removing', (maya: Ctx, leo: Ctx) => removeMember(maya, { user_id: leo.actor.userId })],
])('%s and a start race: none of their timers runs afterwards, in either order', async (_what, verb) => {
  const seen = new Set<string>();
  await manyTimes(async (round) => {
    const { maya, leo } = await team();
    const [started, ended] = await bothWays(
      round,
      () => start(leo),
      () => verb(maya, leo),
    );
    seen.add(started);
    expect(['done', 'forbidden']).toContain(started);
    expect(ended).toBe('done');
    expect(await runningOf(leo)).toBe(0);
  });
  expect([...seen].sort()).toEqual(['done', 'forbidden']);
});

test('disabling and a resume race: none of their timers runs afterwards', async () => {
  await manyTimes(async (round) => {
    const { maya, leo } = await team();
    const { timer } = await start(leo);
    await pauseTimer(leo, { id: timer.id, ifMatch: null });
    const [resumed] = await bothWays(
      round,
      () => resumeTimer(leo, { id: timer.id, ifMatch: null }, {}),
      () => editMember(maya, { user_id: leo.actor.userId, disabled: true }),
    );
    expect(['done', 'forbidden']).toContain(resumed);
    expect(await runningOf(leo)).toBe(0);
  });
});

test('maintenance and many starts race: no timer runs in the workspace afterwards', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < scaled(4, 20); round += 1) {
    const { owner, maya, leo } = await team();
    const people = [maya, leo];
    for (let i = 0; i < 4; i += 1) people.push(await world.member({ workspaceId: owner.actor.workspaceId }));
    const disable = () => [outcome(editWorkspace(owner, { timers_disabled: true }))];
    const starts = () => people.map((person) => outcome(start(person)));
    const responses: Promise<string>[] = [];
    for (const go of round % 2 ? [disable, starts] : [starts, disable]) {
      responses.push(...go());
      // One after the other at first, as above.
      if (round < 2) await Promise.all(responses);
    }
    for (const response of await Promise.all(responses)) seen.add(response);
    for (const person of people) expect(await runningOf(person)).toBe(0);
  }
  expect([...seen].sort()).toEqual(['done', 'timers_disabled']);
});
