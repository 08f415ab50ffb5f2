import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { reportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { type Level, type Range, summaryOf, type TrackedTimer } from '#/test/report-oracle.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Each figure of a summary, compared with a sum over raw spans, whatever was tracked and requested.

const NOW = '2026-11-25T12:00:00.000Z';
/** Clocks go back in the autumn of both zones, or forward in their spring, within these weeks. */
const BEGAN = Date.parse('2026-09-28T00:00:00Z');

let world: World;
let lead: Ctx;
let people: { ctx: Ctx; owner: TrackedTimer['owner'] }[];
let projectId: string;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(NOW);
  lead = await world.member();
  const { workspaceId } = lead.actor;
  projectId = newId();
  await world.db.project.create({ data: { id: projectId, workspaceId, name: 'Core API' } });
  people = [];
  for (const [zone, hour, targetSeconds] of [
    ['America/St_Johns', 0, 27_000],
    ['Australia/Lord_Howe', 3, 14_400],
    ['Asia/Kolkata', 0, null],
  ] as const) {
    const ctx = await world.member({ timeZone: zone, workspaceId, role: 'member' });
    await editSettings(ctx, { day_start_hour: hour, day_target_seconds: targetSeconds });
    people.push({ ctx, owner: { userId: ctx.actor.userId, zone, hour, targetSeconds } });
  }
});

const lengths = fc.oneof(fc.integer({ min: 1, max: 90 * MINUTE_MS }), fc.integer({ min: 1, max: 50 * HOUR_MS }));
const drawnTimer = fc.record({
  person: fc.nat({ max: 2 }),
  walk: fc.array(fc.tuple(fc.nat({ max: 9 * HOUR_MS }), lengths), { minLength: 1, maxLength: 3 }),
  type: fc.constantFrom('manual', 'pomodoro', 'countdown', 'interval'),
  tags: fc.subarray(['deep', 'review']),
  origin: fc.constantFrom('live', 'entered'),
  hasProject: fc.boolean(),
});
/** Days from the first of October, so that some ranges contain all tracked time, and others cut it. */
const range = fc.record({
  first: fc.nat({ max: 20 }),
  days: fc.integer({ min: 1, max: 40 }),
  isOfInstants: fc.boolean(),
});
const levels = fc.constantFrom<Level[]>(
  ['project'],
  ['day'],
  ['tag'],
  ['member', 'type'],
  ['week', 'member'],
  ['project', 'tag'],
  ['type', 'day'],
);

test('every figure of a summary is a sum over spans, for those before the last refresh and those after it', async () => {
  const property = fc.asyncProperty(
    fc.array(drawnTimer, { minLength: 1, maxLength: 9 }),
    fc.nat({ max: 9 }),
    range,
    levels,
    fc.option(fc.constantFrom('pomodoro', 'manual,interval'), { nil: undefined }),
    async (drawn, refreshedAfter, asked, groupBy, type) => {
      await world.database.pool.query('delete from timers where workspace_id = $1', [lead.actor.workspaceId]);
      const timers = await recordAll(drawn, refreshedAfter);
      const { query, period, before } = boundsOf(asked);
      const counted = timers.filter((timer) => !type || type.split(',').includes(timer.type));
      const report = await getReportSummary(
        lead,
        reportSummaryQuery.parse({ ...query, group_by: groupBy.join(','), limit: '500', ...(type && { type }) }),
      );
      const expected = summaryOf(counted, period);
      expect(report.totals).toEqual(expected.totals);
      expect(report.previousTotals).toEqual(summaryOf(counted, before).totals);
      expect(sorted(report.byType)).toEqual(sorted(expected.byType));
      expect(sorted(report.hours)).toEqual(sorted(expected.hours));
      expect(report.adjustments.addedByHand).toEqual(expected.addedByHand);
      expect(sorted(rowsOf(report.groups, groupBy.length))).toEqual(sorted(expected.groupsBy(groupBy)));
      const outer = rowsOf(
        report.groups.filter(({ isInner }) => !isInner),
        1,
      );
      expect(sorted(outer)).toEqual(sorted(expected.groupsBy(groupBy.slice(0, 1))));
    },
  );
  await fc.assert(property, { numRuns: scaled(25, 300) });
});

type Drawn = typeof drawnTimer extends fc.Arbitrary<infer T> ? T : never;

/** Writes timers one after the other, and refreshes totals after `refreshedAfter` of them. */
async function recordAll(drawn: Drawn[], refreshedAfter: number): Promise<TrackedTimer[]> {
  const free = people.map(() => BEGAN);
  const timers: TrackedTimer[] = [];
  for (const [index, { person, walk, hasProject, ...facts }] of drawn.entries()) {
    if (index === refreshedAfter) await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
    const { ctx, owner } = people[person] as (typeof people)[number];
    const spans = walk.map(([gap, length]): [number, number] => {
      const from = (free[person] as number) + gap;
      free[person] = from + length;
      return [from, from + length];
    });
    const timer = { ...facts, spans, projectId: hasProject ? projectId : null };
    timers.push({ ...timer, owner, id: await recordTimer(world.database.pool, ctx, timer) });
  }
  return timers;
}

function boundsOf({ first, days, isOfInstants }: { first: number; days: number; isOfInstants: boolean }) {
  const [from, to] = [BEGAN + first * DAY_MS, BEGAN + (first + days - 1) * DAY_MS];
  if (!isOfInstants) {
    const dates = { days: [dayOf(from), dayOf(to)] } satisfies Range;
    const before = { days: [dayOf(from - days * DAY_MS), dayOf(from - DAY_MS)] } satisfies Range;
    return { query: { from: dates.days[0], to: dates.days[1] }, period: dates, before };
  }
  const [starts, ends] = [from + 7_777_777, to + DAY_MS];
  const period = { instants: [starts, ends] } satisfies Range;
  const query = { from: new Date(starts).toISOString(), to: new Date(ends).toISOString() };
  return { query, period, before: { instants: [2 * starts - ends, starts] } satisfies Range };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

type Row = { isInner: boolean; parent: string | null; value: string | null; trackedMs: number; timers: number };

/** With the names of groups in the oracle: the value of each level. */
function rowsOf(rows: readonly Row[], depth: number) {
  const ofDepth = rows.filter(({ isInner }) => isInner === depth > 1);
  return ofDepth.map(({ parent, value, trackedMs, timers }) => [
    depth > 1 ? `${parent} ${value}` : `${value} `,
    trackedMs,
    timers,
  ]);
}

function sorted<T>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
