import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { focusReportJson } from '#/lib/analytics/focus/focus-json.ts';
import { focusReportQuery, focusReportResponse } from '#/lib/analytics/focus/focus-schemas.ts';
import { getFocusReport } from '#/lib/analytics/focus/get-focus-report.ts';
import { getPomodoroReport } from '#/lib/analytics/focus/get-pomodoro-report.ts';
import { pomodoroReportJson } from '#/lib/analytics/focus/pomodoro-json.ts';
import { pomodoroReportQuery, pomodoroReportResponse } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { getTicketReport } from '#/lib/analytics/reports/get-ticket-report.ts';
import { reportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { ticketReportJson } from '#/lib/analytics/reports/ticket-report-json.ts';
import { ticketReportQuery, ticketReportResponse } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { testWorld, type World } from '#/test/world.ts';

// A Thursday. Berlin is an hour ahead of UTC.
const NOW = '2026-11-19T13:00:00.000Z';
const RANGE = { from: '2026-11-09', to: '2026-11-19' };

let world: World;
let lead: Ctx;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(NOW);
  lead = await world.member({ timeZone: 'Europe/Berlin' });
  maya = await world.member({ timeZone: 'Europe/Berlin', workspaceId: lead.actor.workspaceId, role: 'member' });
});

const at = (instant: string) => Date.parse(`2026-11-${instant}Z`);
const record = (ctx: Ctx, timer: Parameters<typeof recordTimer>[2]) => recordTimer(world.database.pool, ctx, timer);

type RequestParams = Record<string, string>;
const tickets = async (ctx: Ctx, query: RequestParams = {}) =>
  ticketReportResponse.parse(
    ticketReportJson(await getTicketReport(ctx, ticketReportQuery.parse({ ...RANGE, ...query }))),
  );
const focus = async (ctx: Ctx, query: RequestParams = {}) =>
  focusReportResponse.parse(focusReportJson(await getFocusReport(ctx, focusReportQuery.parse({ ...RANGE, ...query }))));
const pomodoro = async (ctx: Ctx, query: RequestParams = {}) =>
  pomodoroReportResponse.parse(
    pomodoroReportJson(await getPomodoroReport(ctx, pomodoroReportQuery.parse({ ...RANGE, ...query }))),
  );

async function ticket(key: string, estimateHours: number | null) {
  const { id } = await world.db.ticket.create({
    data: {
      id: newId(),
      workspaceId: lead.actor.workspaceId,
      key,
      title: `About ${key}`,
      estimateSeconds: estimateHours === null ? null : estimateHours * 3_600,
    },
  });
  return id;
}

describe.each(Object.entries({ tickets, focus, pomodoro }))('the %s report is forbidden', (_, report) => {
  test('for a member who requests another member’s time', async () => {
    await expect(report(maya, { user_id: lead.actor.userId })).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    });
  });
});

describe('the ticket report', () => {
  beforeEach(async () => {
    const over = await ticket('API-10', 2);
    const within = await ticket('API-9', 8);
    const free = await ticket('OPS-1', null);
    // An hour of API-10 is before the range.
    await record(maya, { spans: [[at('02T09:00'), at('02T10:00')]], ticketId: over });
    await record(maya, { spans: [[at('10T09:00'), at('10T10:00')]], ticketId: over });
    await record(lead, { spans: [[at('10T09:00'), at('10T11:00')]], ticketId: over });
    await record(maya, { spans: [[at('11T09:00'), at('11T12:00')]], ticketId: within });
    await record(maya, { spans: [[at('12T09:00'), at('12T09:30')]], ticketId: free });
    await record(maya, { spans: [[at('19T12:00'), null]] });
  });

  test.each(['before', 'after'])('compares all time of a ticket with its estimate, %s a refresh', async (when) => {
    if (when === 'after') await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
    const report = await tickets(lead);
    const hours = (ms: number | null) => (ms === null ? null : ms / HOUR_MS);
    expect(
      report.rows.map((row) => [
        row.key,
        ...[row.estimate_ms, row.tracked_ms, row.total_ms, row.over_ms].map(hours),
        row.timers,
      ]),
    ).toEqual([
      ['API-10', 2, 3, 4, 2, 2],
      ['API-9', 8, 3, 3, -5, 1],
      ['OPS-1', null, 0.5, 0.5, null, 1],
    ]);
    expect(report.totals).toEqual({
      tickets: 3,
      tracked_ms: 7.5 * HOUR_MS,
      without_ticket_ms: HOUR_MS,
      estimated: 2,
      over: 1,
      over_ms: 2 * HOUR_MS,
    });
  });

  test('accepts an estimate of any length', async () => {
    await record(maya, { spans: [[at('12T10:00'), at('12T11:00')]], ticketId: await ticket('OPS-2', 27_777) });
    const [row] = (await tickets(lead, { ticket: 'OPS-2' })).rows;
    expect([row?.estimate_ms, row?.over_ms]).toEqual([27_777 * HOUR_MS, -27_776 * HOUR_MS]);
  });

  test('shows a member only their own time, sorts by key in natural order, and returns how many more there are', async () => {
    const report = await tickets(maya, { sort: 'key', limit: '2' });
    expect(report.rows.map(({ key, total_ms }) => [key, total_ms / HOUR_MS])).toEqual([
      ['API-9', 3],
      ['API-10', 2],
    ]);
    expect([report.left_out, report.totals.over]).toEqual([1, 0]);
    const filtered = await tickets(lead, { sort: 'tracked', user_id: maya.actor.userId });
    // All time of a ticket is everyone's, whoever the report covers.
    expect(filtered.rows.map(({ key, tracked_ms, total_ms }) => [key, tracked_ms, total_ms].join(' '))).toEqual([
      `API-9 ${3 * HOUR_MS} ${3 * HOUR_MS}`,
      `API-10 ${HOUR_MS} ${4 * HOUR_MS}`,
      `OPS-1 ${0.5 * HOUR_MS} ${0.5 * HOUR_MS}`,
    ]);
  });
});

