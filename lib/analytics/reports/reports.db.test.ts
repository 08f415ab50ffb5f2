import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { reconcileDailyTotals } from '#/lib/analytics/daily-totals/reconcile-daily-totals.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { getDailyTotals } from '#/lib/analytics/reports/get-daily-totals.ts';
import { getDetailedReport } from '#/lib/analytics/reports/get-detailed-report.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { dailyTotalsJson, detailedReportJson, reportSummaryJson } from '#/lib/analytics/reports/report-json.ts';
import {
  dailyTotalsQuery,
  detailedReportQuery,
  reportSummaryQuery,
} from '#/lib/analytics/reports/report-query-schemas.ts';
import {
  dailyTotalsResponse,
  detailedReportResponse,
  reportSummaryResponse,
} from '#/lib/analytics/reports/report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { totalsMismatched } from '#/lib/core/metrics.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// A Thursday; the range of most tests is the three weeks up to it.
const NOW = '2026-11-19T13:32:00.000Z';
const RANGE = { from: '2026-11-01', to: '2026-11-19' };

let world: World;
let lead: Ctx;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(NOW);
  lead = await world.member({ timeZone: 'America/New_York' });
  maya = await world.member({ timeZone: 'Europe/Berlin', workspaceId: lead.actor.workspaceId, role: 'member' });
});

const at = (instant: string) => Date.parse(`2026-11-${instant}Z`);
const record = (ctx: Ctx, timer: Parameters<typeof recordTimer>[2]) => recordTimer(world.database.pool, ctx, timer);
const refresh = () => refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
const reconcile = () => reconcileDailyTotals({ db: world.db, clock: world.clock, requestId: null });

async function summary(ctx: Ctx, query: Record<string, string> = {}) {
  const report = await getReportSummary(ctx, reportSummaryQuery.parse({ ...RANGE, ...query }));
  return reportSummaryResponse.parse(reportSummaryJson(report));
}
async function daily(ctx: Ctx, query: Record<string, string> = {}) {
  const parsed = dailyTotalsQuery.parse({ ...RANGE, ...query });
  return dailyTotalsResponse.parse(dailyTotalsJson(await getDailyTotals(ctx, parsed), parsed.group_by));
}
async function detailed(ctx: Ctx, query: Record<string, string> = {}) {
  const report = await getDetailedReport(ctx, detailedReportQuery.parse({ ...RANGE, ...query }));
  return detailedReportResponse.parse(detailedReportJson(report));
}
const reports = { summary, daily, detailed };

async function project(name: string) {
  const { id } = await world.db.project.create({ data: { id: newId(), workspaceId: lead.actor.workspaceId, name } });
  return id;
}

