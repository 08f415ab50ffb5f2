import { expect, test } from 'vitest';
import { formatAgo, formatDate, formatInstant } from '#/components/settings/format-when.ts';

const NOW = new Date('2026-11-19T13:32:08.500Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

test.each([
  [null, 'never'],
  [ago(-5_000), '0 s ago'],
  [ago(28_900), '28 s ago'],
  [ago(60_000), '1 min ago'],
  [ago(3_599_999), '59 min ago'],
  [ago(7_199_999), '1 h 59 min ago'],
  [ago(86_399_999), '23 h 59 min ago'],
  [ago(86_400_000), 'Wed 18 Nov'],
  [new Date('2025-11-19T13:00:00Z'), 'Wed 19 Nov 2025'],
])('%s reads %s', (at, words) => {
  expect(formatAgo(at, NOW, 'Europe/Stockholm').replaceAll('\u00a0', ' ')).toBe(words);
});

test('the year is the reader’s', () => {
  const newYear = new Date('2026-12-31T23:30:00Z');
  const later = new Date('2027-06-01T00:00:00Z');
  expect(formatDate(newYear, later, 'Europe/Berlin').replaceAll('\u00a0', ' ')).toBe('Fri 1 Jan');
  expect(formatDate(newYear, later, 'UTC').replaceAll('\u00a0', ' ')).toBe('Thu 31 Dec 2026');
});

test('a tooltip shows the full instant, with its zone', () => {
  expect(formatInstant(NOW, 'Europe/Stockholm')).toBe('Thu 19 Nov 2026, 14:32 CET');
});
