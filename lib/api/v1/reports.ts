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
import { operation } from '#/lib/api/operations/operation.ts';

export const REPORTS = 'Reports';
/** Errors of every report. */
export const BAD_RANGE = ['time_zone_unknown', 'range_invalid'] as const;
/** The advice for a report that takes too long. */
export const NARROWER = 'Choose a shorter range with from and to, or fewer members with user_id.';
/** The description of each. */
export const WHOSE_TIME =
  'Everyone’s time with `timers:read_all`, otherwise your own. Each member’s time falls on their own days (in their time zone, from their `day_start_hour`), so that a total is the sum of what members see; with `time_zone`, everyone’s falls on the days there. Running timers are counted up to `as_of`, and a change in the past shows at once.';

const summary = operation({
  operationId: 'getReportSummary',
  method: 'get',
  path: '/reports/summary',
  tag: REPORTS,
  summary: 'Get the totals of a range, compared with the period before',
  description: WHOSE_TIME,
  permission: 'timers:read',
  query: reportSummaryQuery,
  reads: 'report',
  narrower: NARROWER,
  output: reportSummaryResponse,
  problems: BAD_RANGE,
  handler: async (ctx, { query }) => ({ status: 200, body: reportSummaryJson(await getReportSummary(ctx, query)) }),
});

const detailed = operation({
  operationId: 'getDetailedReport',
  method: 'get',
  path: '/reports/detailed',
  tag: REPORTS,
  summary: 'List the timers of a report, exact and rounded',
  description: WHOSE_TIME,
  permission: 'timers:read',
  query: detailedReportQuery,
  reads: 'report',
  narrower: NARROWER,
  output: detailedReportResponse,
  problems: [...BAD_RANGE, 'cursor_invalid'],
  handler: async (ctx, { query }) => ({ status: 200, body: detailedReportJson(await getDetailedReport(ctx, query)) }),
});

const dailyTotals = operation({
  operationId: 'getDailyTotals',
  method: 'get',
  path: '/reports/daily-totals',
  tag: REPORTS,
  summary: 'Get the time of each day in a range',
  description: WHOSE_TIME,
  permission: 'timers:read',
  query: dailyTotalsQuery,
  reads: 'report',
  narrower: NARROWER,
  output: dailyTotalsResponse,
  problems: BAD_RANGE,
  handler: async (ctx, { query }) => ({
    status: 200,
    body: dailyTotalsJson(await getDailyTotals(ctx, query), query.group_by),
  }),
});

export const reportOperations = [summary, detailed, dailyTotals];
