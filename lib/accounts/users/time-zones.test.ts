import { expect, test } from 'vitest';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';

test('the time zones to choose from have today’s names, each once', () => {
  const zones = timeZones();
  expect(zones[0]).toBe('UTC');
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Los_Angeles']));
  for (const obsolete of ['Asia/Calcutta', 'Europe/Kiev', 'US/Pacific', 'America/Buenos_Aires', 'Asia/Saigon']) {
    expect(zones).not.toContain(obsolete);
  }
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.filter((name) => !isTimeZone(name))).toEqual([]);
});
