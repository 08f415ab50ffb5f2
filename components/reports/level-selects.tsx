import { GROUP_LABELS } from '#/components/reports/report-labels.ts';
import { InlineSelect } from '#/components/ui/form/inline-select.tsx';
import {
  DAY_PARTS,
  type DayPart,
  REPORT_GROUPINGS,
  type ReportGrouping,
} from '#/lib/analytics/reports/report-levels.ts';
import { type ReportView, viewPart } from '#/lib/client/reports/report-view.ts';

type Props = { view: ReportView; onShow: (change: Partial<ReportView>) => void };

/** The grouping of the parts of days. */
export function PartSelect({ view, onShow }: Props) {
  const { by, thenBy } = view;
  const part = viewPart(view);
  // For a period, then parts, the parts are chosen.
  const choose = (next: DayPart) =>
    onShow(thenBy && by !== part ? { thenBy: next } : { by: next, thenBy: next === thenBy ? null : thenBy });
  return <LevelSelect label="Group by" levels={openTo(view, DAY_PARTS)} value={part} onChoose={choose} />;
}

/** The grouping, and the grouping within it. Choosing one's value for the other swaps the two. */
export function LevelSelects({ view, onShow }: Props) {
  const { by, thenBy } = view;
  const levels = openTo(view, REPORT_GROUPINGS);
  return (
    <>
      <LevelSelect
        label="Group by"
        levels={levels}
        value={by}
        onChoose={(next) => onShow({ by: next, thenBy: next === thenBy ? by : thenBy })}
      />
      <InlineSelect
        label="Then by"
        value={thenBy ?? ''}
        onChange={({ target }) => onShow({ thenBy: levels.find((level) => level === target.value) ?? null })}
      >
        <option value="">No second level</option>
        {levels
          .filter((level) => level !== by)
          .map((level) => (
            <option key={level} value={level}>
              Then by {GROUP_LABELS[level][0].toLowerCase()}
            </option>
          ))}
      </InlineSelect>
    </>
  );
}

type LevelSelectProps<Level> = {
  label: string;
  levels: readonly Level[];
  value: Level;
  onChoose: (level: Level) => void;
};

function LevelSelect<Level extends ReportGrouping>({ label, levels, value, onChoose }: LevelSelectProps<Level>) {
  return (
    <InlineSelect label={label} value={value} onChange={({ target }) => onChoose(target.value as Level)}>
      {levels.map((level) => (
        <option key={level} value={level}>
          {label} {GROUP_LABELS[level][0].toLowerCase()}
        </option>
      ))}
    </InlineSelect>
  );
}

/** A single member is not grouped by member. */
function openTo<Level extends ReportGrouping>({ who }: ReportView, levels: readonly Level[]): Level[] {
  return levels.filter((level) => level !== 'member' || who === 'everyone');
}
