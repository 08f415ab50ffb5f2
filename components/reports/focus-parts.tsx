import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { Histogram } from '#/components/charts/lazy-charts.tsx';
import { durationCell } from '#/components/reports/chart-cells.ts';
import { CountBars } from '#/components/reports/count-bars.tsx';
import { FactTable } from '#/components/reports/fact-table.tsx';
import { ReportColumns } from '#/components/reports/report-columns.tsx';
import type { FocusReportJson } from '#/lib/analytics/focus/focus-schemas.ts';
import { colorOf } from '#/lib/client/reports/report-figures.ts';
import { type Days, daysWith } from '#/lib/client/reports/report-view.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

const NBSP = '\u00a0';
const NONE = '–';
const LENGTHS_HEIGHT_PX = 192;
const PARTS = [
  { name: 'Pauses', color: colorOf(0) },
  { name: 'Switches', color: colorOf(1) },
];
const NO_MARKS: never[] = [];

/** How long people worked at a time, and what interrupted them. */
export function FocusParts({ data, days }: { data: FocusReportJson; days: Days }) {
  const { totals } = data;
  return (
    <>
      <ReportColumns>
        <FocusDurations data={data} />
        <FactTable
          title="Focus"
          facts={[
            ['Stretches of focus', totals.stretches.toLocaleString('en')],
            ['Median focus', totals.median_ms === null ? NONE : formatDuration(totals.median_ms)],
            ['Longest focus', totals.longest_ms === null ? NONE : formatDuration(totals.longest_ms)],
          ]}
        />
      </ReportColumns>
      <ReportColumns>
        <CountBars
          noun="Interruptions"
          parts={PARTS}
          days={daysWith(days, data.days, (day) => (day ? [day.pauses, day.switches] : [0, 0]))}
          finding={`${counted(totals.interruptions, 'interruption')} on ${counted(totals.working_days, 'working day')}.`}
        />
        <FactTable
          title="Interruptions"
          facts={[
            [
              'Per working day',
              totals.interruptions_per_day === null ? NONE : String(Number(totals.interruptions_per_day.toFixed(1))),
            ],
            ['Pauses', totals.pauses.toLocaleString('en')],
            [`Switches within ${data.switch_minutes}${NBSP}min`, totals.switches.toLocaleString('en')],
          ]}
        />
      </ReportColumns>
    </>
  );
}

function FocusDurations({ data: { lengths, totals } }: { data: FocusReportJson }) {
  const most = lengths.toSorted((a, b) => b.stretches - a.stretches)[0];
  const finding =
    most && most.stretches > 0
      ? `most stretches, ${most.stretches} of ${totals.stretches}, lasted ${lengthTitle(most)} minutes.`
      : 'none.';
  return (
    <ChartFrame
      title="Focus durations"
      unit="stretches by minutes without an interruption"
      height={LENGTHS_HEIGHT_PX}
      finding={`Focus durations: ${finding}`}
      table={{
        columns: ['Minutes', 'Stretches', 'Time'],
        rows: lengths.map((length) => [
          lengthTitle(length),
          { label: length.stretches.toLocaleString('en'), value: length.stretches },
          durationCell(length.ms),
        ]),
      }}
    >
      <Histogram
        bars={lengths.map((length) => ({ label: lengthTitle(length), count: length.stretches }))}
        marks={NO_MARKS}
      />
    </ChartFrame>
  );
}

/** `< 15`, `15 – 25`, `> 90`. */
function lengthTitle({ from_minutes, to_minutes }: FocusReportJson['lengths'][number]): string {
  if (to_minutes === null) return `>${NBSP}${from_minutes}`;
  return from_minutes === 0 ? `<${NBSP}${to_minutes}` : `${from_minutes}${NBSP}–${NBSP}${to_minutes}`;
}
