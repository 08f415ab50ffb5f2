import { expect, test } from 'vitest';
import { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';

const NINE = Date.UTC(2026, 2, 10, 9);
const minuteOf = (minutes: number) => new Date(NINE + minutes * 60_000);
const delivered = { isFirst: true, latenessMs: 2, engineLatenessMs: 1, end: 'delivered' } as const;

test('an alarm counts as due in its minute, as fired in the minute of its first byte, as delivered in that of its result', () => {
  const tally = new AttemptCounter();
  tally.add({ ...delivered, dueMs: NINE + 59_999, atMs: NINE + 121_000 });
  expect(tally.take()).toMatchObject([
    { minute: minuteOf(0), due: 1, fired: 0, delivered: 0 },
    { minute: minuteOf(2), due: 0, fired: 0, delivered: 1 },
    { minute: minuteOf(1), due: 0, fired: 1, delivered: 0, lateness: expect.arrayContaining([1]) },
  ]);
  expect(tally.take()).toEqual([]);
});

test('a retry does not count toward lateness, and an unsent request has not fired', () => {
  const tally = new AttemptCounter();
  tally.add({ ...delivered, isFirst: false, engineLatenessMs: null, dueMs: NINE, atMs: NINE + 1_000 });
  const unsent = { isFirst: true, latenessMs: null, engineLatenessMs: 30, dueMs: NINE, atMs: NINE + 40 };
  tally.add({ ...unsent, end: 'other' });
  tally.add({ ...unsent, end: 'dead' });
  expect(tally.take()).toMatchObject([{ due: 2, fired: 0, delivered: 1, dead: 1, retried: 0, lateness: [] }]);
});

test('the engine’s lateness is counted whether anything was sent or not', () => {
  const tally = new AttemptCounter();
  tally.add({ isFirst: true, latenessMs: null, engineLatenessMs: 30, end: 'dead', dueMs: NINE, atMs: NINE + 40 });
  const [minute] = tally.take();
  expect([minute?.lateness, minute?.engineLateness.at(-1), minute?.engineLateness.length]).toEqual([[], 1, 25]);
});

test('canaries are counted separately, with the worst of them', () => {
  const tally = new AttemptCounter();
  tally.addCanary({ dueMs: NINE, latenessMs: 1.5 });
  tally.addCanary({ dueMs: NINE + 10_000, latenessMs: 0.9 });
  expect(tally.take()).toMatchObject([{ canaries: 2, canaryWorstUs: 1_500, due: 0, lateness: [] }]);
});

test('counts that could not be written are added to the new ones', () => {
  const tally = new AttemptCounter();
  const once = () => tally.add({ ...delivered, dueMs: NINE, atMs: NINE + 2 });
  once();
  const drained = tally.take();
  once();
  tally.restore(drained);
  const [minute] = tally.take();
  expect(minute).toMatchObject({ due: 2, fired: 2, delivered: 2 });
  expect([minute?.lateness.at(-1), minute?.engineLateness.at(-1)]).toEqual([2, 2]);
});
