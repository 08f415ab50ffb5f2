'use client';

import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { StackedBars } from '#/components/charts/lazy-charts.tsx';
import { dayCell } from '#/components/reports/chart-cells.ts';
import { columnTitle, dayOfMonth, monthName } from '#/lib/client/calendar/format-calendar.ts';
import { useMe, useToday } from '#/lib/client/live/use-live.tsx';
import { inSteps } from '#/lib/client/reports/report-figures.ts';

export const COUNT_BARS_HEIGHT_PX = 256;

type Props = {
  /** The counted noun: `Pomodoros`, shown as `Pomodoros per day`. */
  noun: string;
  parts: readonly { name: string; color: string }[];
  /** Every day, with a count for each of the parts. */
  days: readonly { date: string; values: number[] }[];
  /** The chart's message, in a sentence. */
  finding: string;
};

/** Counts for each day, or for each week of a long period. */
export function CountBars({ noun, parts, days, finding }: Props) {
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const { step, bars } = inSteps(
    days.map(({ date, values }) => ({ date, values, ms: sum(values) })),
    weekStart,
  );
  const title = `${noun} per ${step}`;
  const cell = (count: number) => ({ label: count === 0 ? '–' : count.toLocaleString('en'), value: count });
  return (
    <ChartFrame
      title={title}
      legend={parts}
      height={COUNT_BARS_HEIGHT_PX}
      finding={`${title}: ${finding}`}
      table={{
        columns: [step === 'day' ? 'Day' : 'Week from', ...parts.map(({ name }) => name), 'All'],
        rows: bars.map(({ date, values }) => [dayCell(date, today.slice(0, 4)), ...[...values, sum(values)].map(cell)]),
      }}
    >
      <StackedBars
        parts={parts}
        bars={bars.map(({ date, values }) => ({
          label: step === 'day' ? columnTitle(date) : `${dayOfMonth(date)} ${monthName(date).slice(0, 3)}`,
          isNow: date === today,
          values,
        }))}
        formatTick={(count) => count.toLocaleString('en')}
      />
    </ChartFrame>
  );
}
