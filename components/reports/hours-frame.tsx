'use client';

import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import type { LegendItem } from '#/components/charts/chart-legend.tsx';
import type { StackedBars } from '#/components/charts/lazy-charts.tsx';
import { dayCell, durationCell } from '#/components/reports/chart-cells.ts';
import { groupName } from '#/components/reports/report-labels.ts';
import type { DailyTotalsJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { columnTitle, dayOfMonth, monthName } from '#/lib/client/calendar/format-calendar.ts';
import { type Stack, stackOf } from '#/lib/client/reports/report-figures.ts';
import { dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

export const HOURS_HEIGHT_PX = 256;
const NBSP = '\u00a0';

export type HoursProps = {
  /** The parts of days, most time first. */
  parts: Parameters<typeof stackOf>[0];
  totals: ReportSummaryJson['totals'];
  days: Pick<DailyTotalsJson, 'days'>;
  /** The message without any hours. */
  nothing: ReactNode;
};

type Props = HoursProps & {
  today: string;
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  weekStart: number;
  /** The component that draws the bars. */
  bars: ComponentType<ComponentProps<typeof StackedBars>>;
  canExport: boolean;
};

/** Time per day or per week, by part; for any reader of a report. */
export function HoursFrame({ parts, totals, days, nothing, today, weekStart, bars: Bars, canExport }: Props) {
  const stack = stackOf(parts, days, weekStart, { nameOf: groupName });
  const target = stack.step === 'day' ? totals.target_ms_per_working_day : null;
  const legend: LegendItem[] = stack.series.map(({ name, color }) => ({ name, color }));
  if (target !== null) legend.push({ name: `Target ${formatDuration(target)}`, look: 'dashed' });
  const isEmpty = totals.timers === 0;
  return (
    <ChartFrame
      title={`Hours per ${stack.step}`}
      legend={legend}
      height={HOURS_HEIGHT_PX}
      canExport={canExport}
      finding={`Hours per ${stack.step}: ${findingOf(stack, today)}`}
      table={{
        columns: [stack.step === 'day' ? 'Day' : 'Week from', ...stack.series.map(({ name }) => name), 'Total'],
        rows: stack.bars.map(({ date, ms, values }) => [
          dayCell(date, today.slice(0, 4)),
          ...[...values, ms].map((length) => durationCell(length)),
        ]),
      }}
    >
      <Bars
        parts={stack.series}
        bars={stack.bars.map(({ date, values }) => ({
          label: stack.step === 'day' ? columnTitle(date) : `${dayOfMonth(date)} ${monthName(date).slice(0, 3)}`,
          isNow: date === today,
          values: values.map((ms) => ms / HOUR_MS),
        }))}
        target={target === null ? undefined : target / HOUR_MS}
        formatTick={(hours) => `${hours}${NBSP}h`}
      />
      {isEmpty && (
        <div className="absolute inset-0 grid place-items-center px-4 text-center md:px-12">
          <div className="bg-bg px-4 py-2">{nothing}</div>
        </div>
      )}
    </ChartFrame>
  );
}

function findingOf({ bars, step }: Stack, today: string): string {
  const used = bars.filter(({ ms }) => ms > 0);
  const longest = used.toSorted((a, b) => b.ms - a.ms)[0];
  if (!longest) return 'nothing was tracked.';
  const sum = used.reduce((all, { ms }) => all + ms, 0);
  const title = dayTitle(longest.date, today.slice(0, 4));
  const when = step === 'day' ? `on ${title}` : `in the week from ${title}`;
  return `${formatDuration(sum / used.length)} on average, most ${when} with ${formatDuration(longest.ms)}.`;
}
