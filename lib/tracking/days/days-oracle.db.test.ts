import fc from 'fast-check';
import { expect, test } from 'vitest';
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

// A sample of zones, and those with the strangest changes; all of them in test/proofs/days.proof.test.ts.

const SAMPLE = 8;
const ODD = [
  ...['Pacific/Apia', 'Antarctica/Casey', 'Antarctica/Troll', 'Africa/Cairo', 'America/Havana', 'America/St_Johns'],
  ...['Asia/Gaza', 'Australia/Lord_Howe'],
];
const HOURS = [0, 2, 5];

const { pool } = await testDatabase();
const changing = (await zonesOfBoth(pool)).filter((zone) => changesIn(zone).length > 0 && !ODD.includes(zone));
const [sample = []] = fc.sample(fc.shuffledSubarray(changing, { minLength: SAMPLE, maxLength: SAMPLE }), 1);

test.each([...ODD, ...sample])('days in %s begin and end as in Temporal', async (zone) => {
  const changes = await sharedChanges(pool, zone, changesIn(zone));
  expect(changes.length, 'changes about which both have the same rules').toBeGreaterThan(0);
  const moments = momentsAround(changes, zone, HOURS);
  expect(await startsInDatabase(pool, zone, moments)).toEqual(moments.map((moment) => startOfDay(moment, zone)));
  const stretches = stretchesAround(changes, HOURS);
  expect(await splitsInDatabase(pool, zone, stretches)).toEqual(stretches.map((one) => splitByDay(one, zone)));
});
