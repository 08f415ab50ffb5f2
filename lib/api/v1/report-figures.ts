import { focusReportJson } from '#/lib/analytics/focus/focus-json.ts';
import { focusReportQuery, focusReportResponse } from '#/lib/analytics/focus/focus-schemas.ts';
import { getFocusReport } from '#/lib/analytics/focus/get-focus-report.ts';
import { getPomodoroReport } from '#/lib/analytics/focus/get-pomodoro-report.ts';
import { pomodoroReportJson } from '#/lib/analytics/focus/pomodoro-json.ts';
import { pomodoroReportQuery, pomodoroReportResponse } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import { getTeamDay } from '#/lib/analytics/reports/get-team-day.ts';
import { getTicketReport } from '#/lib/analytics/reports/get-ticket-report.ts';
import { teamDayJson } from '#/lib/analytics/reports/team-day-json.ts';
import { teamDayQuery, teamDayResponse } from '#/lib/analytics/reports/team-day-schemas.ts';
import { ticketReportJson } from '#/lib/analytics/reports/ticket-report-json.ts';
import { ticketReportQuery, ticketReportResponse } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import { getStreak } from '#/lib/analytics/streaks/get-streak.ts';
import { streakJson } from '#/lib/analytics/streaks/streak-json.ts';
import { streakQuery, streakResponse } from '#/lib/analytics/streaks/streak-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import { BAD_RANGE, NARROWER, REPORTS, WHOSE_TIME } from '#/lib/api/v1/reports.ts';

const tickets = operation({
  operationId: 'getTicketReport',
  method: 'get',
  path: '/reports/tickets',
  tag: REPORTS,
  summary: 'Compare time on tickets with their estimates',
  description: WHOSE_TIME,
  permission: 'timers:read',
  query: ticketReportQuery,
  reads: 'report',
  narrower: NARROWER,
  output: ticketReportResponse,
  problems: BAD_RANGE,
  handler: async (ctx, { query }) => ({ status: 200, body: ticketReportJson(await getTicketReport(ctx, query)) }),
});

const focus = operation({
  operationId: 'getFocusReport',
  method: 'get',
  path: '/reports/focus',
  tag: REPORTS,
  summary: 'Get the focus report: uninterrupted work and interruptions',
  description: `A stretch of focus is an uninterrupted span. An interruption is a pause after which the timer continues the same day, or a switch to another timer within \`switch_minutes\`; breaks of a plan are neither, and time entered by hand is left out. For several members, at most 100 days. ${WHOSE_TIME}`,
  permission: 'timers:read',
  query: focusReportQuery,
  reads: 'report',
  narrower: NARROWER,
  output: focusReportResponse,
  problems: BAD_RANGE,
  handler: async (ctx, { query }) => ({ status: 200, body: focusReportJson(await getFocusReport(ctx, query)) }),
});

const pomodoro = operation({
  operationId: 'getPomodoroReport',
  method: 'get',
  path: '/reports/pomodoro',
  tag: REPORTS,
  summary: 'Get the pomodoro report: planned against actual',
  description: WHOSE_TIME,
  permission: 'timers:read',
  query: pomodoroReportQuery,
  reads: 'report',
  narrower: NARROWER,
  output: pomodoroReportResponse,
  problems: BAD_RANGE,
  handler: async (ctx, { query }) => ({ status: 200, body: pomodoroReportJson(await getPomodoroReport(ctx, query)) }),
});

const streak = operation({
  operationId: 'getStreak',
  method: 'get',
  path: '/reports/streak',
  tag: REPORTS,
  summary: 'Get today, this week, and streaks of a member',
  description:
    'By the member’s days. A working day without time ends a streak, unless it is today. A day off without time doesn’t end it, and isn’t counted.',
  permission: 'timers:read',
  query: streakQuery,
  reads: 'report',
  narrower: 'Use /reports/daily-totals with a shorter range.',
  output: streakResponse,
  problems: ['member_not_found'],
  handler: async (ctx, { query }) => ({ status: 200, body: streakJson(await getStreak(ctx, query)) }),
});

const teamDay = operation({
  operationId: 'getTeamDay',
  method: 'get',
  path: '/reports/team-day',
  tag: REPORTS,
  summary: 'Get a team day: who worked when',
  description: 'A day by your clock, or that of `time_zone`, for everyone. Running timers are counted up to `as_of`.',
  permission: 'timers:read_all',
  query: teamDayQuery,
  reads: 'report',
  narrower: 'Use /reports/detailed with user_id for fewer members.',
  output: teamDayResponse,
  problems: ['time_zone_unknown'],
  handler: async (ctx, { query }) => ({ status: 200, body: teamDayJson(await getTeamDay(ctx, query)) }),
});

export const reportFigureOperations = [tickets, focus, pomodoro, streak, teamDay];
