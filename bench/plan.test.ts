import { expect, test } from 'vitest';
import { planOf, SCENARIOS } from '#/bench/plan.ts';

test('a word that is not known is refused with the words that are', () => {
  expect(() => planOf(['latenes'])).toThrow('lateness');
});

test('without words everything runs, peers too, at full length', () => {
  expect(planOf([])).toMatchObject({ scenarios: SCENARIOS, quick: false, profile: false, peers: true });
});

test('named scenarios run in their own order', () => {
  expect(planOf(['herd', 'lateness'])).toMatchObject({ scenarios: ['lateness', 'herd'] });
});

test('quick measures less of everything', () => {
  const { sizes } = planOf([]);
  const quick = planOf(['--quick']).sizes;
  expect(quick.deepRows).toBeLessThan(sizes.deepRows);
  expect(quick.latenessRates).toEqual(sizes.latenessRates);
});
