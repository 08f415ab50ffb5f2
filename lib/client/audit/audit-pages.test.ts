import { expect, test } from 'vitest';
import { type EventPageJson, newEventsLabel, withNewEvents } from '#/lib/client/audit/audit-pages.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

const event = (id: number, seconds: number) =>
  ({ id: String(id), created_at: new Date(Date.UTC(2026, 2, 10, 9) + seconds * 1_000).toISOString() }) as EventJson;
const page = (events: EventJson[], rest: Partial<EventPageJson> = {}): EventPageJson => ({
  events,
  next_cursor: null,
  next_after: 'l1',
  more: false,
  server_time: '2026-03-10T09:00:00.000Z',
  ...rest,
});

test('new entries are above those already loaded, and the list continues where it did', () => {
  const shown = page([event(2, 2), event(1, 1)], { next_cursor: 'c', more: true });
  const merged = withNewEvents(shown, page([event(3, 3), event(4, 4)], { next_after: 'l2' }));
  expect(merged.events.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  expect(merged).toMatchObject({ next_cursor: 'c', next_after: 'l2', more: true });
});

test('an entry that was committed late is at its own time, and none appears twice', () => {
  const shown = page([event(12, 5), event(9, 5), event(8, 1)]);
  const merged = withNewEvents(shown, page([event(7, 3), event(12, 5), event(10, 5)]));
  expect(merged.events.map(({ id }) => id)).toEqual(['12', '10', '9', '7', '8']);
});

test.each([
  [0, false, null],
  [1, false, '1 new entry'],
  [3, false, '3 new entries'],
  [50, true, '50+ new entries'],
])('%i new entries (more: %s) are announced as %s', (count, more, label) => {
  const events = Array.from({ length: count }, (_, index) => event(index, index));
  expect(newEventsLabel(page(events, { more }))).toBe(label);
});
