import { classNames } from '#/components/ui/class-names.ts';
import type { ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { formatChange, formatPercent } from '#/lib/client/reports/report-figures.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

const NONE = '–';
/** Five figures in a line; fewer in each where there is less room. */
export const FIGURES_LOOK = 'grid grid-cols-2 border-y border-line transition-colors md:grid-cols-3 xl:grid-cols-5';

type Props = { data: Pick<ReportSummaryJson, 'totals' | 'previous' | 'pomodoro'>; isStale: boolean };

/** Five figures of the period: how much, per day, how many, how long at a time, and how well pomodoros were kept. */
export function ReportFigures({ data: { totals, previous, pomodoro }, isStale }: Props) {
  const { tracked_ms, working_days, timers, spans, average_session_ms, target_ms_per_working_day: target } = totals;
  const perDay = working_days > 0 ? tracked_ms / working_days : null;
  const before = previous.average_session_ms;
  return (
    <dl className={classNames(FIGURES_LOOK, isStale && 'text-text-3')}>
      <Figure
        name="Tracked"
        value={tracked_ms > 0 ? formatDuration(tracked_ms) : NONE}
        note={counted(working_days, 'working day')}
      />
      <Figure
        name="Per working day"
        value={perDay === null ? NONE : formatDuration(perDay)}
        note={target === null ? 'no target' : `target ${formatDuration(target)}`}
      />
      <Figure
        name="Timers"
        value={timers.toLocaleString('en')}
        note={
          timers > 0
            ? `${rate(timers, working_days)} a day, ${rate(spans, timers)} ${spans === timers ? 'span' : 'spans'} each`
            : 'none yet'
        }
      />
      <Figure
        name="Average session"
        value={average_session_ms === null ? NONE : formatDuration(average_session_ms)}
        note={
          average_session_ms === null || before === null
            ? 'nothing to compare with'
            : `${formatChange(average_session_ms, before)} than before`
        }
      />
      <Figure
        name="Pomodoro kept"
        value={pomodoro.planned_cycles > 0 ? formatPercent(pomodoro.kept_cycles / pomodoro.planned_cycles) : NONE}
        note={
          pomodoro.planned_cycles > 0
            ? `${pomodoro.kept_cycles} of ${counted(pomodoro.planned_cycles, 'cycle')} as planned`
            : 'no cycles'
        }
      />
    </dl>
  );
}

/** `8`, `1.7`: how many of one for each of the other. */
function rate(count: number, of: number): string {
  return String(Number((count / Math.max(1, of)).toFixed(1)));
}

/**
 * A figure with its name above it and a note below, in a grid of `FIGURES_LOOK`. The last takes the rest of its line, so
 * that the line above it has no gap.
 */
export function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="border-line py-3 pr-4 max-md:[&:nth-child(n+3)]:border-t max-md:[&:nth-child(even)]:border-l max-md:[&:nth-child(even)]:pl-4 md:max-xl:[&:nth-child(n+4)]:border-t md:max-xl:[&:not(:nth-child(3n+1))]:border-l md:max-xl:[&:not(:nth-child(3n+1))]:pl-6 xl:not-first:border-l xl:not-first:pl-6 max-xl:[&:nth-child(5):last-child]:col-span-2 md:max-xl:[&:nth-child(4):last-child]:col-span-3 max-md:[&:nth-child(3):last-child]:col-span-2">
      <dt className="text-xs text-text-3">{name}</dt>
      <dd className="text-2xl font-medium whitespace-nowrap max-md:text-xl max-md:leading-8">{value}</dd>
      <dd className="text-xs text-text-3">{note}</dd>
    </div>
  );
}
