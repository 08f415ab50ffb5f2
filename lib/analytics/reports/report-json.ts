import type { DailyTotals } from '#/lib/analytics/reports/get-daily-totals.ts';
import type { DetailedReport } from '#/lib/analytics/reports/get-detailed-report.ts';
import type { ReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { type Group, type GroupRow, nestGroups } from '#/lib/analytics/reports/report-groups.ts';
import type { DayPart } from '#/lib/analytics/reports/report-levels.ts';
import type { DailyTotalsJson, DetailedReportJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import type { ReportScope } from '#/lib/analytics/reports/report-scope.ts';
import type { ReportTotals } from '#/lib/analytics/reports/summary-query.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

const HOURS = 24;
const WEEKDAYS = 7;
/** An hour that a night repeats can have more. */
const MAX_MINUTES = HOUR_MS / MINUTE_MS;

export function reportSummaryJson(report: ReportSummary): ReportSummaryJson {
  const { scope, totals, previousTotals, levels, byType, pomodoros, adjustments } = report;
  const { groups, leftOut } = nestGroups(report.groups, levels);
  return {
    ...reportHeading(scope),
    totals: { ...totalsJson(totals), target_ms_per_working_day: totals.targetMs, running: report.running },
    previous: {
      from: scope.previous.startsAt.toISOString(),
      to: scope.previous.endsAt.toISOString(),
      ...totalsJson(previousTotals),
    },
    group_by: [...levels],
    groups: groups.map((group) => groupJson(group, totals.trackedMs)),
    groups_left_out: leftOut,
    by_type: byType.map(({ type, timers, trackedMs, longestMs }) => ({
      type,
      timers,
      tracked_ms: trackedMs,
      average_ms: Math.round(trackedMs / Math.max(timers, 1)),
      longest_ms: longestMs,
    })),
    hours: Array.from({ length: WEEKDAYS }, (_, index) => weekdayJson(report, index + 1)),
    pomodoro: { planned_cycles: pomodoros.planned, kept_cycles: pomodoros.kept },
    adjustments: {
      trimmed: adjustments.trimmed,
      corrected_by_admin: adjustments.correctedByAdmin,
      added_by_hand: adjustments.addedByHand,
    },
    server_time: scope.now.toISOString(),
  };
}

export function dailyTotalsJson({ scope, days, running }: DailyTotals, groupBy: DayPart): DailyTotalsJson {
  return {
    ...reportHeading(scope),
    tracked_ms: days.reduce((sum, day) => sum + day.trackedMs, 0),
    running,
    group_by: groupBy,
    days: days.map((day) => ({
      date: day.date,
      starts_at: day.startsAt.toISOString(),
      ends_at: day.endsAt.toISOString(),
      tracked_ms: day.trackedMs,
      timers: day.timers,
      parts: day.parts.map(({ trackedMs, ...part }) => ({ ...part, tracked_ms: trackedMs })),
    })),
    server_time: scope.now.toISOString(),
  };
}

export function detailedReportJson({ scope, rows, totals, nextCursor, running }: DetailedReport): DetailedReportJson {
  return {
    ...reportHeading(scope),
    totals: { exact_ms: totals.exactMs, rounded_ms: totals.roundedMs, timers: totals.timers, running },
    rows: rows.map((row) => ({
      id: row.id,
      user_id: row.userId,
      member: row.member,
      time_zone: row.timeZone,
      type: row.type,
      status: row.status,
      title: row.title,
      ticket: row.ticket,
      project: row.project,
      tags: row.tags,
      started_at: row.startedAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
      date: row.date,
      exact_ms: row.exactMs,
      rounded_ms: row.roundedMs,
      spans: row.spans,
      needs_review: row.needsReview,
    })),
    next_cursor: nextCursor,
    server_time: scope.now.toISOString(),
  };
}

/** The fields that every report has. */
export function reportHeading({ of, from, to, rule, now, refreshedAt }: ReportScope) {
  return {
    of,
    from: from.toISOString(),
    to: to.toISOString(),
    time_zone: rule.timeZone,
    as_of: now.toISOString(),
    totals_refreshed_at: refreshedAt?.toISOString() ?? null,
  };
}

function totalsJson({ trackedMs, timers, spans, people, workingDays }: ReportTotals) {
  return {
    tracked_ms: trackedMs,
    timers,
    spans,
    people,
    working_days: workingDays,
    average_session_ms: timers > 0 ? Math.round(trackedMs / timers) : null,
  };
}

function groupJson({ groups, leftOut, ...row }: Group, totalMs: number): ReportSummaryJson['groups'][number] {
  return {
    ...groupRowJson(row, totalMs),
    groups: groups.map((inner) => groupRowJson(inner, totalMs)),
    groups_left_out: leftOut,
  };
}

function groupRowJson({ trackedMs, ...row }: GroupRow, totalMs: number) {
  return { ...row, tracked_ms: trackedMs, share: totalMs > 0 ? trackedMs / totalMs : 0 };
}

function weekdayJson({ hours, daysBegun, totals }: ReportSummary, weekday: number): ReportSummaryJson['hours'][number] {
  const days = daysBegun.find((one) => one.weekday === weekday)?.days ?? 0;
  const shared = days * totals.people * MINUTE_MS;
  const average_minutes = Array.from({ length: HOURS }, (_, hour) => {
    const ms = hours.find((one) => one.weekday === weekday && one.hour === hour)?.trackedMs ?? 0;
    return shared > 0 ? Math.min(MAX_MINUTES, ms / shared) : 0;
  });
  return { weekday, days, average_minutes };
}
