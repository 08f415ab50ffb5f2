import { expect, test } from 'vitest';
import { planOf, SCENARIOS } from '#/bench/plan.ts';

test('an unknown word is rejected with the list of known words', () => {
  expect(() => planOf(['latenes'])).toThrow('lateness');
});

test('a bench without arguments runs everything but reports, including peers, at full length', () => {
  const scenarios = SCENARIOS.filter((name) => name !== 'reports');
  expect(planOf([])).toMatchObject({ scenarios, quick: false, profile: false, peers: true });
});

test('reports have no peers, and a size of their own', () => {
  expect(planOf(['reports'])).toMatchObject({ peers: false, quick: false, sizes: { reportSpans: 10_000_000 } });
  const small = planOf(['reports', '--spans', '200000']);
  expect(small).toMatchObject({
    scenarios: ['reports'],
    quick: true,
    sizes: { reportSpans: 200_000, reportMembers: 60 },
  });
});

test.each([[], ['many'], ['1000']])(
  'spans that are not a number, or too few for a year, are rejected: %s',
  (...words) => {
    expect(() => planOf(['reports', '--spans', ...words])).toThrow('--spans takes');
  },
);

test('spans without reports, the only scenario with spans, are an error', () => {
  expect(() => planOf(['--spans', '200000'])).toThrow('name that too');
  expect(() => planOf(['lateness', '--spans', '200000'])).toThrow('name that too');
});

test('named scenarios run in their own order', () => {
  expect(planOf(['herd', 'lateness'])).toMatchObject({ scenarios: ['lateness', 'herd'] });
});

test('--quick measures less of everything', () => {
  const { sizes } = planOf([]);
  const quick = planOf(['--quick']).sizes;
  expect(quick.deepRows).toBeLessThan(sizes.deepRows);
  expect(quick.latenessRates).toEqual(sizes.latenessRates);
});
