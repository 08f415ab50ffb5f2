import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  world.clock.set('2027-01-01T12:00:00.000Z');
});

async function memberWith(timeZone: string, dayStartHour: number): Promise<Ctx> {
  const ctx = await world.member({ timeZone });
  await editSettings(ctx, { day_start_hour: dayStartHour });
  return ctx;
}

/** Stopped timers of one span each, inserted by plain SQL, so that their times can be in the past. */
async function record({ actor }: Ctx, spans: [number, number][]): Promise<void> {
  const times = [spans.map(([from]) => new Date(from)), spans.map(([, to]) => new Date(to))];
  await world.database.pool.query(
    `with span as (select * from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[]) as s (id, starts, ends)),
     timer as (
       insert into timers (id, workspace_id, user_id, type, status, started_at, ended_at, end_reason, cap_seconds, created_via)
       select id, $1, $2, 'manual', 'stopped', starts, ends, 'stopped', 31000000, 'api' from span)
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at)
     select id, id, $1, $2, starts, ends from span`,
    [actor.workspaceId, actor.userId, spans.map(() => newId()), ...times],
  );
}

const list = (ctx: Ctx, query: Record<string, string>) => listTimers(ctx, listTimersQuery.parse(query));
const at = (instant: string) => Date.parse(instant);

test('work after midnight belongs to the evening before, until the hour at which days begin', async () => {
  const ctx = await memberWith('Europe/Berlin', 4);
  await record(ctx, [[at('2026-11-10T21:00:00Z'), at('2026-11-11T03:30:00Z')]]);
  const days = (await list(ctx, {})).days.map(({ date, elapsedMs }) => [date, elapsedMs]);
  expect(days).toEqual([
    ['2026-11-11', 30 * MINUTE_MS],
    ['2026-11-10', 6 * HOUR_MS],
  ]);
  expect((await list(ctx, { date: '2026-11-10' })).days).toEqual([
    {
      date: '2026-11-10',
      startsAt: new Date('2026-11-10T03:00:00Z'),
      endsAt: new Date('2026-11-11T03:00:00Z'),
      elapsedMs: 6 * HOUR_MS,
      timers: 1,
    },
  ]);
  expect((await list(ctx, { date: '2026-11-12' })).timers).toEqual([]);
});

test('the hour applies in another requested zone, and for a viewer of another member', async () => {
  const ctx = await memberWith('Europe/Berlin', 4);
  const [tokyo] = (await list(ctx, { date: '2026-11-10', time_zone: 'Asia/Tokyo' })).days;
  expect(tokyo?.startsAt).toEqual(new Date('2026-11-09T19:00:00Z'));
  const admin = await world.member({ workspaceId: ctx.actor.workspaceId, timeZone: 'Asia/Tokyo' });
  const [hers] = (await list(admin, { date: '2026-11-10', user_id: ctx.actor.userId })).days;
  expect(hers?.startsAt).toEqual(new Date('2026-11-10T03:00:00Z'));
});