describe('the focus report', () => {
  test('counts pauses within a day and switches within minutes, but not breaks of plans or time entered by hand', async () => {
    // 50 minutes, a pause, 10 minutes; then another ticket 5 minutes later (a switch), for 100 minutes.
    await record(maya, {
      spans: [
        [at('10T08:00'), at('10T08:50')],
        [at('10T09:30'), at('10T09:40')],
      ],
    });
    await record(maya, { spans: [[at('10T09:45'), at('10T11:25')]] });
    // 6 minutes later: no switch.
    await record(maya, { spans: [[at('10T11:31'), at('10T11:46')]] });
    await record(maya, { spans: [[at('10T13:00'), at('10T18:00')]], origin: 'entered' });
    // Overnight: continues, but not on the same day.
    await record(maya, {
      spans: [
        [at('11T20:00'), at('11T20:25')],
        [at('12T08:00'), at('12T08:14') + 59_999],
      ],
    });
    const plan = await record(maya, {
      type: 'pomodoro',
      spans: [
        [at('12T10:00'), at('12T10:25')],
        [at('12T10:30'), at('12T10:55')],
      ],
    });
    await phase(plan, { kind: 'short_break', from: at('12T10:25'), to: at('12T10:30'), plannedMinutes: 5 });
    await record(maya, { spans: [[at('19T12:30'), null]] });

    const report = await focus(maya);
    expect(report.totals).toEqual({
      stretches: 9,
      pauses: 1,
      switches: 1,
      interruptions: 2,
      working_days: 4,
      interruptions_per_day: 0.5,
      median_ms: 25 * MINUTE_MS,
      longest_ms: 100 * MINUTE_MS,
    });
    expect(
      report.lengths.map(({ from_minutes, to_minutes, stretches }) => [from_minutes, to_minutes, stretches]),
    ).toEqual([
      [0, 15, 2],
      [15, 25, 1],
      [25, 50, 4],
      [50, 90, 1],
      [90, null, 1],
    ]);
    expect(report.days.map((day) => [day.date, day.stretches, day.pauses, day.switches])).toEqual([
      ['2026-11-10', 4, 1, 1],
      ['2026-11-11', 1, 0, 0],
      ['2026-11-12', 3, 0, 0],
      ['2026-11-19', 1, 0, 0],
    ]);
    expect((await focus(maya, { switch_minutes: '6' })).totals.switches).toBe(2);
    expect((await focus(maya, { from: '2026-11-10', to: '2026-11-10' })).totals).toMatchObject({ stretches: 4 });
    expect((await focus(maya, { type: 'pomodoro', time_zone: 'Asia/Tokyo' })).totals).toMatchObject({ stretches: 2 });
    expect((await focus(lead)).totals.stretches).toBe(9);
  });

  test('counts a switch to a ticket that the filter excludes, but not another member’s', async () => {
    const [one, other] = [await ticket('API-1', null), await ticket('API-2', null)];
    await record(maya, { spans: [[at('10T08:00'), at('10T08:20')]], ticketId: one });
    await record(maya, { spans: [[at('10T08:20'), at('10T09:00')]], ticketId: other });
    await record(lead, { spans: [[at('10T09:00'), at('10T09:10')]], ticketId: one });
    expect((await focus(lead, { ticket: 'API-1' })).totals).toMatchObject({ stretches: 2, switches: 1 });
    expect((await focus(lead)).totals).toMatchObject({ stretches: 3, switches: 1 });
  });

  test('covers 100 days for several members, and a year for one', async () => {
    const year = { from: '2025-11-20', to: '2026-11-19' };
    await expect(focus(lead, year)).rejects.toMatchObject({ code: 'range_invalid', status: 400 });
    expect((await focus(maya, year)).totals.stretches).toBe(0);
  });
});

