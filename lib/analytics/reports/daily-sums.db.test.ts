import { beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcileDailyTotals } from '#/lib/analytics/daily-totals/reconcile-daily-totals.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { getTicketReport } from '#/lib/analytics/reports/get-ticket-report.ts';
import { reportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { ticketReportQuery } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordTime } from '#/test/recorded-time.ts';
import { refreshWithout } from '#/test/tracking/refresh-of-before.ts';
import { testWorld, type World } from '#/test/world.ts';

const RANGE = { from: '2026-11-01', to: '2026-11-19' };
const NOW = '2026-11-19T12:00:00.000Z';

let world: World;
let maya: Ctx;
let ticketId: string;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(NOW);
  maya = await world.member();
  const ticket = {
    id: newId(),
    workspaceId: maya.actor.workspaceId,
    key: 'API-1',
    title: 'Limits',
    estimateSeconds: 3_600,
  };
  ticketId = (await world.db.ticket.create({ data: ticket })).id;
  await work('10T09:00', '10T11:00');
  await refresh();
  expect(await reported()).toEqual([2, 1, 2, 2]);
});

const work = (from: string, to: string) =>
  recordTime(world, maya, [[`2026-11-${from}Z`, `2026-11-${to}Z`]], { ticketId });
const refresh = () => refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
const reconcile = () => reconcileDailyTotals({ db: world.db, clock: world.clock, requestId: null });
const sql = (text: string) => world.database.pool.query(text);

/** Hours, timers and the longest of them in hours, and the hours ever tracked on the ticket. */
async function reported() {
  const { totals, byType } = await getReportSummary(maya, reportSummaryQuery.parse(RANGE));
  const { rows } = await getTicketReport(maya, ticketReportQuery.parse(RANGE));
  return [
    ...[totals.trackedMs / HOUR_MS, totals.timers, (byType[0]?.longestMs ?? 0) / HOUR_MS],
    (rows[0]?.totalMs ?? 0) / HOUR_MS,
  ];
}

test('changes on a day with sums show at once, and the longest timer of the day leaves with its time', async () => {
  await work('10T12:00', '10T13:00');
  expect(await reported()).toEqual([3, 2, 2, 3]);
  await sql(`delete from timers where ticket_id = '${ticketId}' and started_at < '2026-11-10T12:00Z'`);
  expect(await reported()).toEqual([1, 1, 1, 1]);
  await refresh();
  expect(await reported()).toEqual([1, 1, 1, 1]);
  expect(await reconcile()).toBe(0);
});

test('sums that were not refreshed with daily totals, because a worker of the previous version ran, are not read', async () => {
  await work('10T12:00', '10T15:00');
  await work('12T12:00', '12T13:00');
  await refreshWithout(world.database.pool, 'daily sums');
  expect(await reported()).toEqual([6, 3, 3, 6]);
  expect(await reconcile()).toBe(0);
  await refresh();
  expect(await reported()).toEqual([6, 3, 3, 6]);
});

test('sums that differ from daily totals are found', async () => {
  await work('10T12:00', '10T15:00');
  // By plain SQL, so that it bypasses the sums.
  await sql('refresh materialized view concurrently daily_totals');
  // One for the day, and one for the ticket.
  expect(await reconcile()).toBe(2);
  await refresh();
  expect(await reconcile()).toBe(0);
});
