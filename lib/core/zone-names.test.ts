import { expect, test } from 'vitest';
import { currentZoneName, formerZoneName } from '#/lib/core/zone-names.ts';

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['Europe/Stockholm', 'Europe/Stockholm'],
  ['UTC', 'UTC'],
])('%s is called %s today', (name, current) => {
  expect(currentZoneName(name)).toBe(current);
});

test('a replaced name leads to the current one, and both show the same time', () => {
  const timeIn = (timeZone: string) => new Date(0).toLocaleString('en', { timeZone });
  expect(formerZoneName('Europe/Kyiv')).toBe('Europe/Kiev');
  expect(formerZoneName('Europe/Stockholm')).toBeUndefined();
  for (const name of Intl.supportedValuesOf('timeZone')) {
    expect(timeIn(currentZoneName(name)), name).toBe(timeIn(name));
  }
});