describe('where clocks change at the hour', () => {
  test.each([
    // The hour occurs twice: the day begins with the first.
    ['Europe/Berlin', 2, '2026-10-25', '2026-10-25T00:00:00Z', 25],
    ['America/Havana', 0, '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['Pacific/Chatham', 3, '2026-04-05', '2026-04-04T13:15:00Z', 25],
    ['Antarctica/Troll', 2, '2026-10-25', '2026-10-25T00:00:00Z', 26],
    // The hour is skipped: the day begins with the change.
    ['Europe/Berlin', 2, '2026-03-29', '2026-03-29T01:00:00Z', 23],
    ['Africa/Cairo', 0, '2026-04-24', '2026-04-23T22:00:00Z', 23],
    ['Antarctica/Troll', 2, '2026-03-29', '2026-03-29T01:00:00Z', 23],
    ['Pacific/Chatham', 3, '2026-09-27', '2026-09-26T14:00:00Z', 23.25],
    // The day before is shorter or longer by as much.
    ['Europe/Berlin', 2, '2026-03-28', '2026-03-28T01:00:00Z', 24],
    ['Europe/Berlin', 3, '2026-10-24', '2026-10-24T01:00:00Z', 25],
    ['Europe/Berlin', 4, '2026-03-28', '2026-03-28T03:00:00Z', 23],
    ['Asia/Kathmandu', 5, '2026-03-29', '2026-03-28T23:15:00Z', 24],
  ])('%s, days from %d:00, on %s', async (timeZone, hour, date, startsAt, length) => {
    const ctx = await memberWith(timeZone, hour);
    const { days } = await list(ctx, { date });
    expect(days).toMatchObject([
      { date, startsAt: new Date(startsAt), endsAt: new Date(at(startsAt) + length * HOUR_MS) },
    ]);
  });

  test('a day with a skipped hour is as long as its remaining hours', async () => {
    const ctx = await memberWith('Pacific/Apia', 4);
    const { days } = await list(ctx, { from: '2011-12-29', to: '2011-12-31' });
    expect(days.map(({ date, startsAt, endsAt }) => [date, (endsAt.getTime() - startsAt.getTime()) / HOUR_MS])).toEqual(
      [
        ['2011-12-31', 24],
        ['2011-12-30', 4],
        ['2011-12-29', 20],
      ],
    );
  });
});

// ---------------------------------------------------------------- against a second model of a day

const ZONES = [
  ...['Europe/Berlin', 'America/Havana', 'Asia/Kathmandu', 'Africa/Cairo', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['Atlantic/Azores', 'America/Santiago', 'Antarctica/Troll', 'Pacific/Chatham', 'Asia/Beirut', 'UTC'],
];
const QUARTER_MS = 15 * MINUTE_MS;

type Wall = { date: string; hour: number };

/** Local date and time at an instant. */
function wallOf(timeZone: string): (instant: number) => Wall {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return (instant) => {
    const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
    return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
  };
}

const dayBefore = (date: string) => new Date(Date.parse(date) - 24 * HOUR_MS).toISOString().slice(0, 10);

/** The person's current day, by local time. It never goes back: a day that has begun stays. */
function daysByQuarter(timeZone: string, hour: number, from: number, to: number): Map<number, string> {
  const wall = wallOf(timeZone);
  const days = new Map<number, string>();
  let latest = '';
  for (let quarter = Math.floor(from / QUARTER_MS) * QUARTER_MS; quarter < to; quarter += QUARTER_MS) {
    const shown = wall(quarter);
    const day = shown.hour < hour ? dayBefore(shown.date) : shown.date;
    if (day > latest) latest = day;
    days.set(quarter, latest);
  }
  return days;
}

function countByQuarters(spans: [number, number][], days: Map<number, string>): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [from, to] of spans) {
    for (let now = from; now < to; ) {
      const quarter = Math.floor(now / QUARTER_MS) * QUARTER_MS;
      const next = Math.min(to, quarter + QUARTER_MS);
      const day = days.get(quarter) ?? '';
      total[day] = (total[day] ?? 0) + next - now;
      now = next;
    }
  }
  return total;
}

/** The hours of 2026, six at a time, in which a zone's clocks change. */
function changesOf(timeZone: string): number[] {
  const wall = wallOf(timeZone);
  const all = Array.from({ length: 365 * 4 - 8 }, (_, step) => at('2026-01-02') + step * 6 * HOUR_MS);
  return all.filter((now) => (wall(now).hour + 6) % 24 !== wall(now + 6 * HOUR_MS).hour);
}

function startsNear(changes: number[]): fc.Arbitrary<number> {
  const near = changes.map((change) => fc.integer({ min: change - 26 * HOUR_MS, max: change + 9 * HOUR_MS }));
  return fc.oneof(fc.integer({ min: at('2026-01-04'), max: at('2026-12-20') }), ...near, ...near);
}

describe('whatever the hour and the spans, each day has the time that local time gives it', () => {
  test.each(ZONES)('in %s', async (zone) => {
    const ctx = await memberWith(zone, 0);
    const lengths = fc.tuple(fc.nat({ max: 5 * HOUR_MS }), fc.integer({ min: 1, max: 30 * HOUR_MS }));
    const walks = fc.array(lengths, { minLength: 1, maxLength: 3 });
    const hours = fc.integer({ min: 0, max: 23 });
    const property = fc.asyncProperty(startsNear(changesOf(zone)), walks, hours, async (start, walk, hour) => {
      await editSettings(ctx, { day_start_hour: hour });
      await world.db.timer.deleteMany({ where: { userId: ctx.actor.userId } });
      let now = start;
      const spans = walk.map(([gap, length]): [number, number] => {
        const from = now + gap;
        now = from + length;
        return [from, now];
      });
      await record(ctx, spans);
      // Two days earlier: local time just after a change says nothing about the time before.
      const wall = daysByQuarter(zone, hour, start - 48 * HOUR_MS, now);
      const { days } = await list(ctx, {});
      expect(Object.fromEntries(days.map((day) => [day.date, day.elapsedMs]))).toEqual(countByQuarters(spans, wall));
      // Each day, requested by itself, has the same total.
      for (const day of days) {
        const [alone] = (await list(ctx, { date: day.date })).days;
        expect(alone).toEqual(day);
      }
    });
    await fc.assert(property, { numRuns: scaled(10, 40) });
  });
});
