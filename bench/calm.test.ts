import { expect, test } from 'vitest';
import { Calm, isDisturbed } from '#/bench/calm.ts';

const HOUR_MS = 3_600_000;

/** Returns these shares of other programs, one after the other. */
function shares(...others: number[]) {
  const left = [...others];
  return async () => ({ busy: 1, others: left.shift() as number });
}
function runs(...others: number[]) {
  const next = shares(...others);
  return async () => ({ shares: await next() });
}
const calmNow = async () => null;

test('a run without system figures counts as undisturbed', () => {
  expect(isDisturbed({ shares: null })).toBe(false);
});

test('a disturbed run is repeated until one is not', async () => {
  const calm = new Calm(HOUR_MS, () => {}, calmNow);
  const run = await calm.measure('ours', runs(0.5, 0.3, 0.02, 0.9));
  expect(run.shares.others).toBe(0.02);
});

test('the least disturbed of too many attempts counts', async () => {
  const calm = new Calm(HOUR_MS, () => {}, calmNow);
  const run = await calm.measure('ours', runs(0.5, 0.3, 0.4, 0.9, 0.8, 0.7));
  expect(run.shares.others).toBe(0.3);
});

test('nothing is measured while other programs are busy', async () => {
  const look = shares(0.9, 0.5, 0.01);
  const looks: number[] = [];
  const calm = new Calm(
    HOUR_MS,
    () => {},
    async () => {
      const seen = await look();
      looks.push(seen.others);
      return seen;
    },
  );
  await calm.measure('ours', runs(0));
  expect(looks).toEqual([0.9, 0.5, 0.01]);
});

test('the first run counts, marked as disturbed, when no time is left', async () => {
  const logged: string[] = [];
  const run = await new Calm(0, (line) => logged.push(line)).measure('ours', runs(0.5, 0));
  expect(run.shares.others).toBe(0.5);
  expect(logged).toEqual(['ours │ other programs took 50 % of the machine']);
});