describe('pomodoro adherence', () => {
  test('shows for each ended phase whether it was kept, on its day, as counted in the summary', async () => {
    const timer = await record(maya, { type: 'pomodoro', spans: [[at('10T08:00'), at('10T08:10')]] });
    const other = await record(maya, { type: 'interval', spans: [[at('10T12:00'), at('10T12:10')]] });
    const work = { kind: 'work', plannedMinutes: 25 } as const;
    const [nine, ten, eleven] = [at('10T09:00'), at('10T10:00'), at('10T11:00')];
    const after = (from: number, minutes: number) => from + minutes * MINUTE_MS;
    await phase(timer, { ...work, from: nine, to: after(nine, 25) });
    await phase(timer, { ...work, from: nine, to: after(nine, 35), extendedMinutes: 10, how: 'skipped' });
    await phase(timer, { ...work, from: ten, to: after(ten, 20), how: 'skipped' });
    await phase(timer, { ...work, from: ten, to: after(ten, 30), extendedMinutes: 10, how: 'restarted' });
    await phase(timer, { ...work, from: eleven, to: after(eleven, 5), how: 'stopped' });
    // It continues in another timer: not counted for this one.
    await phase(timer, { ...work, from: eleven, to: after(eleven, 5), how: 'switched' });
    await phase(timer, { kind: 'short_break', plannedMinutes: 5, from: ten, to: after(ten, 5) });
    await phase(timer, { kind: 'short_break', plannedMinutes: 5, from: ten, to: after(ten, 12), how: 'skipped' });
    await phase(timer, { kind: 'long_break', plannedMinutes: 15, from: ten, to: after(ten, 1), how: 'skipped' });
    await phase(timer, { kind: 'long_break', plannedMinutes: 15, from: ten, to: after(ten, 1), how: 'stopped' });
    // Ends exactly with its day.
    await phase(timer, { ...work, from: at('12T22:35'), to: at('12T23:00') });
    await phase(other, { ...work, from: nine, to: after(nine, 25) });

    const none = { ended_early_cycles: 0, abandoned_cycles: 0, extended_cycles: 0, planned_breaks: 0, taken_breaks: 0 };
    const report = await pomodoro(maya);
    expect(report.days).toEqual([
      {
        date: '2026-11-10',
        planned_cycles: 5,
        kept_cycles: 2,
        ended_early_cycles: 2,
        abandoned_cycles: 1,
        extended_cycles: 2,
        planned_breaks: 3,
        taken_breaks: 2,
      },
      { date: '2026-11-12', planned_cycles: 1, kept_cycles: 1, ...none },
    ]);
    expect(report.totals).toMatchObject({
      planned_cycles: 6,
      kept_cycles: 3,
      planned_work_ms: 170 * MINUTE_MS,
      actual_work_ms: 140 * MINUTE_MS,
      planned_break_ms: 25 * MINUTE_MS,
      actual_break_ms: 18 * MINUTE_MS,
    });
    for (const range of [RANGE, { from: '2026-11-12', to: '2026-11-12' }, { from: '2026-11-13', to: '2026-11-13' }]) {
      const { pomodoros } = await getReportSummary(maya, reportSummaryQuery.parse(range));
      const { totals } = await pomodoro(maya, range);
      expect(pomodoros).toEqual({ planned: totals.planned_cycles, kept: totals.kept_cycles });
    }
  });
});

type Phase = {
  kind: 'work' | 'short_break' | 'long_break';
  from: number;
  to: number;
  plannedMinutes: number;
  extendedMinutes?: number;
  how?: 'finished' | 'skipped' | 'restarted' | 'stopped' | 'switched';
};

/** Inserts an ended phase, all of it work or rest. */
async function phase(
  timerId: string,
  { kind, from, to, plannedMinutes, extendedMinutes = 0, how = 'finished' }: Phase,
) {
  await world.database.pool.query(
    `insert into timer_cycles (id, run_id, timer_id, workspace_id, user_id, position, kind, round, planned_ms, extended_ms,
                               started_at, ended_at, ended_how, actual_ms, at_deadline)
     select $1, $1, id, workspace_id, user_id, 0, $3, 1, $4, $5, $6, $7, $8, $9, 'rest' from timers where id = $2`,
    [
      ...[newId(), timerId, kind, plannedMinutes * MINUTE_MS, extendedMinutes * MINUTE_MS],
      ...[new Date(from).toISOString(), new Date(to).toISOString(), how, to - from],
    ],
  );
}