describe.each(Object.entries(reports))('the %s report is rejected', (_, report) => {
  test('for a member who requests another member’s time', async () => {
    const request = report(maya, { user_id: `${maya.actor.userId},${lead.actor.userId}` });
    await expect(request).rejects.toMatchObject({ code: 'forbidden', extra: { required_scope: 'timers:read_all' } });
  });

  test('for a key that may not read timers', async () => {
    const blind = { ...lead, actor: { ...lead.actor, scopes: new Set<never>() } };
    await expect(report(blind)).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  });

  test('for a range that ends before it begins, or is longer than 400 days', async () => {
    await expect(report(lead, { to: '2026-10-31' })).rejects.toMatchObject({ code: 'range_invalid', status: 400 });
    await expect(report(lead, { from: '2025-10-01' })).rejects.toMatchObject({ code: 'range_invalid', status: 400 });
  });

  test('for an unknown time zone', async () => {
    await expect(report(lead, { time_zone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'time_zone_unknown' });
  });
});

describe('the time in a report', () => {
  beforeEach(async () => {
    await record(maya, { spans: [[at('10T09:00'), at('10T10:00')]] });
    await record(lead, { spans: [[at('10T15:00'), at('10T17:00')]] });
    // Another person's workspace.
    await record(await world.member(), { spans: [[at('10T09:00'), at('10T16:00')]] });
  });

  test.each(['before', 'after'])(
    'is everyone’s for an admin and their own for a member, %s a refresh',
    async (when) => {
      if (when === 'after') await refresh();
      const [all, own] = [await summary(lead), await summary(maya)];
      expect([all.of, all.totals.tracked_ms, all.totals.people]).toEqual(['everyone', 3 * HOUR_MS, 2]);
      expect([own.of, own.totals.tracked_ms, own.totals.people]).toEqual(['you', HOUR_MS, 1]);
      expect((await daily(maya)).tracked_ms).toBe(HOUR_MS);
      expect((await detailed(maya)).rows).toMatchObject([{ user_id: maya.actor.userId, exact_ms: HOUR_MS }]);
      expect((await detailed(lead)).totals).toMatchObject({ timers: 2, exact_ms: 3 * HOUR_MS });
      const one = await summary(lead, { user_id: maya.actor.userId });
      expect(one.totals.tracked_ms).toBe(HOUR_MS);
    },
  );
});

describe('a change in the past shows at once', () => {
  const DAY = '2026-03-10';
  const range = { from: DAY, to: DAY };
  const march = (hour: number) => Date.parse(`${DAY}T00:00Z`) + hour * HOUR_MS;
  const hours = async () => (await summary(maya, range)).totals.tracked_ms / HOUR_MS;
  const sql = (text: string, values: unknown[]) => world.database.pool.query(text, values);
  let id: string;

  beforeEach(async () => {
    id = await record(maya, { spans: [[march(9), march(12)]] });
    await refresh();
    expect(await hours()).toBe(3);
  });

  test('when a span is cut', async () => {
    await sql(
      `with span as (update timer_spans set ended_at = ended_at - interval '1 hour' where timer_id = $1)
       update timers set ended_at = ended_at - interval '1 hour' where id = $1`,
      [id],
    );
    expect(await hours()).toBe(2);
    expect((await daily(maya, range)).days).toMatchObject([{ tracked_ms: 2 * HOUR_MS, timers: 1 }]);
    expect((await detailed(maya, range)).rows).toMatchObject([{ exact_ms: 2 * HOUR_MS }]);
  });

  test('when a timer is added, and when one is deleted', async () => {
    await record(maya, { spans: [[march(13), march(14)]] });
    expect(await hours()).toBe(4);
    await sql('delete from timers where id = $1', [id]);
    expect(await hours()).toBe(1);
  });

  test('when a timer is moved to another project, or loses its ticket because the ticket is deleted', async () => {
    const projectId = await project('Core API');
    const workspaceId = lead.actor.workspaceId;
    const ticket = await world.db.ticket.create({
      data: { id: newId(), workspaceId, key: `A-${id.slice(-4)}`, title: 'Limits' },
    });
    await sql('update timers set project_id = $2, ticket_id = $3 where id = $1', [id, projectId, ticket.id]);
    const groups = async () => (await summary(maya, { ...range, group_by: 'project,ticket' })).groups;
    expect(await groups()).toMatchObject([{ name: 'Core API', groups: [{ key: ticket.key, name: 'Limits' }] }]);
    await refresh();
    await sql('delete from tickets where id = $1', [ticket.id]);
    expect(await groups()).toMatchObject([{ name: 'Core API', groups: [{ value: null, key: null, name: null }] }]);
  });

  test('when a timer is discarded', async () => {
    await sql(
      `with span as (update timer_spans set discarded = true where timer_id = $1)
       update timers set status = 'discarded', end_reason = 'discarded' where id = $1`,
      [id],
    );
    expect(await hours()).toBe(0);
  });

  test('when its owner moves to another zone, or begins days at another hour', async () => {
    await editSettings(maya, { time_zone: 'Pacific/Kiritimati' });
    expect(await hours()).toBe(1);
    await refresh();
    expect(await hours()).toBe(1);
    await editSettings(maya, { day_start_hour: 3 });
    expect(await hours()).toBe(3);
  });

  test('a refresh deletes the changes it has seen, but not those written after its snapshot', async () => {
    const { pool } = world.database;
    const refreshing = await pool.connect();
    await refreshing.query('begin isolation level repeatable read');
    await refreshing.query('select 1');
    await record(maya, { spans: [[march(20), march(21)]] });
    await refreshing.query('refresh materialized view concurrently daily_totals');
    await refreshing.query('delete from changed_timers');
    await refreshing.query('commit');
    refreshing.release();
    expect(await hours()).toBe(4);
    const { rows } = await pool.query('select count(*)::int as kept from changed_timers');
    expect(rows).toEqual([{ kept: 1 }]);
    await refresh();
    expect((await pool.query('select from changed_timers')).rowCount).toBe(0);
    expect(await hours()).toBe(4);
  });
});

describe('a running timer', () => {
  test('counts up to now on every day it runs, refreshed or not, and is reported as running', async () => {
    await record(maya, {
      spans: [
        [at('18T22:00'), at('18T22:30')],
        [at('18T22:45'), null],
      ],
    });
    for (const turn of [() => Promise.resolve(0), refresh]) {
      await turn();
      const report = await daily(maya, { from: '2026-11-18', to: '2026-11-20' });
      const tracked = report.days.map((day) => [day.date, day.tracked_ms / MINUTE_MS]);
      expect(tracked).toEqual([
        ['2026-11-18', 45],
        ['2026-11-19', 14 * 60 + 32],
        ['2026-11-20', 0],
      ]);
      expect([report.running, report.as_of]).toEqual([1, NOW]);
      expect((await summary(maya)).totals).toMatchObject({ running: 1, timers: 1, spans: 2, working_days: 2 });
    }
  });

  test('is not running in a report of the previous month', async () => {
    await record(maya, { spans: [[at('18T22:00'), null]] });
    expect((await summary(maya, { from: '2026-10-01', to: '2026-10-31' })).totals).toMatchObject({
      running: 0,
      tracked_ms: 0,
    });
  });
});

describe('the summary', () => {
  test('compares with the same number of days just before', async () => {
    await record(maya, { spans: [[at('05T09:00'), at('05T12:00')]] });
    await record(maya, { spans: [[at('03T09:00'), at('03T10:00')]] });
    await record(maya, { spans: [[at('03T11:00'), at('03T12:00')]] });
    const report = await summary(maya, { from: '2026-11-04', to: '2026-11-05' });
    expect(report.totals).toMatchObject({ tracked_ms: 3 * HOUR_MS, timers: 1, average_session_ms: 3 * HOUR_MS });
    expect(report.previous).toMatchObject({
      tracked_ms: 2 * HOUR_MS,
      timers: 2,
      working_days: 1,
      average_session_ms: HOUR_MS,
    });
    expect([report.previous.from, report.previous.to]).toEqual([
      '2026-11-01T23:00:00.000Z',
      '2026-11-03T23:00:00.000Z',
    ]);
  });

  test('groups by week and member, and counts a timer once in each of them', async () => {
    await record(maya, { spans: [[at('08T22:00'), at('09T01:00')]] });
    await record(lead, { spans: [[at('10T15:00'), at('10T16:00')]] });
    await refresh();
    const report = await summary(lead, { group_by: 'week,member' });
    expect(report.groups.map(({ value, timers, tracked_ms }) => [value, timers, tracked_ms / HOUR_MS])).toEqual([
      ['2026-11-02', 1, 1],
      ['2026-11-09', 2, 3],
    ]);
    expect(report.groups[1]?.groups.map(({ value, timers }) => [value, timers])).toEqual([
      [maya.actor.userId, 1],
      [lead.actor.userId, 1],
    ]);
    expect(report.totals).toMatchObject({ timers: 2, people: 2, working_days: 3 });
  });

  test('returns how many groups there are beyond the limit', async () => {
    for (const [hour, tag] of ['a', 'b', 'c'].entries()) {
      await record(maya, { spans: [[at(`10T0${hour}:00`), at(`10T0${hour}:30`)]], tags: [tag, 'all'] });
    }
    const report = await summary(maya, { group_by: 'tag', limit: '2' });
    expect(report.groups).toMatchObject([
      { value: 'all', timers: 3, share: 1 },
      { value: 'a', timers: 1 },
    ]);
    expect(report.groups_left_out).toBe(2);
  });

  test('lists the largest groups within each group up to the limit, also within the group without a project', async () => {
    const projectId = await project('Core API');
    const minutes = { a: 60, b: 90, c: 30, d: 59, e: 3, f: 58 };
    for (const [index, [tag, length]] of Object.entries(minutes).entries()) {
      const from = at('10T08:00') + index * 2 * HOUR_MS;
      await record(maya, {
        spans: [[from, from + length * MINUTE_MS]],
        tags: [tag],
        projectId: index < 3 ? projectId : null,
      });
    }
    const { groups } = await summary(maya, { group_by: 'project,tag', limit: '2' });
    expect(groups.map(({ name, groups, groups_left_out }) => [name, groups.map(({ value }) => value), groups_left_out]))
      // By time, not by position in the whole.
      .toEqual([
        ['Core API', ['b', 'a'], 1],
        [null, ['d', 'f'], 1],
      ]);
  });

  test('filters by project, ticket, tag and type, by several values of each, and by having none', async () => {
    const projectId = await project('Web app');
    await record(maya, { spans: [[at('10T08:00'), at('10T09:00')]], projectId, tags: ['deep, work'] });
    await record(maya, { spans: [[at('10T09:00'), at('10T11:00')]], type: 'pomodoro' });
    const hours = async (query: Record<string, string>) => (await summary(maya, query)).totals.tracked_ms / HOUR_MS;
    for (const turn of [() => Promise.resolve(0), refresh]) {
      await turn();
      expect(await hours({ project_id: projectId })).toBe(1);
      expect(await hours({ project_id: 'none' })).toBe(2);
      expect(await hours({ project_id: `none,${projectId}` })).toBe(3);
      expect(await hours({ tag: 'deep%2C work,other' })).toBe(1);
      expect(await hours({ type: 'pomodoro,interval' })).toBe(2);
      expect(await hours({ ticket: 'none' })).toBe(3);
      expect(await hours({ ticket: 'API-1' })).toBe(0);
    }
  });

  test('shows sessions by type: the longest counts all its days', async () => {
    await record(maya, { spans: [[at('10T20:00'), at('11T02:00')]] });
    await record(maya, { spans: [[at('12T09:00'), at('12T14:00')]] });
    await record(maya, { spans: [[at('13T09:00'), at('13T09:25')]], type: 'pomodoro' });
    await refresh();
    expect((await summary(maya)).by_type).toEqual([
      { type: 'manual', timers: 2, tracked_ms: 11 * HOUR_MS, average_ms: 5.5 * HOUR_MS, longest_ms: 6 * HOUR_MS },
      {
        type: 'pomodoro',
        timers: 1,
        tracked_ms: 25 * MINUTE_MS,
        average_ms: 25 * MINUTE_MS,
        longest_ms: 25 * MINUTE_MS,
      },
    ]);
  });

  test('shows the hours in which people work, averaged over the days that have begun', async () => {
    // Mondays that have begun: 2, 9 and 16 November 2026.
    await record(maya, { spans: [[at('02T08:30'), at('02T10:15')]] });
    const { hours } = await summary(maya, { from: '2026-11-02', to: '2026-11-30' });
    const monday = hours[0];
    expect(monday?.days).toBe(3);
    // 9:30 to 11:15 in Berlin.
    expect(monday?.average_minutes.map((minutes) => Math.round(minutes * 3)).slice(9, 12)).toEqual([30, 60, 15]);
    expect(hours.flatMap(({ average_minutes }) => average_minutes).filter(Boolean)).toHaveLength(3);
  });

  test('counts time entered by hand, and the target of a day', async () => {
    await editSettings(maya, { day_target_seconds: 27_000 });
    await record(maya, { spans: [[at('10T08:00'), at('10T09:00')]], origin: 'entered' });
    for (const turn of [() => Promise.resolve(0), refresh]) {
      await turn();
      const { adjustments, totals } = await summary(maya);
      expect(adjustments.added_by_hand).toEqual({ timers: 1, ms: HOUR_MS });
      expect(adjustments.trimmed).toEqual({ timers: 0, ms: 0 });
      expect(totals.target_ms_per_working_day).toBe(27_000_000);
    }
  });
});

describe('rounding changes only the view', () => {
  beforeEach(async () => {
    // 22:30 minutes, 7 minutes, and 46 minutes over midnight in Berlin: 16 and 30.
    await record(maya, { spans: [[at('10T08:00'), at('10T08:22') + 30_000]] });
    await record(maya, { spans: [[at('10T09:00'), at('10T09:07')]] });
    await record(maya, { spans: [[at('10T22:44'), at('10T23:30')]] });
  });

  test.each([
    ['up', 'entry', [60, 15, 30]],
    ['down', 'entry', [45, 0, 15]],
    // Half a step rounds up.
    ['nearest', 'entry', [45, 0, 30]],
    // The days have 45:30 and 30 minutes: 60 and 30, 45 and 30, 45 and 30.
    ['up', 'day', [60, 0, 30]],
    ['down', 'day', [60, 0, 15]],
    ['nearest', 'day', [45, 0, 30]],
  ])('%s, per %s', async (round, per, minutes) => {
    const query = { round, round_per: per, round_to_minutes: '15' };
    const report = await detailed(maya, query);
    expect(report.rows.map(({ rounded_ms }) => rounded_ms / MINUTE_MS)).toEqual(minutes);
    expect(report.totals.rounded_ms).toBe(report.rows.reduce((sum, { rounded_ms }) => sum + rounded_ms, 0));
    expect(report.totals.exact_ms).toBe(75.5 * MINUTE_MS);
    expect((await detailed(maya)).totals.rounded_ms).toBe(75.5 * MINUTE_MS);
  });

  test('continues page by page to the end', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof detailed>> = await detailed(maya, {
        limit: '1',
        ...(cursor && { cursor }),
      });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(3);
  });

  test('per day of each member, whatever was tracked, and on whatever page a timer is', async () => {
    const property = fc.asyncProperty(drawnWork, async ({ work, refreshedAfter, cutAfter, pageSize, stepMinutes }) => {
      const boss = await world.member();
      const people = await Promise.all(
        OFFSETS.map(({ timeZone }) => world.member({ timeZone, workspaceId: boss.actor.workspaceId, role: 'member' })),
      );
      const free = people.map(() => at('01T00:00'));
      const timers: { id: string; person: number; spans: [number, number][] }[] = [];
      for (const [index, { person, walk }] of work.entries()) {
        if (index === refreshedAfter) await refresh();
        const spans = walk.map(([gap, length]): [number, number] => {
          const from = (free[person] as number) + gap;
          free[person] = from + length;
          return [from, from + length];
        });
        timers.push({ id: await record(people[person] as Ctx, { spans }), person, spans });
      }
      const cut = timers[cutAfter];
      if (cut) {
        const [startedAt, endedAt] = cut.spans[0] as [number, number];
        const end = Math.min(endedAt, startedAt + 7 * MINUTE_MS);
        cut.spans = [[startedAt, end]];
        await world.database.pool.query('delete from timer_spans where timer_id = $1 and started_at > $2', [
          cut.id,
          new Date(end),
        ]);
        await world.database.pool.query('update timer_spans set ended_at = $2 where timer_id = $1', [
          cut.id,
          new Date(end),
        ]);
      }
      const expected = roundedPerDay(timers, stepMinutes * MINUTE_MS);
      const range = { from: '2026-11-01', to: '2027-04-30', round_per: 'day', round: 'nearest' };
      const query = { ...range, round_to_minutes: String(stepMinutes), limit: String(pageSize) };
      const seen = new Map<string, number>();
      const totals = new Set<number>();
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof detailed>> = await detailed(boss, {
          ...query,
          ...(cursor && { cursor }),
        });
        for (const row of page.rows) seen.set(row.id, row.rounded_ms);
        totals.add(page.totals.rounded_ms);
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(expected);
      expect([...totals]).toEqual([[...expected.values()].reduce((sum, ms) => sum + ms, 0)]);
    });
    await fc.assert(property, { numRuns: scaled(12, 150) });
  });
});

