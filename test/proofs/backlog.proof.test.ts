import { expect, test } from 'vitest';
import { catchUp } from '#/test/proofs/backlog.ts';
import { earlyArrivals } from '#/test/proofs/early-arrivals.ts';
import { IS_FULL, report } from '#/test/proofs/figures.ts';
import { receiverOfFile, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';

const CAUGHT_UP_WITHIN_MS = 900_000;

test('alarms due now arrive after an outage of an hour with 100,000 alarms, and nothing is lost or sent twice', async () => {
  const [scene, receiver] = [await setScene(), await receiverOfFile()];
  const { worker, overdue, fresh, drained } = await catchUp(scene, receiver);
  const { ledger } = receiver;
  if (IS_FULL) await until('all are caught up with', CAUGHT_UP_WITHIN_MS, async () => (await scene.pending()) === 0);
  expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
  report('100,000 overdue', { fresh: fresh.size, 'drained meanwhile': drained, delivered: ledger.size });
  expect(ledger.missing(fresh.keys())).toEqual([]);
  expect(ledger.repeated()).toEqual([]);
  expect(await earlyArrivals(scene, fresh, ledger)).toEqual([]);
  if (IS_FULL) expect(ledger.missing(overdue.keys())).toEqual([]);
  // Each has either arrived and is recorded, or is still pending.
  const { rows } = await scene.world.database.pool.query(
    `select (select count(*)::int from alarm_history where status = 'delivered') as delivered,
            (select count(*)::int from alarms where status = 'scheduled') as scheduled`,
  );
  expect(rows).toEqual([{ delivered: ledger.size, scheduled: overdue.size + fresh.size - ledger.size }]);
});
