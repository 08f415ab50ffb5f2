import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { TargetBars, targetBarsHeight } from '#/components/charts/target-bars.tsx';
import { durationCell, secondsCell } from '#/components/reports/chart-cells.ts';
import { formatOverEstimate } from '#/components/reports/report-labels.ts';
import type { TicketReportJson } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

/** Readable at a glance; all of them are in the table below. */
const SHOWN = 12;

/** All time of tickets and their estimates, for the first of the list that have one. */
export function EstimateChart({ data: { rows } }: { data: TicketReportJson }) {
  const estimated = rows.filter(({ estimate_ms }) => estimate_ms !== null);
  const shown = estimated.slice(0, SHOWN);
  if (shown.length === 0) {
    return <p className="mt-6 text-text-3">None of these tickets has an estimate.</p>;
  }
  const over = shown.filter(({ over_ms }) => (over_ms ?? 0) > 0);
  const worst = over.toSorted((a, b) => (b.over_ms ?? 0) - (a.over_ms ?? 0))[0];
  const unit = estimated.length > shown.length ? `the first ${shown.length}, all time` : 'all time';
  return (
    <div className="mt-6">
      <ChartFrame
        title="Estimate against actual"
        unit={unit}
        height={targetBarsHeight(shown.length)}
        finding={`Estimate against actual: ${over.length} of ${counted(shown.length, 'ticket')} past the estimate${worst ? `, most ${worst.key} with ${formatOverEstimate(worst.over_ms)}` : ''}.`}
        table={{
          columns: ['Ticket', 'Estimate', 'Total tracked', 'Over or left'],
          rows: shown.map(({ key, estimate_ms, total_ms, over_ms }) => [
            key,
            durationCell(estimate_ms ?? 0, formatDuration(0)),
            durationCell(total_ms, formatDuration(0)),
            secondsCell(formatOverEstimate(over_ms), over_ms ?? 0),
          ]),
        }}
      >
        <TargetBars
          bars={shown.map(({ key, estimate_ms, total_ms, over_ms }) => ({
            label: key,
            value: total_ms,
            target: estimate_ms,
            valueLabel: formatOverEstimate(over_ms),
            isOver: (over_ms ?? 0) > 0,
          }))}
        />
      </ChartFrame>
    </div>
  );
}
