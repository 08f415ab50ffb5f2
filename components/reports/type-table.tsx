import { typeName } from '#/components/reports/report-labels.ts';
import { Icon } from '#/components/ui/icon.tsx';
import type { ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';

/** How many sessions of each type there were, and how long they are. */
export function TypeTable({ data: { by_type } }: { data: ReportSummaryJson }) {
  return (
    <section aria-labelledby="sessions-by-type">
      <h2 id="sessions-by-type" className="mb-2 flex h-7 items-center font-semibold">
        Sessions by type
      </h2>
      <table aria-labelledby="sessions-by-type" className="w-full table-fixed">
        <thead>
          <tr className="h-8 border-b border-line text-xs text-text-3 *:font-medium">
            <th scope="col" className="text-left">
              Type
            </th>
            <th scope="col" className="w-16 text-right">
              Count
            </th>
            <th scope="col" className="w-24 text-right">
              Average
            </th>
            <th scope="col" className="w-24 text-right">
              Longest
            </th>
          </tr>
        </thead>
        <tbody>
          {by_type.map(({ type, timers, average_ms, longest_ms }) => (
            <tr key={type} className="h-8 border-b border-line whitespace-nowrap *:text-right">
              <th scope="row" className="text-left! font-normal">
                <span className="flex items-center gap-2">
                  <Icon name={type === 'manual' ? 'spans' : type} className="text-text-3" />
                  {typeName(type)}
                </span>
              </th>
              <td>{timers.toLocaleString('en')}</td>
              <td className="font-medium">{formatDuration(average_ms)}</td>
              <td className="text-text-3">{formatDuration(longest_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {by_type.length === 0 && <p className="border-b border-line py-2 text-text-3">None</p>}
    </section>
  );
}
