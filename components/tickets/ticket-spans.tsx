'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Avatar } from '#/components/tickets/people.tsx';
import { type SpanDay, spansByDay } from '#/components/tickets/spans-by-day.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import { TimeRange } from '#/components/ui/time-range.tsx';
import { calendarHref } from '#/lib/client/calendar/calendar-view.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { ticketSpansQuery } from '#/lib/client/tickets/ticket-queries.ts';
import { clockDigits, dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import type { TicketSpanJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** When people worked on it, by day, newest first. */
export function TicketSpans({ ticketKey }: { ticketKey: string }) {
  const query = useInfiniteQuery(ticketSpansQuery(useFetchApi(), ticketKey));
  const style = useTimeStyle();
  const spans = query.data?.pages.flatMap((page) => page.spans) ?? [];
  return (
    <section aria-label="When" className="border-t border-line py-4">
      {spansByDay(spans, style).map((day) => (
        <Day key={day.date} day={day} />
      ))}
      {query.isSuccess && spans.length === 0 && <p className="text-text-2">Nobody has worked on it yet.</p>}
      {query.isError && spans.length === 0 && <ListError noun="spans" error={query.error} size="part" />}
      <ShowMore count={50} query={query} />
    </section>
  );
}

function Day({ day: { date, spans } }: { day: SpanDay }) {
  return (
    <section aria-labelledby={`day-${date}`} className="-mx-2 paint-near px-2 pb-4">
      <h3 id={`day-${date}`} className="flex h-8 items-center font-semibold pointer-coarse:h-11">
        <Link
          prefetch={false}
          href={calendarHref({ kind: 'day', date })}
          title="Show in the calendar"
          className="underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:py-3"
        >
          {dayTitle(date, useToday().slice(0, 4))}
        </Link>
      </h3>
      <ul>
        {spans.map((span) => (
          <SpanLine key={span.id} span={span} />
        ))}
      </ul>
    </section>
  );
}

function SpanLine({ span: { started_at, ended_at, person, timer } }: { span: TicketSpanJson }) {
  const from = Date.parse(started_at);
  const to = ended_at ? Date.parse(ended_at) : null;
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 border-b border-line py-1">
      <span className="text-text-2 md:w-[152px]">
        <TimeRange userId={person.user_id} timeZone={person.time_zone} from={from} to={to} />
      </span>
      <span className="flex items-center gap-2">
        <Avatar name={person.name} />
        <span className="truncate">{person.name}</span>
      </span>
      <span className="min-w-0 grow truncate text-text-3">{timer.title}</span>
      {to === null ? (
        <LiveText
          phase={from}
          text={(now) => clockDigits(Math.max(0, now - from)).join('')}
          className="font-semibold text-accent"
        />
      ) : (
        <span className="font-medium">{formatDuration(to - from)}</span>
      )}
    </li>
  );
}
