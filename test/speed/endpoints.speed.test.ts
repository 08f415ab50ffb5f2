import { expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { eventReceiver, eventTeam, startAndStop } from '#/test/proofs/event-team.ts';
import { report, spread } from '#/test/proofs/figures.ts';
import { setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const TURNS = 50;
/** On two quiet cores. Without the notification after the commit it would be half a second. */
const TARGETS = { 'p50, ms': { atMost: 15 }, 'p99, ms': { atMost: 60 } };

test('the time from a commit to its event at an endpoint is measured', async () => {
  const scene = await setScene();
  await scene.worker('latency');
  const receiver = await eventReceiver();
  const [maya] = (await eventTeam(scene.world, { url: receiver.url, people: 1 })) as [Ctx];
  const committedMs: number[] = [];
  await startAndStop(maya, TURNS, () => {
    committedMs.push(performance.now());
    return until('the event has arrived', PATIENCE_MS, () => receiver.arrivals.length >= committedMs.length);
  });
  const lateMs = committedMs.map((ms, index) => (receiver.arrivals[index]?.atMs ?? Number.NaN) - ms);
  const { p50, p99, max } = spread(lateMs);
  report('events to endpoints', { events: lateMs.length, 'p50, ms': p50, 'p99, ms': p99, 'max, ms': max }, TARGETS);
  expect(receiver.ledger.size).toBe(2 * TURNS);
});
