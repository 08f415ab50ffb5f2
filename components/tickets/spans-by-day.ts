import { dayIn } from '#/lib/client/calendar/calendar.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { TicketSpanJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

export type SpanDay = { date: string; spans: TicketSpanJson[] };

/** Spans by the day that they began on, in the reader's days; the order stays. */
export function spansByDay(spans: TicketSpanJson[], style: TimeStyle): SpanDay[] {
  const days = Map.groupBy(spans, (span) => dayIn(style, Date.parse(span.started_at)));
  return [...days].map(([date, ofDay]) => ({ date, spans: ofDay }));
}
