'use client';

import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import type { LegendItem } from '#/components/charts/chart-legend.tsx';
import type { ChartCell } from '#/components/charts/chart-table.ts';
import { Histogram, LineChart } from '#/components/charts/lazy-charts.tsx';
import {
  barLabel,
  blanksOf,
  figure,
  formatAxis,
  formatGaps,
  formatPoint,
  LAST_WINDOW_LABELS,
  NONE,
  STEP_LABELS,
} from '#/components/operations/format-operations.ts';
import type { ServiceFigures } from '#/components/operations/service-figures.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { counted } from '#/lib/client/time/format-time.ts';
import { formatLateness } from '#/lib/core/format-lateness.ts';

type Point = ServiceFigures['points'][number];
type Counted = Exclude<keyof Point, 'at' | 'minutes'>;
type ChartProps = { data: ServiceFigures };

/** Alarms due and alarms fired: if they differ, something delays them. */
export function DueChart({ data }: ChartProps) {
  const { totals, window } = data;
  const summary = `${figure(totals.due)} due and ${figure(totals.fired)} fired in the ${LAST_WINDOW_LABELS[window]}.`;
  return (
    <OverTime
      data={data}
      title="Due and fired"
      unit={STEP_LABELS[window]}
      hasLegend
      summary={summary}
      lines={[
        { name: 'Due', key: 'due', look: 'dotted' },
        { name: 'Fired', key: 'fired', look: 'solid' },
      ]}
    />
  );
}

/** Overdue alarms that wait. */
export function QueueChart({ data }: ChartProps) {
  const worst = Math.max(0, ...data.points.map(({ overdue }) => overdue ?? 0));
  const summary =
    worst === 0 ? 'Nothing was overdue.' : `At most ${figure(worst)} ${worst === 1 ? 'was' : 'were'} overdue.`;
  const unit = `now ${figure(data.now.overdue)}`;
  return (
    <OverTime
      data={data}
      title="Queue depth"
      unit={unit}
      summary={summary}
      axis={2}
      lines={[{ name: 'Waiting', key: 'overdue', look: 'solid', isFilled: true }]}
    />
  );
}

/** Running and paused timers. */
export function TimersChart({ data }: ChartProps) {
  const most = Math.max(0, ...data.points.map(({ timers_running }) => timers_running ?? 0));
  return (
    <OverTime
      data={data}
      title="Timers"
      unit={`now ${figure(data.now.timers_running)} running`}
      hasLegend
      summary={`At most ${counted(most, 'timer')} ran at once.`}
      lines={[
        { name: 'Running', key: 'timers_running', look: 'solid' },
        { name: 'Paused', key: 'timers_paused', look: 'dotted' },
      ]}
    />
  );
}

type OverTimeProps = ChartProps & {
  title: string;
  unit: string;
  hasLegend?: boolean;
  summary: string;
  axis?: number;
  lines: readonly { name: string; key: Counted; look: 'solid' | 'dotted'; isFilled?: boolean }[];
};

function OverTime({ data, title, unit, hasLegend, summary, axis = 4, lines }: OverTimeProps) {
  const reading = useTimeStyle();
  const rows = data.points.map((point) => [
    formatPoint(point, data, reading),
    ...lines.map(({ key }) => countCell(point[key])),
  ]);
  const legend = hasLegend ? lines.map(({ name, look }): LegendItem => ({ name, look })) : [];
  return (
    <ChartFrame
      title={title}
      unit={unit}
      legend={legend}
      finding={`${title}: ${summary}${formatGaps(data)}`}
      table={{ columns: ['From', ...lines.map(({ name }) => name)], rows }}
      isNewestFirst
    >
      <LineChart
        series={lines.map(({ key, ...line }) => ({ ...line, values: data.points.map((point) => point[key]) }))}
        labels={formatAxis(data, reading, axis)}
        blanks={blanksOf(data)}
      />
    </ChartFrame>
  );
}

/** A count; an empty cell in a sheet if unknown. */
function countCell(count: number | null): ChartCell {
  return count === null ? { label: NONE, value: '' } : { label: figure(count), value: count };
}

/** First attempts by lateness, on a log scale, with the percentiles. */
export function LatenessChart({ data }: ChartProps) {
  const { bars, count, p50_ms, p95_ms, p99_ms } = data.lateness;
  const percentiles = [
    ['p50', p50_ms],
    ['p95', p95_ms],
    ['p99', p99_ms],
  ] as const;
  const known = percentiles.flatMap(([name, ms]) =>
    ms === null ? [] : [{ text: `${name} ${formatLateness(ms)}`, ms }],
  );
  const summary =
    count === 0
      ? 'Nothing has fired.'
      : `Half of ${figure(count)} within ${formatLateness(p50_ms ?? 0)}, 99 % within ${formatLateness(p99_ms ?? 0)}.`;
  return (
    <ChartFrame
      title="Lateness"
      unit="milliseconds"
      finding={`Lateness: ${summary}`}
      table={{
        columns: ['From', 'To', 'Alarms'],
        rows: bars.map((bar) => [formatLateness(bar.from_ms), formatLateness(bar.to_ms), countCell(bar.count)]),
      }}
    >
      {count === 0 ? (
        <p className="pt-16 text-center text-text-3">Nothing has fired in the {LAST_WINDOW_LABELS[data.window]}.</p>
      ) : (
        <Histogram
          bars={bars.map(({ from_ms, count: high }) => ({ label: barLabel(from_ms), count: high }))}
          marks={known.map(({ text, ms }) => ({ label: text, at: placeOf(bars, ms) }))}
        />
      )}
    </ChartFrame>
  );
}

/** The position of a lateness above the bars, which have the same width but cover longer and longer ranges. */
function placeOf(bars: ServiceFigures['lateness']['bars'], ms: number): number {
  const index = bars.findIndex(({ to_ms }) => ms <= to_ms);
  const bar = bars[index];
  if (!bar) return 1;
  const within = (Math.log(ms) - Math.log(bar.from_ms)) / (Math.log(bar.to_ms) - Math.log(bar.from_ms));
  return (index + Math.min(1, Math.max(0, within))) / bars.length;
}
