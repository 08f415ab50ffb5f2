import { beforeAll, describe, expect, test, vi } from 'vitest';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import { inKeyedMutex } from '#/lib/context/in-keyed-mutex.ts';
import { type AppError, isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { getCurrentTimer } from '#/lib/tracking/timers/get-current-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { type StartTimerBody, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import * as store from '#/lib/tracking/timers/timer-store.ts';
import { testWorld, type World } from '#/test/world.ts';

// Lets one test remove the application's checks; the others use the real store.
vi.mock('#/lib/tracking/timers/timer-store.ts', { spy: true });
vi.mock('#/lib/accounts/users/lock-user-query.ts', { spy: true });
vi.mock('#/lib/context/in-keyed-mutex.ts', { spy: true });

let world: World;
beforeAll(async () => {
  world = await testWorld({ connections: 60 });
});

const input = (body: StartTimerBody = {}) => startTimerInput.parse(body);
const REQUEST = { ifMatch: null };

type Race = { won: TimerJson['id'][]; lost: AppError[] };

async function race(times: number, start: () => ReturnType<typeof startTimer>): Promise<Race> {
  const results = await Promise.allSettled(Array.from({ length: times }, start));
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.timer.id] : []));
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const error of lost) if (!isAppError(error, 'timer_already_running')) throw error;
  return { won, lost };
}

describe('errors', () => {
  test('a second start is rejected with the running timer', async () => {
    const ctx = await world.member();
    const { timer } = await startTimer(ctx, input({ title: 'First' }));
    await expect(startTimer(ctx, input())).rejects.toMatchObject({
      code: 'timer_already_running',
      status: 409,
      extra: { current: { id: timer.id, title: 'First', status: 'running' } },
    });
  });

  test('fifty concurrent starts: one wins, forty-nine get the winner', async () => {
    const ctx = await world.member();
    const { won, lost } = await race(50, () => startTimer(ctx, input()));
    expect(won).toHaveLength(1);
    expect(lost).toHaveLength(49);
    for (const error of lost) expect(error.extra.current).toMatchObject({ id: won[0], status: 'running' });
  });

  test('the same holds without the application’s check and its lock, by the constraint alone', async () => {
    const ctx = await world.member();
    // Without the check for a running timer, and without waiting for each other: only the index is left. The winner is
    // looked up on the client, outside the transaction, and that look-up stays.
    const look = vi.mocked(store.findRunningTimer).getMockImplementation();
    const real = (await vi.importActual<typeof store>('#/lib/tracking/timers/timer-store.ts')).findRunningTimer;
    vi.mocked(lockUser).mockImplementation(async () => {});
    vi.mocked(inKeyedMutex).mockImplementation((_client, _userId, work) => work());
    vi.mocked(store.findRunningTimer).mockImplementation(async (tx, userId) =>
      tx === ctx.db ? real(tx, userId) : null,
    );
    try {
      const { won, lost } = await race(50, () => startTimer(ctx, input()));
      expect(won).toHaveLength(1);
      expect(lost).toHaveLength(49);
      for (const error of lost) expect(error.extra.current).toMatchObject({ id: won[0] });
    } finally {
      vi.mocked(lockUser).mockRestore();
      vi.mocked(inKeyedMutex).mockRestore();
      if (look) vi.mocked(store.findRunningTimer).mockImplementation(look);
      else vi.mocked(store.findRunningTimer).mockRestore();
    }
    const rows = await world.database.pool.query('select 1 from timers where user_id = $1', [ctx.actor.userId]);
    expect(rows.rowCount).toBe(1);
  });

  test('a start while a timer runs in another workspace is rejected without showing it', async () => {
    const there = await world.member();
    const here = await world.member({ userId: there.actor.userId });
    await startTimer(there, input({ title: 'Secret' }));
    await expect(startTimer(here, input({ on_conflict: 'reject' }))).rejects.toMatchObject({
      code: 'timer_already_running',
      extra: { current: null },
    });
  });

  test.each([
    ['an unknown ticket key', { ticket_key: 'NO-1' }, 'ticket_not_found', 404],
    ['an unknown ticket id', { ticket_id: '00000000-0000-7000-8000-000000000000' }, 'ticket_not_found', 404],
    ['an unknown project id', { project_id: '00000000-0000-7000-8000-000000000000' }, 'project_not_found', 404],
    ['an expected end in the past', { expected_end_at: '2020-01-01T00:00:00Z' }, 'expected_end_past', 400],
  ])('%s is rejected and leaves nothing behind', async (_name, body, code, status) => {
    const ctx = await world.member();
    const { timer: running } = await startTimer(ctx, input());
    await expect(startTimer(ctx, input({ ...body, on_conflict: 'switch' }))).rejects.toMatchObject({ code, status });
    const remaining = await store.findRunningTimer(ctx.db, ctx.actor.userId);
    expect(remaining?.id).toBe(running.id);
  });
});

