import { CountBars } from '#/components/reports/count-bars.tsx';
import { FactTable } from '#/components/reports/fact-table.tsx';
import { ReportColumns } from '#/components/reports/report-columns.tsx';
import { FIGURES_CLASSES, Figure } from '#/components/ui/figure.tsx';
import type { PomodoroReportJson } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import { colorOf, formatPercent } from '#/lib/client/reports/report-figures.ts';
import { type Days, daysWith } from '#/lib/client/reports/report-view.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

const NONE = '–';
const PARTS = [
  { name: 'Kept', color: colorOf(0) },
  { name: 'Ended early', color: colorOf(1) },
  { name: 'Abandoned', color: colorOf(4) },
];

type Props = { data: PomodoroReportJson; days: Days };

/** Planned pomodoros and their results, and their breaks. */
export function PomodoroParts({ data: { totals, days: counts }, days }: Props) {
  const { planned_cycles: planned, kept_cycles: kept } = totals;
  const share = (count: number, of: number) => (of > 0 ? formatPercent(count / of) : NONE);
  return (
    <>
      <dl className={FIGURES_CLASSES}>
        <Figure
          name="Pomodoro kept"
          value={share(kept, planned)}
          note={planned > 0 ? `${kept} of ${counted(planned, 'pomodoro')} as planned` : 'none ended in the period'}
        />
        <Figure name="Ended early" value={String(totals.ended_early_cycles)} note="skipped or restarted" />
        <Figure name="Abandoned" value={String(totals.abandoned_cycles)} note="the timer was stopped" />
        <Figure name="Extended" value={String(totals.extended_cycles)} note="time was added" />
        <Figure
          name="Breaks taken"
          value={share(totals.taken_breaks, totals.planned_breaks)}
          note={`${totals.taken_breaks} of ${counted(totals.planned_breaks, 'break')} in full`}
        />
      </dl>
      <ReportColumns>
        <CountBars
          noun="Pomodoros"
          parts={PARTS}
          days={daysWith(days, counts, (day) =>
            day ? [day.kept_cycles, day.ended_early_cycles, day.abandoned_cycles] : [0, 0, 0],
          )}
          finding={planned > 0 ? `${kept} of ${counted(planned, 'pomodoro')} kept.` : 'none.'}
        />
        <FactTable
          title="Planned against actual"
          facts={[
            ['Work planned', length(totals.planned_work_ms)],
            ['Worked in these pomodoros', length(totals.actual_work_ms)],
            ['Breaks planned', length(totals.planned_break_ms)],
            ['Breaks taken', length(totals.actual_break_ms)],
            ['Breaks in full', `${totals.taken_breaks} of ${totals.planned_breaks}`],
            ['Breaks cut short', String(totals.planned_breaks - totals.taken_breaks)],
          ]}
        />
      </ReportColumns>
    </>
  );
}

function length(ms: number): string {
  return ms > 0 ? formatDuration(ms) : NONE;
}
