import { expect, test } from 'vitest';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { findZones, zoneLabel } from '#/lib/client/time/zone-search.ts';

const zones = timeZones();

test.each([
  ['calcutta', 'Asia/Kolkata'],
  ['kiev', 'Europe/Kyiv'],
  ['new york', 'America/New_York'],
  ['America/New_York', 'America/New_York'],
  ['  BERLIN ', 'Europe/Berlin'],
  ['buenos aires', 'America/Argentina/Buenos_Aires'],
  ['port-au', 'America/Port-au-Prince'],
  ['utc', 'UTC'],
])('“%s” finds %s first', (typed, zone) => {
  expect(findZones(zones, typed)[0]).toBe(zone);
});

test('a city that begins with the typed text comes before names that merely contain it', () => {
  expect(findZones(['America/Lima', 'Europe/Malta', 'Asia/Manila'], 'ma')).toEqual([
    'Europe/Malta',
    'Asia/Manila',
    'America/Lima',
  ]);
});

test('an unknown name finds nothing, and an empty text finds all', () => {
  expect(findZones(zones, 'atlantis city')).toEqual([]);
  expect(findZones(zones, ' ')).toEqual(zones);
});

test('a zone is shown without underscores', () => {
  expect(zoneLabel('America/New_York')).toBe('America/New York');
});
