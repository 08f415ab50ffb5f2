import { levelName } from '#/components/reports/report-labels.ts';
import type { ReportGroupJson } from '#/lib/analytics/reports/report-schemas.ts';

type Props = {
  group: Pick<ReportGroupJson, 'by' | 'value' | 'key' | 'name'>;
  /** For periods, whose year is shown if it is not this one. */
  today?: string;
};

/** The name of a group; a ticket by its key and its title. */
export function GroupName({ group, today = '' }: Props) {
  if (group.by !== 'ticket' || !group.key) return levelName(group, today);
  return (
    <>
      <span className="font-mono text-xs text-text-2">{group.key}</span> {group.name}
    </>
  );
}
