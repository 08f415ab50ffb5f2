import { expect, test } from 'vitest';
import { catchUp } from '#/test/proofs/backlog.ts';
import { report, spread } from '#/test/proofs/figures.ts';
import { receiverOfFile, setScene } from '#/test/proofs/scene.ts';

/** On two quiet cores. */
const TARGETS = { 'fresh p99, ms': { atMost: 100 }, 'drained a second': { atLeast: 1_000 } };

test('the lateness of alarms due now is measured while 100,000 overdue ones are processed, and their rate', async () => {
  const [scene, receiver] = [await setScene(), await receiverOfFile()];
  const { worker, fresh, drained, seconds } = await catchUp(scene, receiver);
  await worker.end('SIGKILL');
  const late = spread(
    [...fresh].map(([id, dueUs]) => (receiver.ledger.arrivalsOf(id)[0]?.atMs ?? 0) - scene.instants.monotonicMs(dueUs)),
  );
  const figures = {
    fresh: fresh.size,
    'fresh p50, ms': late.p50,
    'fresh p99, ms': late.p99,
    'fresh max, ms': late.max,
    'drained a second': Math.round(drained / seconds),
  };
  report('lateness beside 100,000 overdue', figures, TARGETS);
  expect(receiver.ledger.missing(fresh.keys())).toEqual([]);
});
