import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { pauseDisabled } from '#/lib/tracking/timers/pause-disabled.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { type StartTimerBody, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';
import { eventually } from '#/test/eventually.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
});

const start = (ctx: Ctx, body: StartTimerBody = {}) => startTimer(ctx, startTimerInput.parse(body));
const target = (timer: { id: string }) => ({ id: timer.id, ifMatch: null });
const disable = () => editWorkspace(maya, { timers_disabled: true });
const timerEvents = async (id: string) =>
  (
    await world.database.pool.query('select type, actor, user_id, data from events where subject_id = $1 order by id', [
      id,
    ])
  ).rows;

test('only a manager of the workspace may disable its timers', async () => {
  await expectUnchanged(world, () =>
    expect(async () => editWorkspace(leo, { timers_disabled: true })).rejects.toMatchObject({ code: 'forbidden' }),
  );
});

test('disabling timers pauses all running ones, and the feed records why', async () => {
  const [mine, theirs] = [await start(maya), await start(leo)];
  const elsewhere = await world.member();
  const other = await start(elsewhere);
  const at = world.clock.advance(HOUR_MS);
  expect(await disable()).toMatchObject({ timersDisabledAt: at });
  for (const { timer } of [mine, theirs]) {
    const now = (await getTimer(maya, timer.id)).timer;
    expect(now).toMatchObject({ status: 'paused', needsReview: false, spans: [{ endedAt: at }] });
    expect((await timerEvents(timer.id)).at(-1)).toMatchObject({
      type: 'timer.paused',
      user_id: timer.userId,
      actor: { user_id: maya.actor.userId },
      data: { reason: 'timers_disabled', timer: { status: 'paused' } },
    });
  }
  expect((await getTimer(elsewhere, other.timer.id)).timer.status).toBe('running');
});

describe('while timers are disabled', () => {
  test.each([
    ['a start', () => start(leo)],
    ['a switch', () => start(leo, { on_conflict: 'switch' })],
  ])('%s is rejected with a readable message', async (_what, verb) => {
    await disable();
    await expectUnchanged(world, () =>
      expect(verb()).rejects.toMatchObject({ code: 'timers_disabled', status: 409, detail: /maintenance/ }),
    );
  });

  test('a resume is rejected; pausing, stopping and discarding are not', async () => {
    const { timer: first } = await start(leo);
    await pauseTimer(leo, target(first));
    const { timer: second } = await start(leo);
    await disable();
    await expectUnchanged(world, () =>
      expect(resumeTimer(leo, target(second), {})).rejects.toMatchObject({ code: 'timers_disabled' }),
    );
    expect((await pauseTimer(leo, target(second))).changed).toBe(false);
    expect((await stopTimer(leo, target(second))).timer.status).toBe('stopped');
    expect((await discardTimer(leo, target(first))).timer.status).toBe('discarded');
  });

  test('timers in people’s other workspaces keep running', async () => {
    await disable();
    const elsewhere = await world.member({ userId: leo.actor.userId });
    expect((await start(elsewhere)).timer.status).toBe('running');
  });
});

test('enabling timers starts none by itself, and resuming is possible again', async () => {
  const { timer } = await start(leo);
  await disable();
  expect(await editWorkspace(maya, { timers_disabled: false })).toMatchObject({ timersDisabledAt: null });
  expect((await getTimer(maya, timer.id)).timer.status).toBe('paused');
  expect((await resumeTimer(leo, target(timer), {})).timer.status).toBe('running');
});

test('disabling twice keeps the first instant and writes nothing', async () => {
  const { timersDisabledAt } = await disable();
  world.clock.advance(HOUR_MS);
  await expectUnchanged(world, async () => expect(await disable()).toMatchObject({ timersDisabledAt }));
});

test('a timer past its cap is completed, not paused', async () => {
  const { timer } = await start(leo);
  world.clock.advance(25 * HOUR_MS);
  await disable();
  expect((await getTimer(maya, timer.id)).timer).toMatchObject({ status: 'completed', endReason: 'capped' });
});

describe('with more people than are paused at once', () => {
  /** The people with running timers, in the order in which they are paused. */
  async function working(count: number) {
    const people = await Promise.all(
      Array.from({ length: count }, async () => {
        const person = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
        return { person, id: (await start(person)).timer.id };
      }),
    );
    return people.toSorted((a, b) => (a.person.actor.userId < b.person.actor.userId ? -1 : 1));
  }
  const statusOf = async (id: string) => (await getTimer(maya, id)).timer.status;

  test('a paused member can stop, and no one can start, while others are still being paused', async () => {
    const people = await working(25);
    const [first, last] = [people[0], people.at(-1)];
    if (!first || !last) throw new Error('nobody works');
    const busy = await world.database.pool.connect();
    await busy.query('begin');
    await busy.query('select 1 from users where id = $1 for update', [last.person.actor.userId]);
    const disabling = disable();
    await eventually(async () => expect(await statusOf(first.id)).toBe('paused'));
    expect((await stopTimer(first.person, target(first))).timer.status).toBe('stopped');
    await expect(start(first.person)).rejects.toMatchObject({ code: 'timers_disabled' });
    await busy.query('rollback');
    busy.release();
    expect(await disabling).toMatchObject({ timersDisabledAt: await world.clock.now() });
    const statuses = await Promise.all(people.slice(1).map(({ id }) => statusOf(id)));
    expect(new Set(statuses)).toEqual(new Set(['paused']));
  });

  test('timers left running by a crash are paused by the periodic job, once', async () => {
    const people = await working(25);
    const id = maya.actor.workspaceId;
    await world.db.workspace.update({ where: { id }, data: { timersDisabledAt: await world.clock.now() } });
    expect(await pauseDisabled({ db: world.db, clock: world.clock, requestId: null })).toBe(25);
    for (const one of people) {
      expect((await timerEvents(one.id)).at(-1)).toMatchObject({
        type: 'timer.paused',
        actor: { kind: 'worker', id: 'pause-disabled-timers' },
        data: { reason: 'timers_disabled' },
      });
    }
    await expectUnchanged(world, () => pauseDisabled({ db: world.db, clock: world.clock, requestId: null }));
  });

  test('disabling again pauses timers that were left running', async () => {
    const [one] = await working(1);
    const id = maya.actor.workspaceId;
    await world.db.workspace.update({ where: { id }, data: { timersDisabledAt: await world.clock.now() } });
    await disable();
    expect(await statusOf(one?.id ?? '')).toBe('paused');
  });
});
