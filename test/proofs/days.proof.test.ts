import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#/test/database.ts';
import {
  changesIn,
  momentsAround,
  sharedChanges,
  splitByDay,
  splitsInDatabase,
  startOfDay,
  startsInDatabase,
  stretchesAround,
  zonesOfBoth,
} from '#/test/day-oracle.ts';
import { report } from '#/test/proofs/figures.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Of all changes; editions of the rules differ for a few. */
const MIN_SHARED = 0.9;

const { pool } = await testDatabase();
const zones = await zonesOfBoth(pool);
const seen = { zones: 0, changes: 0, days: 0, spans: 0, otherChanges: 0, otherRules: [] as string[] };
afterAll(() => report('days', { ...seen, otherRules: seen.otherRules.join(' ') || 'none' }));

describe('every zone, every change of clocks in twenty years, every hour at which a day can begin', () => {
  test.each(zones)('days in %s begin and end as in Temporal', async (zone) => {
    const changes = changesIn(zone);
    // Without clock changes, some day in between.
    const wanted = changes.length > 0 ? changes : [Date.UTC(2017, 5, 15, 12)];
    const around = await sharedChanges(pool, zone, wanted);
    expect(around.length, 'changes about which both have the same rules').toBeGreaterThan(0);
    if (around.length < wanted.length) seen.otherRules.push(zone);
    const moments = momentsAround(around, zone, HOURS);
    expect(await startsInDatabase(pool, zone, moments)).toEqual(moments.map((moment) => startOfDay(moment, zone)));
    const stretches = stretchesAround(around, HOURS);
    expect(await splitsInDatabase(pool, zone, stretches)).toEqual(stretches.map((one) => splitByDay(one, zone)));
    seen.zones += 1;
    seen.changes += Math.min(changes.length, around.length);
    seen.otherChanges += wanted.length - around.length;
    seen.days += moments.length;
    seen.spans += stretches.length;
  });

  test('every zone was compared, for nearly all of its changes', () => {
    expect(seen.zones).toBe(zones.length);
    expect(seen.changes).toBeGreaterThan((seen.changes + seen.otherChanges) * MIN_SHARED);
  });
});
