import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { elapsedMs } from '#/lib/tracking/timers/timer.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = '2026-12-01T12:00:00.000Z';

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(NOW);
  maya = await world.member({ timeZone: 'Europe/Berlin' });
});

type SpanTimes = [from: string | number, to: string | number | null];

/** A timer inserted by plain SQL, so that its times can be in the past. With an open span it is running. */
async function record(ctx: Ctx, spans: SpanTimes[], options: { discarded?: boolean; capSeconds?: number } = {}) {
  const { userId, workspaceId } = ctx.actor;
  const [id, discarded] = [newId(), options.discarded ?? false];
  const end = spans.at(-1)?.[1] ?? null;
  const status = discarded ? 'discarded' : end === null ? 'running' : 'stopped';
  const reason = discarded ? 'discarded' : end === null ? null : 'stopped';
  const at = (instant: string | number | null) => (instant === null ? null : new Date(instant).toISOString());
  await world.database.pool.query(
    `with timer as (
       insert into timers (id, workspace_id, user_id, type, status, started_at, ended_at, end_reason, cap_seconds, created_via)
       values ($1, $2, $3, 'manual', $4, $5, $6, $7, $8, 'api'))
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, discarded)
     select span.id, $1, $2, $3, span.started_at, span.ended_at, $9
     from unnest($10::uuid[], $11::timestamptz[], $12::timestamptz[]) as span (id, started_at, ended_at)`,
    [
      ...[id, workspaceId, userId, status, at(spans[0]?.[0] ?? null), at(end), reason],
      ...[options.capSeconds ?? 31_000_000, discarded],
      ...[spans.map(() => newId()), spans.map(([from]) => at(from)), spans.map(([, to]) => at(to))],
    ],
  );
  return id;
}

async function totals(ctx: Ctx, query: Record<string, string> = {}) {
  const page = await listTimers(ctx, listTimersQuery.parse(query));
  return page.days.map(({ date, elapsedMs: ms, timers }) => ({ date, ms, timers }));
}

const hours = (count: number) => count * HOUR_MS;

describe('a span over midnight counts to both days', () => {
  test('with its part on each, and the timer counts on both', async () => {
    await record(maya, [['2026-11-10T22:30:00Z', '2026-11-11T00:15:00Z']]);
    expect(await totals(maya)).toEqual([
      { date: '2026-11-11', ms: 75 * MINUTE_MS, timers: 1 },
      { date: '2026-11-10', ms: 30 * MINUTE_MS, timers: 1 },
    ]);
  });

  test('a span that ends at midnight does not count on the next day', async () => {
    await record(maya, [['2026-11-10T22:00:00Z', '2026-11-10T23:00:00Z']]);
    expect(await totals(maya)).toEqual([{ date: '2026-11-10', ms: hours(1), timers: 1 }]);
    expect(await totals(maya, { date: '2026-11-11' })).toEqual([{ date: '2026-11-11', ms: 0, timers: 0 }]);
  });

  test('a span of four days counts 24 hours on the days between', async () => {
    await record(maya, [['2026-11-10T11:00:00Z', '2026-11-13T11:00:00.001Z']]);
    expect((await totals(maya)).map(({ ms }) => ms)).toEqual([hours(12) + 1, hours(24), hours(24), hours(12)]);
  });

  test('two timers on one day are summed and counted', async () => {
    await record(maya, [['2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z']]);
    await record(maya, [
      ['2026-11-10T10:00:00Z', '2026-11-10T10:20:00Z'],
      ['2026-11-10T11:00:00Z', '2026-11-10T11:20:00Z'],
    ]);
    expect(await totals(maya)).toEqual([{ date: '2026-11-10', ms: 100 * MINUTE_MS, timers: 2 }]);
  });
});

