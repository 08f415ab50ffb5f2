import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { type OwnDatabase, ownDatabase, type Stop } from '#/test/proofs/own-database.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile } from '#/test/proofs/scene.ts';
import { atInstant, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';

/** How PostgreSQL is stopped, again and again. */
const STOPS: Stop[] = IS_FULL
  ? Array.from({ length: 20 }, (_, i) => (i % 2 ? 'fast' : 'immediate'))
  : ['immediate', 'fast'];
const STOP_EVERY_MS = 6_000;
const PER_SECOND = 300;
const ANSWER_AFTER_MS = 20;
/** Short enough to see in a test what was claimed in the instant of a crash come back. */
const SETTINGS = { ALARM_TIMEOUT_SECONDS: '2', ALARM_LEASE_SECONDS: '6' };
/** From the database's first accepted connection to the first webhook. */
const BACK_WITHIN_MS = 2_000;

let database: OwnDatabase;
let receiver: Receiver;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  receiver = await receiverOfFile((response) => setTimeout(() => response.end(), ANSWER_AFTER_MS));
  database = await ownDatabase();
  for (const name of ['one', 'two']) workers.push(await new WorkerProcess(database.url, name, SETTINGS).ready());
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
});

/** Stops the database and starts it again. Answers after how many milliseconds a webhook arrived again. */
async function restart(how: Stop): Promise<number> {
  await database.stop(how);
  const { ledger } = receiver;
  const during = ledger.arrived;
  await database.start();
  const acceptsMs = performance.now();
  // What was in memory when the database went may still arrive; what comes after it accepts is counted.
  const before = ledger.arrived;
  await until('it fires again', 30_000, () => ledger.arrived > Math.max(before, during));
  return performance.now() - acceptsMs;
}

async function pending(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from alarms');
  return (rows[0] as { count: number }).count;
}

test('a database that is stopped and started under load ends no process and loses nothing', async () => {
  const instants = await DatabaseInstants.measure(database.pool);
  const due = await insertPlanned(database.db, {
    workspaceId: database.workspaceId,
    count: ((STOPS.length + 0.5) * STOP_EVERY_MS * PER_SECOND) / 1_000,
    firstUs: instants.us(performance.now()) + 2 * SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  await until('it fires', 10_000, () => receiver.ledger.size > PER_SECOND);
  const back: number[] = [];
  for (const how of STOPS) {
    const nextMs = performance.now() + STOP_EVERY_MS;
    back.push(await restart(how));
    await atInstant(nextMs);
  }
  await until('every alarm has ended', 60_000, async () => (await pending()) === 0);

  const { ledger } = receiver;
  const figures = { alarms: due.size, stops: STOPS.length, duplicates: ledger.arrived - ledger.size };
  report('PostgreSQL stopped under load', { ...figures, 'firing again after, ms': back.map(rounded).join(' and ') });
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([true, true]);
  expect(ledger.missing(due.keys())).toEqual([]);
  // Results are kept while the database is away: it was back before the leases ended.
  expect(ledger.repeated()).toEqual([]);
  expect(Math.max(...back)).toBeLessThan(BACK_WITHIN_MS);
});

test('a worker told to end while the database is away writes down what it knows once it is back', async () => {
  const instants = await DatabaseInstants.measure(database.pool);
  const before = receiver.ledger.size;
  const due = await insertPlanned(database.db, {
    workspaceId: database.workspaceId,
    count: 3 * PER_SECOND,
    firstUs: instants.us(performance.now()) + 2 * SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  await until('it fires', 10_000, () => receiver.ledger.size > before + PER_SECOND);
  await database.stop('immediate');
  const ended = (workers[0] as WorkerProcess).end('SIGTERM');
  await database.start();
  expect(await ended).toEqual({ code: 0, signal: null });
  await until('every alarm has ended', 60_000, async () => (await pending()) === 0);
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  expect(receiver.ledger.repeated()).toEqual([]);
  expect(await (workers[1] as WorkerProcess).end('SIGTERM')).toEqual({ code: 0, signal: null });
});