describe('starting', () => {
  test('begins one span at the instant of the clock', async () => {
    const ctx = await world.member();
    const { timer, now } = await startTimer(ctx, input({ title: 'Work', tags: ['deep', 'deep'] }));
    expect(timer).toMatchObject({ status: 'running', startedAt: now, tags: ['deep'], version: 1, createdVia: 'web' });
    expect(timer.spans).toMatchObject([{ startedAt: now, endedAt: null }]);
  });

  test.each([
    ['switch', 'stopped', 'switched'],
    ['pause', 'paused', null],
  ] as const)('%s ends the other timer at the same instant', async (onConflict, status, endReason) => {
    const ctx = await world.member();
    const first = (await startTimer(ctx, input())).timer;
    const at = world.clock.advance(90_000);
    const { timer, ended } = await startTimer(ctx, input({ on_conflict: onConflict }));
    expect(ended).toMatchObject({ id: first.id, status, endReason, spans: [{ endedAt: at }] });
    expect(timer.startedAt).toEqual(at);
  });

  test('five timers can be paused at the same time', async () => {
    const ctx = await world.member();
    for (let count = 0; count < 5; count += 1) {
      const { timer } = await startTimer(ctx, input());
      await pauseTimer(ctx, { id: timer.id, ...REQUEST });
    }
    expect((await getCurrentTimer(ctx)).paused).toHaveLength(5);
  });

  test('creates an unknown ticket on request with its title, and finds it again in any case', async () => {
    const ctx = await world.member();
    const created = await startTimer(ctx, input({ ticket_key: 'API-412', create_ticket: true, title: 'Rate limiter' }));
    expect(created.timer.ticket).toMatchObject({ key: 'API-412', title: 'Rate limiter' });
    const again = await startTimer(ctx, input({ ticket_key: 'api-412', on_conflict: 'switch' }));
    expect(again.timer.ticket?.id).toBe(created.timer.ticket?.id);
    expect(again.timer.title).toBe('Rate limiter');
  });

  test('twenty people who create the same ticket concurrently create one', async () => {
    const first = await world.member();
    const others = await Promise.all(
      Array.from({ length: 19 }, () => world.member({ workspaceId: first.actor.workspaceId, role: 'member' })),
    );
    const started = await Promise.all(
      [first, ...others].map((ctx) =>
        startTimer(ctx, input({ ticket_key: 'NEW-1', create_ticket: true, project: 'Core' })),
      ),
    );
    expect(new Set(started.map(({ timer }) => timer.ticket?.id)).size).toBe(1);
    expect(new Set(started.map(({ timer }) => timer.project?.id)).size).toBe(1);
  });

  test('a countdown given by its duration keeps its plan and its expected end', async () => {
    const ctx = await world.member();
    const { timer, now } = await startTimer(ctx, input({ type: 'countdown', duration: 'PT20M' }));
    expect(timer.plan).toMatchObject({ type: 'countdown', duration_ms: 1_200_000 });
    expect(timer.expectedEndAt).toEqual(new Date(now.getTime() + 1_200_000));
  });

  test('a start after the clock was set back begins where the recorded time ends', async () => {
    const ctx = await world.member();
    const { timer } = await startTimer(ctx, input());
    const paused = world.clock.advance(60_000);
    await pauseTimer(ctx, { id: timer.id, ...REQUEST });
    world.clock.advance(-45_000);
    const next = await startTimer(ctx, input());
    expect(next.timer.startedAt).toEqual(paused);
    world.clock.advance(45_000);
  });
});

describe('a timer that runs in another workspace', () => {
  const both = async () => {
    const there = await world.member();
    return { there, here: await world.member({ userId: there.actor.userId }) };
  };

  test('is shown to its person’s session with the workspace, but not to a key', async () => {
    const { there, here } = await both();
    const { timer } = await startTimer(there, input({ title: 'There' }));
    const { name } = await world.db.workspace.findUniqueOrThrow({ where: { id: there.actor.workspaceId } });
    const workspace = { id: there.actor.workspaceId, name };
    expect(await getCurrentTimer(here)).toMatchObject({
      timer: null,
      elsewhere: { workspace, timer: { id: timer.id } },
    });
    expect((await getCurrentTimer(there)).elsewhere).toBeNull();
    const key = { ...here, actor: { ...here.actor, credential: { kind: 'api_key', apiKeyId: newId() } as const } };
    expect(await getCurrentTimer(key)).toMatchObject({ timer: null, elsewhere: null });
    await expect(startTimer(key, input({ on_conflict: 'switch' }))).rejects.toMatchObject({ extra: { current: null } });
  });

  test('is stopped by a start here at the same instant, or paused by one that pauses', async () => {
    for (const [on_conflict, status, type] of [
      ['switch', 'stopped', 'timer.stopped'],
      ['pause', 'paused', 'timer.paused'],
    ] as const) {
      const { there, here } = await both();
      const { timer } = await startTimer(there, input({ title: 'There' }));
      await expect(startTimer(here, input({ on_conflict: 'reject' }))).rejects.toMatchObject({
        code: 'timer_already_running',
      });
      world.clock.advance(60_000);
      const started = await startTimer(here, input({ title: 'Here', on_conflict }));
      expect(started.ended, 'of another workspace nothing is told here').toBeNull();
      const after = await world.db.timer.findUniqueOrThrow({ where: { id: timer.id }, include: { spans: true } });
      expect(after).toMatchObject({ status, workspaceId: there.actor.workspaceId });
      expect(after.spans).toMatchObject([{ endedAt: started.timer.startedAt }]);
      const events = await world.db.event.findMany({ where: { type, subjectId: timer.id } });
      expect(events.map(({ workspaceId }) => workspaceId)).toEqual([there.actor.workspaceId]);
    }
  });
});