describe('a day is as long as local clocks make it', () => {
  test.each([
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00.000Z'],
    ['America/St_Johns', '2026-03-08', 23, '2026-03-08T03:30:00.000Z'],
    ['America/St_Johns', '2026-11-01', 25, '2026-11-01T02:30:00.000Z'],
    ['Asia/Kolkata', '2026-10-25', 24, '2026-10-24T18:30:00.000Z'],
    ['Pacific/Apia', '2026-10-25', 24, '2026-10-24T11:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-03T13:30:00.000Z'],
    // At midnight clocks go from 0:00 to 1:00: the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', 23, '2026-04-23T22:00:00.000Z'],
    // At midnight they go back to 23:00: the evening is an hour longer.
    ['Africa/Cairo', '2026-10-29', 25, '2026-10-28T21:00:00.000Z'],
    // At 1:00 they go back to 0:00: midnight occurs twice, and the day begins with the first.
    ['Atlantic/Azores', '2026-10-25', 25, '2026-10-25T00:00:00.000Z'],
    ['America/Havana', '2026-11-01', 25, '2026-11-01T04:00:00.000Z'],
    ['America/Nuuk', '2026-10-24', 25, '2026-10-24T01:00:00.000Z'],
    ['America/Nuuk', '2026-03-28', 23, '2026-03-28T02:00:00.000Z'],
  ])('%s on %s: %d hours', async (timeZone, date, length, startsAt) => {
    await record(maya, [['2026-01-01T00:00:00Z', '2026-11-30T00:00:00Z']]);
    const page = await listTimers(maya, listTimersQuery.parse({ date, time_zone: timeZone }));
    expect(page.days).toEqual([
      {
        date,
        startsAt: new Date(startsAt),
        endsAt: new Date(Date.parse(startsAt) + hours(length)),
        elapsedMs: hours(length),
        timers: 1,
      },
    ]);
  });

  test('a day that was skipped in the zone is rejected with a readable message', async () => {
    const query = listTimersQuery.parse({ date: '2011-12-30', time_zone: 'Pacific/Apia' });
    await expect(listTimers(maya, query)).rejects.toMatchObject({
      code: 'range_invalid',
      fields: [{ pointer: '#/query/date', detail: 'The range must end after it begins.' }],
    });
    const around = { from: '2011-12-29', to: '2011-12-31', time_zone: 'Pacific/Apia' };
    expect((await totals(maya, around)).map(({ date }) => date)).toEqual(['2011-12-31', '2011-12-30', '2011-12-29']);
  });
});

test('no time is lost where the local date itself once went back', async () => {
  // Until 2011, clocks in Newfoundland went back at 0:01: one minute of Sunday, an hour of Saturday, Sunday again.
  await record(maya, [['2010-11-07T02:45:00Z', '2010-11-07T03:15:00Z']]);
  expect(await totals(maya, { time_zone: 'America/St_Johns' })).toMatchObject([{ ms: 30 * MINUTE_MS }]);
});

describe('which days', () => {
  beforeEach(async () => {
    await record(maya, [['2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z']]);
    await record(maya, [['2026-11-12T09:00:00Z', '2026-11-12T10:00:00Z']]);
  });

  test('without a range: those with time, newest first', async () => {
    expect((await totals(maya)).map(({ date }) => date)).toEqual(['2026-11-12', '2026-11-10']);
  });

  test('from day to day: every day, including empty ones', async () => {
    expect(await totals(maya, { from: '2026-11-09', to: '2026-11-12' })).toEqual([
      { date: '2026-11-12', ms: hours(1), timers: 1 },
      { date: '2026-11-11', ms: 0, timers: 0 },
      { date: '2026-11-10', ms: hours(1), timers: 1 },
      { date: '2026-11-09', ms: 0, timers: 0 },
    ]);
  });

  test('from instant to instant: cut at both ends', async () => {
    const range = { from: '2026-11-10T09:15:00Z', to: '2026-11-10T09:45:00+00:00' };
    expect(await totals(maya, range)).toEqual([{ date: '2026-11-10', ms: 30 * MINUTE_MS, timers: 1 }]);
    const page = await listTimers(maya, listTimersQuery.parse(range));
    expect(page.timers).toHaveLength(1);
  });

  test('with one end: all days with time before or after it', async () => {
    expect((await totals(maya, { from: '2026-11-11' })).map(({ date }) => date)).toEqual(['2026-11-12']);
    expect((await totals(maya, { to: '2026-11-11' })).map(({ date }) => date)).toEqual(['2026-11-10']);
    expect(await totals(maya, { from: '2026-11-10T09:30:00Z' })).toMatchObject([{}, { ms: 30 * MINUTE_MS }]);
  });

  test('in another zone than the member’s when the query requests it', async () => {
    await record(maya, [['2026-11-14T03:00:00Z', '2026-11-14T06:00:00Z']]);
    expect(await totals(maya, { from: '2026-11-13', to: '2026-11-14', time_zone: 'America/New_York' })).toEqual([
      { date: '2026-11-14', ms: hours(1), timers: 1 },
      { date: '2026-11-13', ms: hours(2), timers: 1 },
    ]);
  });

  test('discarded timers count only when requested', async () => {
    await record(maya, [['2026-11-10T12:00:00Z', '2026-11-10T13:00:00Z']], { discarded: true });
    expect(await totals(maya, { date: '2026-11-10' })).toMatchObject([{ ms: hours(1) }]);
    expect(await totals(maya, { date: '2026-11-10', status: 'discarded' })).toMatchObject([
      { ms: hours(1), timers: 1 },
    ]);
  });

  test('400 days may be requested at once, whatever the clock changes in them, 401 may not', async () => {
    expect(await totals(maya, { from: '2026-10-01', to: '2027-11-04' })).toHaveLength(400);
    const query = listTimersQuery.parse({ from: '2026-10-01', to: '2027-11-05' });
    await expect(listTimers(maya, query)).rejects.toMatchObject({ code: 'range_invalid', status: 400 });
  });
});

