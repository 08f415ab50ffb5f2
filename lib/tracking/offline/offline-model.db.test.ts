import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// One device is online; another acts without a connection and sends everything later, in order, up to the first
// conflict. Whatever the two do: nothing overlaps, and the time that the server measured itself stays as it was.

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

const verb = fc.constantFrom('start' as const, 'pause' as const, 'resume' as const, 'stop' as const);
const step = fc.oneof(
  fc.record({ by: fc.constant('online' as const), verb }),
  fc.record({ by: fc.constant('offline' as const), verb }),
  fc.record({ by: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90 * MINUTE_MS }) }),
  fc.record({ by: fc.constant('return' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Verb = 'start' | 'pause' | 'resume' | 'stop';
type Seen = { id: string; version: number };
type OfflineAction = { verb: Verb; takenAt: number };
type Span = { id: string; from: number; to: number | null; origin: string };

/** The offline device: the last state it saw of its timer, and its unsent actions. */
type Device = { seen: Seen | null; running: Seen | null; late: OfflineAction[] };

const online = (verb: Verb): Step => ({ by: 'online', verb });
const offline = (verb: Verb): Step => ({ by: 'offline', verb });
const home: Step = { by: 'return' };
const minute: Step = { by: 'wait', ms: MINUTE_MS };

/** Each response that a late action can get, produced on purpose, so that none is left to chance. */
const OUTCOMES: Record<string, Step[]> = {
  'start done': [offline('start'), minute, home],
  'pause done': [online('start'), home, minute, offline('pause'), minute, home],
  'resume done': [online('start'), online('pause'), home, offline('resume'), minute, home],
  'stop done': [online('start'), home, minute, offline('stop'), minute, home],
  'start collides': [home, offline('start'), minute, online('start'), home],
  'pause collides': [online('start'), home, offline('pause'), minute, online('stop'), home],
  'resume collides': [online('start'), online('pause'), home, offline('resume'), minute, online('stop'), home],
  'stop collides': [online('start'), home, offline('stop'), minute, online('pause'), home],
};

test('any mix of online and late actions keeps spans disjoint, and changes no measured time', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const ctx = await world.member({ capSeconds: 4 * 3600 });
      const device: Device = { seen: null, running: null, late: [] };
      for (const one of [...steps, { by: 'return' as const }]) {
        const before = await spansOf(ctx);
        await perform(ctx, device, one, outcomes);
        expectPreserved(before, await spansOf(ctx));
      }
      await expectApart(ctx);
    }),
    { numRuns: scaled(15, 60), examples: Object.values(OUTCOMES).map((steps): [Step[]] => [steps]) },
  );
  expect(Object.keys(OUTCOMES).filter((outcome) => !outcomes.has(outcome))).toEqual([]);
}, 240_000);

async function perform(ctx: Ctx, device: Device, one: Step, outcomes: Set<string>): Promise<void> {
  const now = (await world.clock.now()).getTime();
  if (one.by === 'wait') world.clock.advance(one.ms);
  else if (one.by === 'offline') device.late.push({ verb: one.verb, takenAt: now });
  else if (one.by === 'online') await act(ctx, one.verb, await latest(ctx));
  else await replay(ctx, device, outcomes);
}

async function replay(ctx: Ctx, device: Device, outcomes: Set<string>): Promise<void> {
  for (const { verb: name, takenAt } of device.late.splice(0)) {
    const age = (await world.clock.now()).getTime() - takenAt;
    const result = await act(ctx, name, device.seen, { age, running: device.running });
    if (result === null) continue;
    outcomes.add(`${name} ${result === 'collides' ? 'collides' : 'done'}`);
    if (result === 'collides') break;
    const { isRunning, ...seen } = result;
    device.seen = seen;
    if (isRunning) device.running = seen;
    else if (device.running?.id === seen.id) device.running = null;
  }
  device.seen = await latest(ctx);
  device.running = await running(ctx);
}

type Done = Seen & { isRunning: boolean };

/** Null where no action is possible. */
async function act(
  ctx: Ctx,
  name: Verb,
  seen: Seen | null,
  late?: { age: number; running: Seen | null },
): Promise<Done | 'collides' | null> {
  const input = late && { offline_age_ms: late.age };
  const opens = { on_conflict: 'switch' as const, ...(late && { ...input, seen_running: late.running }) };
  try {
    if (name !== 'start' && !seen) return null;
    const target = { id: seen?.id ?? '', ifMatch: late && seen ? [seen.version] : null };
    const { timer } =
      name === 'start'
        ? await startTimer(ctx, startTimerInput.parse(opens))
        : name === 'resume'
          ? await resumeTimer(ctx, target, opens)
          : await { pause: pauseTimer, stop: stopTimer }[name](ctx, target, input);
    return { id: timer.id, version: timer.version, isRunning: timer.status === 'running' };
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect([...(late ? ['intent_collides'] : []), 'timer_ended']).toContain(error.code);
    return late ? 'collides' : null;
  }
}

/** Closed spans stay as they were; an open one continues or was closed, from the same start. */
function expectPreserved(before: Span[], after: Span[]): void {
  const known = new Map(after.map((span) => [span.id, span]));
  for (const { id, from, to, origin } of before) {
    const now = known.get(id);
    expect(now?.from).toBe(from);
    if (to !== null) expect([now?.to, now?.origin]).toEqual([to, origin]);
    else if (now?.to !== null && now?.to !== undefined) expect(now.to).toBeGreaterThanOrEqual(from);
  }
}

async function spansOf(ctx: Ctx): Promise<Span[]> {
  const { rows } = await world.database.pool.query(
    `select id, origin, extract(epoch from started_at)::float8 as from, extract(epoch from ended_at)::float8 as to
     from timer_spans where user_id = $1`,
    [ctx.actor.userId],
  );
  return rows;
}

async function expectApart(ctx: Ctx): Promise<void> {
  const { rows } = await world.database.pool.query(
    `select count(*)::int as n from timer_spans a join timer_spans b on a.user_id = b.user_id and a.id < b.id
       and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at) where a.user_id = $1
     union all select count(*)::int from timer_spans where user_id = $1 and (started_at > $2 or ended_at > $2)`,
    [ctx.actor.userId, await world.clock.now()],
  );
  expect(rows.map(({ n }) => n)).toEqual([0, 0]);
}

async function latest(ctx: Ctx): Promise<Seen | null> {
  const where = { userId: ctx.actor.userId };
  return world.db.timer.findFirst({ where, orderBy: { updatedAt: 'desc' }, select: { id: true, version: true } });
}

async function running(ctx: Ctx): Promise<Seen | null> {
  const where = { userId: ctx.actor.userId, status: 'running' as const };
  return world.db.timer.findFirst({ where, select: { id: true, version: true } });
}