/** Zones without clock changes, so that the test can split days itself. */
const OFFSETS = [
  { timeZone: 'Etc/UTC', offsetMs: 0 },
  { timeZone: 'Asia/Kolkata', offsetMs: 5.5 * HOUR_MS },
];

const drawnWork = fc.record({
  work: fc.array(
    fc.record({
      person: fc.nat({ max: OFFSETS.length - 1 }),
      walk: fc.array(
        fc.tuple(
          fc.nat({ max: 4 * HOUR_MS }),
          fc.oneof(fc.integer({ min: 1, max: 40 * MINUTE_MS }), fc.integer({ min: 10 * MINUTE_MS, max: 50 * HOUR_MS })),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  refreshedAfter: fc.nat({ max: 14 }),
  /** The timer that is cut to seven minutes after all are recorded. */
  cutAfter: fc.nat({ max: 14 }),
  pageSize: fc.constantFrom(1, 3, 200),
  stepMinutes: fc.constantFrom(5, 15, 60),
});

/** A day's running sum is rounded after each of its timers in order of start: each timer gets the difference. */
function roundedPerDay(timers: { id: string; person: number; spans: [number, number][] }[], stepMs: number) {
  const nearest = (ms: number) => Math.floor((ms + stepMs / 2) / stepMs) * stepMs;
  const rounded = new Map<string, number>();
  const sums = new Map<string, number>();
  // Spans of one person are consecutive, so timers are in their order.
  for (const { id, person, spans } of timers) {
    const { offsetMs } = OFFSETS[person] as (typeof OFFSETS)[number];
    let ms = 0;
    for (const [from, to] of spans) {
      for (let at = from; at < to; ) {
        const day = Math.floor((at + offsetMs) / DAY_MS);
        const end = Math.min(to, (day + 1) * DAY_MS - offsetMs);
        const before = sums.get(`${person} ${day}`) ?? 0;
        sums.set(`${person} ${day}`, before + end - at);
        ms += nearest(before + end - at) - nearest(before);
        at = end;
      }
    }
    rounded.set(id, (rounded.get(id) ?? 0) + ms);
  }
  return rounded;
}

// ---------------------------------------------------------------- random time

const lengths = fc.oneof(fc.nat({ max: 90 * MINUTE_MS }), fc.nat({ max: 30 * HOUR_MS }));
const walks = fc.array(fc.array(fc.tuple(fc.nat({ max: 9 * HOUR_MS }), lengths), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
});

describe('whatever was tracked', () => {
  test.each(['America/St_Johns', 'Africa/Cairo', 'Australia/Lord_Howe'])(
    'days are the sums of their spans, agree with the list of timers, and are the same from totals in %s',
    async (timeZone) => {
      const range = { from: '2026-10-01', to: '2026-11-19' };
      const property = fc.asyncProperty(walks, fc.boolean(), async (timers, refreshed) => {
        const ctx = await world.member({ timeZone, workspaceId: lead.actor.workspaceId, role: 'member' });
        let now = Date.parse('2026-10-20T00:00Z');
        let spent = 0;
        for (const walk of timers) {
          const spans = walk.map(([gap, length]): [number, number] => {
            const from = now + gap;
            now = from + length;
            spent += length;
            return [from, now];
          });
          await record(ctx, { spans });
        }
        if (refreshed) await refresh();
        const days = await daily(ctx, range);
        expect(days.tracked_ms).toBe(spent);
        const listed = await listTimers(ctx, listTimersQuery.parse(range));
        expect(days.days.map((day) => [day.date, day.tracked_ms, day.timers])).toEqual(
          listed.days.map((day) => [day.date, day.elapsedMs, day.timers]).reverse(),
        );
        const report = await summary(ctx, { ...range, group_by: 'day,type' });
        expect(report.totals).toMatchObject({ tracked_ms: spent });
        expect(report.groups.reduce((sum, group) => sum + group.tracked_ms, 0)).toBe(spent);
        expect((await detailed(ctx, { ...range, limit: '200' })).totals.exact_ms).toBe(spent);
        // The same by instants and by a named zone, which read no totals.
        expect((await daily(ctx, { ...range, time_zone: timeZone })).days).toEqual(days.days);
      });
      await fc.assert(property, { numRuns: scaled(6, 40) });
      await refresh();
      expect(await reconcile()).toBe(0);
    },
  );

  test('a total that differs from its spans is found', async () => {
    const id = await record(maya, { spans: [[at('10T08:00'), at('10T09:00')]] });
    await refresh();
    const client = await world.database.pool.connect();
    // Bypassing the triggers.
    await client.query("set session_replication_role = 'replica'");
    await client.query("update timer_spans set ended_at = ended_at - interval '1 minute' where timer_id = $1", [id]);
    await client.query("set session_replication_role = 'origin'");
    client.release();
    const mismatched = async () => (await totalsMismatched.get()).values[0]?.value ?? 0;
    const before = await mismatched();
    expect(await reconcile()).toBe(1);
    expect((await mismatched()) - before).toBe(1);
    await refresh();
    expect(await reconcile()).toBe(0);
    expect((await mismatched()) - before).toBe(1);
  });
});