describe('a running timer', () => {
  test('counts up to now, on every day it runs', async () => {
    await record(maya, [['2026-11-30T22:00:00Z', null]]);
    expect(await totals(maya)).toEqual([
      { date: '2026-12-01', ms: hours(13), timers: 1 },
      { date: '2026-11-30', ms: hours(1), timers: 1 },
    ]);
  });

  test('has no time on future days, and is not listed there', async () => {
    await record(maya, [['2026-11-30T22:00:00Z', null]]);
    const page = await listTimers(maya, listTimersQuery.parse({ date: '2026-12-02' }));
    expect(page.timers).toEqual([]);
    expect(page.days).toMatchObject([{ date: '2026-12-02', elapsedMs: 0, timers: 0 }]);
  });

  test('that has just begun is listed today with no time', async () => {
    world.clock.set('2026-12-01T23:00:00.000Z');
    await record(maya, [['2026-12-01T23:00:00.000Z', null]]);
    const page = await listTimers(maya, listTimersQuery.parse({ date: '2026-12-02' }));
    expect(page.timers).toHaveLength(1);
    expect(page.days).toMatchObject([{ elapsedMs: 0 }]);
  });

  test('past its cap counts up to the cap, before a worker has recorded it', async () => {
    await record(
      maya,
      [
        ['2026-11-28T10:00:00Z', '2026-11-28T11:00:00Z'],
        ['2026-11-29T10:00:00Z', null],
      ],
      { capSeconds: 3 * 3600 },
    );
    expect(await totals(maya)).toMatchObject([
      { date: '2026-11-29', ms: hours(2) },
      { date: '2026-11-28', ms: hours(1) },
    ]);
    const page = await listTimers(maya, listTimersQuery.parse({ date: '2026-11-30' }));
    expect([page.timers, page.days]).toMatchObject([[], [{ elapsedMs: 0 }]]);
  });

  test('past its cap is found among the completed, not among the running', async () => {
    const id = await record(maya, [['2026-11-29T10:00:00Z', null]], { capSeconds: 3600 });
    const ids = async (status: string) =>
      (await listTimers(maya, listTimersQuery.parse({ status }))).timers.map((timer) => timer.id);
    expect(await ids('completed')).toEqual([id]);
    expect(await ids('running')).toEqual([]);
    const young = await record(await world.member(), [['2026-12-01T11:30:00Z', null]], { capSeconds: 3600 });
    expect(young).not.toBe(id);
  });
});

// ---------------------------------------------------------------- against a second model of a day

const ZONES = [
  ...['Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Africa/Cairo', 'Asia/Kolkata', 'Asia/Beirut'],
  ...['Atlantic/Azores', 'America/Havana', 'America/Nuuk', 'America/Santiago', 'Australia/Lord_Howe'],
  ...['Antarctica/Troll', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'UTC'],
];
const QUARTER_MS = 15 * MINUTE_MS;

