'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRef } from 'react';
import { typeName } from '#/components/reports/report-labels.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { arrowKeys } from '#/components/ui/list/arrow-keys.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { TimeRange } from '#/components/ui/time-range.tsx';
import type { DetailedReportJson } from '#/lib/analytics/reports/report-schemas.ts';
import { calendarHref } from '#/lib/client/calendar/calendar-view.ts';
import { shortDayTitle } from '#/lib/client/calendar/format-calendar.ts';
import { correctionsHref } from '#/lib/client/corrections/correction-view.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMay, useMe, useToday } from '#/lib/client/live/use-live.tsx';
import { detailedQuery } from '#/lib/client/reports/report-queries.ts';
import { ticketHref } from '#/lib/client/tickets/ticket-view.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';

type Entry = DetailedReportJson['rows'][number];
type Props = { query: URLSearchParams; isOfMany: boolean };

/** The timers in a report, latest first. Running time is as of the report. */
export function EntryTable({ query: filters, isOfMany }: Props) {
  const query = useInfiniteQuery(detailedQuery(useFetchApi(), filters));
  const table = useRef<HTMLTableElement>(null);
  const { navigate } = useRowNavigation(table, '[data-entry]:has(a)', 'a');
  const today = useToday();
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const timers = pages[0]?.totals.timers ?? 0;
  return (
    <section aria-labelledby="entries" className="mt-10">
      <h2 id="entries" className="mb-2 flex h-7 items-center gap-3 font-semibold">
        Entries
        {timers > rows.length && (
          <span className="font-normal text-text-3">
            the latest {rows.length.toLocaleString('en')} of {timers.toLocaleString('en')}
          </span>
        )}
      </h2>
      {query.isPending && <ListSkeleton noun="entries" />}
      {query.isError && rows.length === 0 && <ListError noun="entries" error={query.error} size="part" />}
      {rows.length > 0 && (
        <table
          ref={table}
          aria-busy={query.isPlaceholderData}
          onKeyDown={arrowKeys(navigate)}
          className="w-full table-fixed border-separate border-spacing-0 gray-while-busy"
        >
          <caption className="sr-only">Entries, the latest first</caption>
          {/* On a phone the header, which sets the column widths, is out of the table. */}
          <colgroup className="md:hidden">
            <col className="w-24" />
            <col />
            <col className="w-24" />
          </colgroup>
          <TableHead columns={isOfMany ? WITH_MEMBERS : COLUMNS} />
          <RowChunks rows={rows}>
            {(entry) => <EntryRow key={entry.id} entry={entry} today={today} hasMember={isOfMany} />}
          </RowChunks>
        </table>
      )}
      <ShowMore count={50} query={query} />
    </section>
  );
}

const MEMBER: TableColumn = { name: 'Member', className: 'w-36 max-lg:hidden' };
const COLUMNS: TableColumn[] = [
  { name: 'Day', className: 'w-28' },
  { name: 'Work' },
  { name: 'Project', className: 'w-36 max-lg:hidden' },
  { name: 'Type', className: 'w-28 max-xl:hidden' },
  { name: 'From – to', className: 'w-52 max-md:hidden' },
  { name: 'Time', className: 'w-24 text-right md:pr-2' },
];
const WITH_MEMBERS = COLUMNS.toSpliced(2, 0, MEMBER);

function EntryRow({ entry, today, hasMember }: { entry: Entry; today: string; hasMember: boolean }) {
  const { ticket, project, member, type, exact_ms, needs_review } = entry;
  return (
    <tr data-entry className="*:h-8 *:border-b *:border-line *:pr-3 hover:*:bg-hover pointer-coarse:*:h-11">
      <td className="truncate md:pl-2">
        <Day entry={entry} today={today} />
      </td>
      <th scope="row" className="text-left font-normal wrap-anywhere max-md:py-1 md:truncate" title={entry.title}>
        {needs_review && (
          <span title="Needs review" className="mr-2 text-warn">
            <Icon name="warning" className="inline" />
            <span className="sr-only">Needs review</span>
          </span>
        )}
        {ticket && (
          <Link
            prefetch={false}
            href={ticketHref(ticket.key)}
            className="mr-2 font-mono text-xs text-text-2 hover:underline pointer-coarse:inline-block pointer-coarse:py-3"
          >
            {ticket.key}
          </Link>
        )}
        {entry.title || ticket?.title || 'No title'}
        {entry.tags.map((tag) => (
          <span key={tag} className="ml-2 text-text-3">
            #{tag}
          </span>
        ))}
      </th>
      {hasMember && <td className="truncate max-lg:hidden">{member}</td>}
      <td className="truncate text-text-2 max-lg:hidden">{project?.name ?? <span className="text-text-3">–</span>}</td>
      <td className="text-text-3 max-xl:hidden">{typeName(type)}</td>
      <td className="truncate text-text-2 max-md:hidden">
        <TimeRange
          userId={entry.user_id}
          timeZone={entry.time_zone}
          from={Date.parse(entry.started_at)}
          to={entry.ended_at === null ? null : Date.parse(entry.ended_at)}
        />
      </td>
      <td className="text-right font-medium whitespace-nowrap md:pr-2!">{formatDuration(exact_ms)}</td>
    </tr>
  );
}

/** Links to where it can be edited: one's own in the calendar, another person's in Corrections. */
function Day({ entry: { id, user_id, date }, today }: { entry: Entry; today: string }) {
  const isOwn = user_id === useMe().user.id;
  const mayCorrect = useMay('admin:corrections');
  const text = shortDayTitle(date, today.slice(0, 4));
  if (!isOwn && !mayCorrect) return text;
  return (
    <Link
      prefetch={false}
      href={isOwn ? calendarHref({ kind: 'day', date }) : correctionsHref(null, id)}
      title={isOwn ? 'Show in the calendar' : 'Open in Corrections'}
      className="hover:underline pointer-coarse:inline-block pointer-coarse:py-3"
    >
      {text}
    </Link>
  );
}
