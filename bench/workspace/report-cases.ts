import { memberId, projectId, ticketKey } from '#/bench/workspace/workspace-sql.ts';
import { focusReportQuery } from '#/lib/analytics/focus/focus-schemas.ts';
import { getFocusReport } from '#/lib/analytics/focus/get-focus-report.ts';
import { getPomodoroReport } from '#/lib/analytics/focus/get-pomodoro-report.ts';
import { pomodoroReportQuery } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import { getDailyTotals } from '#/lib/analytics/reports/get-daily-totals.ts';
import { getDetailedReport } from '#/lib/analytics/reports/get-detailed-report.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { getTicketReport } from '#/lib/analytics/reports/get-ticket-report.ts';
import {
  dailyTotalsQuery,
  detailedReportQuery,
  reportSummaryQuery,
} from '#/lib/analytics/reports/report-query-schemas.ts';
import { ticketReportQuery } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** Days of the year in the reports: it contains a whole year of every member, and the current day. */
const YEAR = { from: '2025-06-30', to: '2026-06-29' };
/** The longest range of focus of several members. */
const TEAM_FOCUS = { from: '2026-03-22', to: '2026-06-29' };

/** One report of a year as a member requests it, about these people (null: about themselves). */
export type ReportQuestion = { label: string; run: (ctx: Ctx, of: string | null, turn: number) => Promise<unknown> };
type Params = Record<string, string> | ((turn: number) => Record<string, string>);

const query = (params: Params, of: string | null, turn: number) => ({
  ...YEAR,
  ...(of && { user_id: of }),
  ...(typeof params === 'function' ? params(turn) : params),
});

function summary(label: string, params: Params): ReportQuestion {
  return {
    label: `summary ${label}`,
    run: (ctx, of, turn) => getReportSummary(ctx, reportSummaryQuery.parse(query(params, of, turn))),
  };
}

function daily(label: string, params: Params): ReportQuestion {
  return {
    label: `daily totals ${label}`,
    run: (ctx, of, turn) => getDailyTotals(ctx, dailyTotalsQuery.parse(query(params, of, turn))),
  };
}

function detailed(label: string, params: Params): ReportQuestion {
  return {
    label: `detailed ${label}`,
    run: (ctx, of, turn) => getDetailedReport(ctx, detailedReportQuery.parse(query(params, of, turn))),
  };
}

const tickets: ReportQuestion = {
  label: 'tickets against estimates',
  run: (ctx, of, turn) => getTicketReport(ctx, ticketReportQuery.parse(query({}, of, turn))),
};

const pomodoro: ReportQuestion = {
  label: 'pomodoro',
  run: (ctx, of, turn) => getPomodoroReport(ctx, pomodoroReportQuery.parse(query({}, of, turn))),
};

const focus: ReportQuestion = {
  label: 'focus (of a team: 100 days)',
  run: (ctx, of, turn) => getFocusReport(ctx, focusReportQuery.parse(query(of ? TEAM_FOCUS : {}, of, turn))),
};

const PER_DAY = { limit: '100', round: 'nearest', round_per: 'day' };

/** All kinds of report of a year; filters name different things each time. */
export const QUESTIONS: readonly ReportQuestion[] = [
  summary('by project', {}),
  summary('by member and ticket', { group_by: 'member,ticket' }),
  summary('by day', { group_by: 'day', limit: '400' }),
  summary('by week and project', { group_by: 'week,project' }),
  summary('by tag', { group_by: 'tag' }),
  summary('of one type', { type: 'pomodoro' }),
  summary('of one tag', { tag: 'review' }),
  summary('of one project', (turn) => ({ project_id: projectId(turn % 20), group_by: 'ticket' })),
  summary('of one ticket', (turn) => ({ ticket: ticketKey((turn * 37) % 3_000), group_by: 'month' })),
  daily('by project', {}),
  daily('by member', { group_by: 'member' }),
  daily('by tag', { group_by: 'tag' }),
  detailed('unrounded', { limit: '100' }),
  detailed('rounded per entry', { limit: '100', round: 'up' }),
  detailed('rounded per day', PER_DAY),
  detailed('rounded per day, of one project', (turn) => ({ ...PER_DAY, project_id: projectId(turn % 20) })),
  tickets,
  pomodoro,
  focus,
];

/** Ids of a team of this size, a different one each time. */
export function team(turn: number, people: number, members: number): string {
  const first = (turn * people) % (members - people + 1);
  return Array.from({ length: people }, (_, index) => memberId(first + index + 1)).join(',');
}