/** Per quarter of an hour: the local date. In 2026 every offset is a multiple of 15 minutes. */
function countByQuarters(spans: [number, number][], timeZone: string): Map<string, number> {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Map<string, number>();
  for (const [from, to] of spans) {
    for (let at = from; at < to; ) {
      const next = Math.min(to, (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS);
      const date = calendar.format(at);
      days.set(date, (days.get(date) ?? 0) + (next - at));
      at = next;
    }
  }
  return days;
}

/** The hours of 2026, six at a time, in which a zone's clocks change. */
function changesOf(timeZone: string): number[] {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (at: number) => clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const all = Array.from({ length: 365 * 4 }, (_, step) => Date.parse('2026-01-01') + step * 6 * HOUR_MS);
  return all.filter((at) => offset(at) !== offset(at + 6 * HOUR_MS));
}

const zones = ZONES.map((zone) => ({ zone, changes: changesOf(zone) }));
/** Mostly near clock changes. */
function startsIn(changes: number[]): fc.Arbitrary<number> {
  const near = changes.map((at) => fc.integer({ min: at - 6 * HOUR_MS, max: at + 9 * HOUR_MS }));
  return fc.oneof(fc.integer({ min: Date.parse('2026-01-02'), max: Date.parse('2026-10-30') }), ...near);
}
const lengths = fc.oneof(fc.nat({ max: 90 * MINUTE_MS }), fc.nat({ max: 30 * HOUR_MS }));
const walks = fc.array(fc.tuple(fc.nat({ max: 5 * HOUR_MS }), lengths), { minLength: 1, maxLength: 4 });

function spansOf(start: number, walk: [number, number][]): [number, number][] {
  let at = start;
  return walk.map(([gap, length]) => {
    const from = at + gap;
    at = from + length;
    return [from, at];
  });
}

describe('whatever the spans, each day has the time that its local calendar shows', () => {
  test.each(zones)('in $zone', async ({ zone, changes }) => {
    const ctx = await world.member({ timeZone: zone });
    const property = fc.asyncProperty(startsIn(changes), walks, fc.boolean(), async (start, walk, runs) => {
      await world.db.timer.deleteMany({ where: { userId: ctx.actor.userId } });
      const spans = spansOf(start, walk);
      world.clock.set(new Date(spans.at(-1)?.[1] ?? start));
      const last = spans.length - 1;
      await record(
        ctx,
        spans.map(([from, to], index) => [from, runs && index === last ? null : to]),
      );
      const page = await listTimers(ctx, listTimersQuery.parse({}));
      expect(timeByDay(page.days)).toEqual(Object.fromEntries(countByQuarters(spans, zone)));
      const elapsed = page.timers.reduce((sum, timer) => sum + elapsedMs(timer, page.now), 0);
      expect(page.days.reduce((sum, day) => sum + day.elapsedMs, 0)).toBe(elapsed);
    });
    await fc.assert(property, { numRuns: scaled(10, 40) });
  });
});

describe('a range cuts the totals of days', () => {
  test.each(zones)('in $zone', async ({ zone, changes }) => {
    const ctx = await world.member({ timeZone: zone });
    const property = fc.asyncProperty(startsIn(changes), walks, fc.nat({ max: DAY_MS }), async (start, walk, cut) => {
      await world.db.timer.deleteMany({ where: { userId: ctx.actor.userId } });
      const spans = spansOf(start, walk);
      await record(ctx, spans);
      const [from, to] = [start + cut, start + cut + DAY_MS];
      const clipped = spans.map(([a, b]): [number, number] => [Math.max(a, from), Math.min(b, to)]);
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const page = await listTimers(ctx, listTimersQuery.parse(query));
      expect(timeByDay(page.days)).toEqual(Object.fromEntries(countByQuarters(clipped, zone)));
    });
    await fc.assert(property, { numRuns: scaled(5, 15) });
  });
});

const timeByDay = (days: { date: string; elapsedMs: number }[]) =>
  Object.fromEntries(days.filter((day) => day.elapsedMs > 0).map((day) => [day.date, day.elapsedMs]));
