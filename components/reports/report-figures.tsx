import { FIGURES_CLASSES, Figure } from '#/components/ui/figure.tsx';
import type { ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { formatChange, formatPercent } from '#/lib/client/reports/report-figures.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

const NONE = '–';

type Props = { data: Pick<ReportSummaryJson, 'totals' | 'previous' | 'pomodoro'> };

/** Five figures of the period: total, per day, sessions, their length, and how well pomodoros were kept. */
export function ReportFigures({ data: { totals, previous, pomodoro } }: Props) {
  const { tracked_ms, working_days, timers, spans, average_session_ms, target_ms_per_working_day: target } = totals;
  const perDay = working_days > 0 ? tracked_ms / working_days : null;
  const before = previous.average_session_ms;
  return (
    <dl className={FIGURES_CLASSES}>
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
            : sinceBefore(formatChange(average_session_ms, before))
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

/** `8`, `1.7`: how many of one per other. */
function rate(count: number, of: number): string {
  return String(Number((count / Math.max(1, of)).toFixed(1)));
}

function sinceBefore(change: string): string {
  return change === 'the same' ? 'the same as before' : `${change} than before`;
}
