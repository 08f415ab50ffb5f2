import { expect, test } from 'vitest';
import { type PersonTime, sumTimes } from '#/lib/tracking/worked-time/worked-time.ts';

const person = (userId: string, trackedMs: number): PersonTime => ({
  userId,
  name: 'Maya',
  timeZone: 'Europe/Berlin',
  trackedMs,
  weekMs: 0,
  running: 0,
  lastWorkedAt: new Date('2026-03-10T09:00:00Z'),
});

test('people who worked equally long are in the same order, however the database returned them', () => {
  const people = [person('b', 60_000), person('c', 90_000), person('a', 60_000)];
  for (const order of [people, people.toReversed()]) {
    expect(sumTimes(order).people.map(({ userId }) => userId)).toEqual(['c', 'a', 'b']);
  }
});
