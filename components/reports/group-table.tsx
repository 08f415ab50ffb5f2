import Link from 'next/link';
import { GroupName } from '#/components/reports/group-name.tsx';
import { GROUP_LABELS } from '#/components/reports/report-labels.ts';
import type { DayPart } from '#/lib/analytics/reports/report-levels.ts';
import type { ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { colorOf, formatPercent } from '#/lib/client/reports/report-figures.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

/** As many as fit next to the chart. */
const SHOWN = 12;

type Props = {
  data: Pick<ReportSummaryJson, 'groups' | 'groups_left_out' | 'adjustments'>;
  by: DayPart;
  whose: 'you' | 'member';
  /** The page that lists all of it, if there is one. */
  moreHref?: string;
};

/** Time by group, most first, and how much of it was changed after the fact. */
export function GroupTable({ data: { groups, groups_left_out, adjustments }, by, whose, moreHref }: Props) {
  const [, many] = GROUP_LABELS[by];
  const more = Math.max(0, groups.length - SHOWN) + groups_left_out;
  return (
    <section aria-label={many}>
      <table className="w-full table-fixed">
        <caption className="sr-only">{many}</caption>
        <thead>
          <tr className="h-7 border-b border-line">
            <th scope="col" className="text-left font-semibold">
              {many}
            </th>
            <th scope="col" className="w-24 text-right font-normal text-text-3">
              <span className="sr-only">Time</span>
            </th>
            <th scope="col" className="w-14 text-right font-normal text-text-3">
              share
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, SHOWN).map((group, index) => (
            <tr key={group.value} className="h-8 border-b border-line">
              <th scope="row" className="truncate text-left font-normal">
                <span
                  aria-hidden="true"
                  className="mr-2.5 inline-block size-2 rounded-xs"
                  style={{ background: colorOf(index) }}
                />
                <GroupName group={group} />
              </th>
              <td className="text-right font-medium whitespace-nowrap">{formatDuration(group.tracked_ms)}</td>
              <td className="text-right text-text-3">{formatPercent(group.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length === 0 && <p className="border-b border-line py-2 text-text-3">None</p>}
      {more > 0 && (
        <p className="py-2 text-text-3">
          and{' '}
          {moreHref ? (
            <Link prefetch={false} href={moreHref} className="underline">
              {counted(more, 'more', 'more')}
            </Link>
          ) : (
            counted(more, 'more', 'more')
          )}
        </p>
      )}
      <dl className="mt-3 text-text-3">
        <Adjustment
          name={`Trimmed by ${whose === 'you' ? 'you' : 'members'}, ${counted(adjustments.trimmed.timers, 'timer')}`}
          {...adjustments.trimmed}
        />
        <Adjustment
          name={`Corrected by an admin, ${counted(adjustments.corrected_by_admin.timers, 'timer')}`}
          {...adjustments.corrected_by_admin}
        />
        <Adjustment
          name={`Added by hand, ${counted(adjustments.added_by_hand.timers, 'entry', 'entries')}`}
          {...adjustments.added_by_hand}
        />
      </dl>
    </section>
  );
}

function Adjustment({ name, timers, ms }: { name: string; timers: number; ms: number }) {
  if (timers === 0) return null;
  const sign = ms < 0 ? '−' : '+';
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt>{name}</dt>
      <dd className="whitespace-nowrap">
        {sign} {formatDuration(Math.abs(ms))}
      </dd>
    </div>
  );
}
