import { type FocusFigures, LENGTH_EDGES } from '#/lib/analytics/focus/focus-query.ts';
import type { FocusReportJson } from '#/lib/analytics/focus/focus-schemas.ts';
import type { FocusReport } from '#/lib/analytics/focus/get-focus-report.ts';
import { reportHeading } from '#/lib/analytics/reports/report-json.ts';

export function focusReportJson({ scope, switchMinutes, totals, lengths, days }: FocusReport): FocusReportJson {
  const { workingDays } = totals;
  const interruptions = totals.pauses + totals.switches;
  return {
    ...reportHeading(scope),
    switch_minutes: switchMinutes,
    totals: {
      ...figuresJson(totals),
      working_days: workingDays,
      interruptions,
      interruptions_per_day: workingDays > 0 ? interruptions / workingDays : null,
    },
    lengths: [0, ...LENGTH_EDGES].map((from_minutes, index) => {
      const found = lengths.find(({ length }) => length === index);
      const { stretches, ms } = found ?? { stretches: 0, ms: 0 };
      return { from_minutes, to_minutes: LENGTH_EDGES[index] ?? null, stretches, ms };
    }),
    days: days.map((day) => ({ date: day.date, ...figuresJson(day) })),
    server_time: scope.now.toISOString(),
  };
}

function figuresJson({ stretches, pauses, switches, medianMs, longestMs }: FocusFigures) {
  return { stretches, pauses, switches, median_ms: medianMs, longest_ms: longestMs };
}
