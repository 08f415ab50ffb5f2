'use client';

import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { Heatmap, heatmapHeight } from '#/components/charts/heatmap.tsx';
import type { ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { wallHour, wallRange } from '#/lib/client/calendar/format-calendar.ts';
import { useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { hoursShown, minutesLevel } from '#/lib/client/reports/report-figures.ts';
import { counted, WEEKDAYS } from '#/lib/client/time/format-time.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const ROW_PX = 28;
export const WORK_HOURS_HEIGHT_PX = heatmapHeight(WEEKDAYS.length, ROW_PX);
const NBSP = '\u00a0';

/** The hours of each weekday in which people work. */
export function WorkHours({ data: { hours } }: { data: ReportSummaryJson }) {
  const { hourCycle } = useTimeStyle();
  const { week_start: weekStart } = useMe().user;
  const [from, to] = hoursShown(hours);
  const range = Array.from({ length: to - from }, (_, index) => from + index);
  const days = hours.map((_, index) => hours[(index + weekStart - 1) % hours.length] as (typeof hours)[number]);
  const name = (weekday: number) => WEEKDAYS[weekday - 1] ?? '';
  const formatHour = (hour: number) => wallRange(hour * HOUR_MS, ((hour + 1) % 24) * HOUR_MS, hourCycle);
  const minutes = (value: number) => `${Math.round(value)}${NBSP}min`;
  return (
    <ChartFrame
      title="When the work happens"
      unit="average minutes tracked in each hour"
      height={WORK_HOURS_HEIGHT_PX}
      finding={`When the work happens: ${busiest(days, name, formatHour)}`}
      table={{
        columns: ['Weekday', ...range.map(formatHour)],
        rows: days.map(({ weekday, average_minutes }) => [
          name(weekday),
          ...range.map((hour) => {
            const value = Math.round(average_minutes[hour] ?? 0);
            return { label: value > 0 ? String(value) : '–', value };
          }),
        ]),
      }}
    >
      <Heatmap
        rows={days.map(({ weekday }) => ({ id: String(weekday), name: name(weekday).slice(0, 3) }))}
        columns={range.map((hour) => ({
          id: String(hour),
          // Twelve-hour labels are wider than a column.
          name: hourCycle === 'h23' || hour % 2 === 0 ? wallHour(hour * HOUR_MS, hourCycle).replace(':00', '') : '',
        }))}
        cells={days.map(({ weekday, average_minutes }) =>
          range.map((hour) => {
            const value = average_minutes[hour] ?? 0;
            return {
              level: minutesLevel(Math.round(value)),
              text: Math.round(value) > 0 ? String(Math.round(value)) : '',
              label: `${name(weekday)}, ${formatHour(hour)}: ${minutes(value)}`,
            };
          }),
        )}
        rowHeight={ROW_PX}
        isScale
      />
    </ChartFrame>
  );
}

type Hours = ReportSummaryJson['hours'];

function busiest(days: Hours, name: (weekday: number) => string, formatHour: (hour: number) => string): string {
  const all = days.flatMap(({ weekday, average_minutes }) =>
    average_minutes.map((value, hour) => ({ weekday, hour, value })),
  );
  const most = all.toSorted((a, b) => b.value - a.value)[0];
  if (!most || Math.round(most.value) === 0) return 'nothing was tracked.';
  return `most on ${name(most.weekday)}, ${formatHour(most.hour)}, with ${counted(Math.round(most.value), 'minute')} on average.`;
}
