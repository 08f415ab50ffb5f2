import { expect, test } from 'vitest';
import { spansByDay } from '#/components/tickets/spans-by-day.ts';
import type { TicketSpanJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const span = (started_at: string): TicketSpanJson => ({
  id: started_at,
  started_at,
  ended_at: null,
  timer: { id: 'timer', title: '' },
  person: { user_id: 'maya', name: 'Maya', time_zone: 'UTC' },
});

test('spans are listed under the day that they began on, by the reader’s zone and hour', () => {
  const spans = ['2026-11-19T23:30:00Z', '2026-11-19T03:30:00Z', '2026-11-19T02:30:00Z'].map(span);
  const datesIn = (timeZone: string, dayStartHour: number) =>
    spansByDay(spans, { timeZone, hourCycle: 'h23', dayStartHour }).map(({ date, spans: { length } }) => [
      date,
      length,
    ]);
  expect(datesIn('UTC', 0)).toEqual([['2026-11-19', 3]]);
  expect(datesIn('Europe/Berlin', 0)).toEqual([
    ['2026-11-20', 1],
    ['2026-11-19', 2],
  ]);
  expect(datesIn('Europe/Berlin', 4)).toEqual([
    ['2026-11-19', 2],
    ['2026-11-18', 1],
  ]);
});
