import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDatabase } from '#/test/database.ts';
import {
  changesIn,
  momentsAround,
  shareRules,
  splitByDay,
  splitsInDatabase,
  startOfDay,
  startsInDatabase,
  stretchesAround,
  zonesOfBoth,
} from '#/test/day-oracle.ts';

// A sample of zones, and those that have done the oddest things; all of them in test/proofs/days.proof.test.ts.

const SAMPLE = 8;
const ODD = [
  ...['Pacific/Apia', 'Antarctica/Casey', 'Antarctica/Troll', 'Africa/Cairo', 'America/Havana', 'America/St_Johns'],
  ...['Asia/Gaza', 'Australia/Lord_Howe'],
];
const HOURS = [0, 2, 5];

const { pool } = await testDatabase();
const changing = (await zonesOfBoth(pool)).filter((zone) => changesIn(zone).length > 0 && !ODD.includes(zone));
const [sample = []] = fc.sample(fc.shuffledSubarray(changing, { minLength: SAMPLE, maxLength: SAMPLE }), 1);
const shared: string[] = [];
for (const zone of [...ODD, ...sample]) if (await shareRules(pool, zone, changesIn(zone))) shared.push(zone);

test('database and library have the same rules for most of these zones, so that there is something to compare', () => {
  expect(shared.length).toBeGreaterThan((ODD.length + SAMPLE) / 2);
});

test.each(shared)('days in %s begin and end as Temporal has it', async (zone) => {
  const changes = changesIn(zone);
  const moments = momentsAround(changes, zone, HOURS);
  expect(await startsInDatabase(pool, zone, moments)).toEqual(moments.map((moment) => startOfDay(moment, zone)));
  const stretches = stretchesAround(changes, HOURS);
  expect(await splitsInDatabase(pool, zone, stretches)).toEqual(stretches.map((one) => splitByDay(one, zone)));
});
