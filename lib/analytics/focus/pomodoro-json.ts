import type { PomodoroReport } from '#/lib/analytics/focus/get-pomodoro-report.ts';
import type { PomodoroCounts } from '#/lib/analytics/focus/pomodoro-query.ts';
import type { PomodoroReportJson } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import { reportHeading } from '#/lib/analytics/reports/report-json.ts';

export function pomodoroReportJson({ scope, totals, days }: PomodoroReport): PomodoroReportJson {
  return {
    ...reportHeading(scope),
    totals: {
      ...countsJson(totals),
      planned_work_ms: totals.plannedWorkMs,
      actual_work_ms: totals.actualWorkMs,
      planned_break_ms: totals.plannedBreakMs,
      actual_break_ms: totals.actualBreakMs,
    },
    days: days.map((day) => ({ date: day.date, ...countsJson(day) })),
    server_time: scope.now.toISOString(),
  };
}

function countsJson(counts: PomodoroCounts) {
  return {
    planned_cycles: counts.planned,
    kept_cycles: counts.kept,
    ended_early_cycles: counts.endedEarly,
    abandoned_cycles: counts.abandoned,
    extended_cycles: counts.extended,
    planned_breaks: counts.plannedBreaks,
    taken_breaks: counts.takenBreaks,
  };
}
