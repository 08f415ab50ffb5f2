import Link from 'next/link';
import { formatOverEstimate } from '#/components/reports/report-labels.ts';
import { EstimateBar } from '#/components/tickets/estimate-bar.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { TicketReportJson } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import { TICKETS_PATH } from '#/lib/client/tickets/ticket-view.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Every listed ticket: its estimate, its time in the period and in total, and the difference. */
export function TicketReportTable({ data: { rows, left_out } }: { data: TicketReportJson }) {
  return (
    <section aria-label="Tickets" className="mt-8">
      <table className="w-full table-fixed">
        <caption className="sr-only">Tickets with time in the period</caption>
        <thead>
          <tr className="h-8 border-b border-line text-xs text-text-3 *:pr-3 *:text-right *:font-medium">
            <th scope="col" className="text-left!">
              Ticket
            </th>
            <th scope="col" className="w-24 max-md:hidden">
              Estimate
            </th>
            <th scope="col" className="w-24">
              In the period
            </th>
            <th scope="col" className="w-24 max-md:hidden">
              All time
            </th>
            <th scope="col" className="w-32 max-lg:hidden">
              <span className="sr-only">Of estimate</span>
            </th>
            <th scope="col" className="w-32 pr-0! max-md:w-28">
              Over or left
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ ticket_id, key, title, estimate_ms, tracked_ms, total_ms, over_ms }) => (
            <tr key={ticket_id} className="h-8 border-b border-line whitespace-nowrap *:pr-3 *:text-right">
              <th scope="row" className="truncate text-left! font-normal" title={title}>
                <Link prefetch={false} href={`${TICKETS_PATH}/${encodeURIComponent(key)}`} className="hover:underline">
                  <span className="mr-2 font-mono text-xs text-text-2">{key}</span>
                  {title}
                </Link>
              </th>
              <td className="text-text-3 max-md:hidden">{estimate_ms === null ? '–' : formatDuration(estimate_ms)}</td>
              <td className="font-medium">{formatDuration(tracked_ms)}</td>
              <td className="max-md:hidden">{formatDuration(total_ms)}</td>
              <td className="max-lg:hidden">
                {estimate_ms !== null && estimate_ms > 0 && (
                  <EstimateBar trackedMs={total_ms} estimateSeconds={estimate_ms / SECOND_MS} />
                )}
              </td>
              <td className={classNames('pr-0!', (over_ms ?? 0) > 0 ? 'text-warn' : 'text-text-3')}>
                {formatOverEstimate(over_ms)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left_out > 0 && <p className="py-2 text-text-3">and {counted(left_out, 'more', 'more')}</p>}
    </section>
  );
}
