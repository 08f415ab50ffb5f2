'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EstimateChart } from '#/components/reports/estimate-chart.tsx';
import { NothingTracked } from '#/components/reports/nothing-tracked.tsx';
import { ReportBar } from '#/components/reports/report-bar.tsx';
import { ReportFrame } from '#/components/reports/report-frame.tsx';
import { ReportsSkeleton } from '#/components/reports/reports-skeleton.tsx';
import { TicketReportTable } from '#/components/reports/ticket-report-table.tsx';
import { useReportView } from '#/components/reports/use-report-view.ts';
import { FIGURES_CLASSES, Figure } from '#/components/ui/figure.tsx';
import { InlineSelect } from '#/components/ui/form/inline-select.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { TicketReportJson, TicketReportSort } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { ticketReportQuery } from '#/lib/client/reports/report-queries.ts';
import { reportFilterQuery } from '#/lib/client/reports/report-view.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

const SORTS: readonly (readonly [TicketReportSort, string])[] = [
  ['over', 'Sort by time over'],
  ['tracked', 'Sort by time tracked'],
  ['key', 'Sort by key'],
];

/** Tickets with time in the period, with their estimates. */
export function TicketReportScreen() {
  const { view, days, show } = useReportView();
  const me = useMe().user;
  const get = useFetchApi();
  const [sort, setSort] = useState<TicketReportSort>('over');
  const query = useMemo(() => reportFilterQuery(view, days, me.id), [view, days, me.id]);
  const { data, error, isPlaceholderData } = useQuery(ticketReportQuery(get, query, sort));
  return (
    <ReportFrame>
      <ReportBar view={view} days={days} asOf={data?.as_of ?? null} query={query} levels={0} onShow={show}>
        <InlineSelect label="Sort by" value={sort} onChange={({ target }) => setSort(target.value as TicketReportSort)}>
          {SORTS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </InlineSelect>
      </ReportBar>
      {!data && error && <ListError noun="report" error={error} meanwhile="Timers keep counting." />}
      {!data && !error && <ReportsSkeleton />}
      {data && (
        <div className="gray-while-busy" aria-busy={isPlaceholderData}>
          <TicketFigures data={data} />
          {data.rows.length > 0 ? (
            <>
              <EstimateChart data={data} />
              <TicketReportTable data={data} />
            </>
          ) : (
            <div className="mt-12 text-center">
              {data.totals.without_ticket_ms > 0 ? (
                <p role="status">All of this time was tracked without a ticket.</p>
              ) : (
                <NothingTracked view={view} days={days} onShow={show} />
              )}
            </div>
          )}
        </div>
      )}
    </ReportFrame>
  );
}

function TicketFigures({ data: { totals } }: { data: TicketReportJson }) {
  const { tickets, tracked_ms, without_ticket_ms, estimated, over, over_ms } = totals;
  return (
    <dl className={FIGURES_CLASSES}>
      <Figure name="Tickets" value={tickets.toLocaleString('en')} note="with time in the period" />
      <Figure name="Tracked" value={length(tracked_ms - without_ticket_ms)} note="on tickets" />
      <Figure name="Without a ticket" value={length(without_ticket_ms)} note={`of ${formatDuration(tracked_ms)}`} />
      <Figure
        name="With an estimate"
        value={estimated.toLocaleString('en')}
        note={`of ${counted(tickets, 'ticket')}`}
      />
      <Figure
        name="Over estimate"
        value={over.toLocaleString('en')}
        note={over > 0 ? `${formatDuration(over_ms)} over in all` : 'none past its estimate'}
      />
    </dl>
  );
}

function length(ms: number): string {
  return ms > 0 ? formatDuration(ms) : '–';
}
