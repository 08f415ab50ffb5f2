import { beforeAll, expect, test } from 'vitest';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { type OwnDatabase, ownDatabase, type Stop } from '#/test/proofs/own-database.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, startWorker } from '#/test/proofs/scene.ts';
import { atInstant, PATIENCE_MS, until } from '#/test/proofs/until.ts';

/** How PostgreSQL is stopped, again and again. */
const STOPS: Stop[] = IS_FULL
  ? Array.from({ length: 20 }, (_, i) => (i % 2 ? 'fast' : 'immediate'))
  : ['immediate', 'fast'];
const STOP_EVERY_MS = 6_000;
const PER_SECOND = 300;
/** This many arrive before the database is stopped, so that it is stopped under load. */
const ARRIVALS_BEFORE_STOP = PER_SECOND / 3;
const RESPOND_AFTER_MS = 20;
/**
 * No lease ends before the database is back, so that nothing is sent twice; alarms claimed at the instant of a crash
 * are reclaimed when their lease ends, for which the test waits.
 */
const SETTINGS = { ALARM_TIMEOUT_SECONDS: '30', ALARM_LEASE_SECONDS: '60' };
/** From the database's first accepted connection to the first webhook, on a quiet machine. */
const BACK_WITHIN_MS = 2_000;

let database: OwnDatabase;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await receiverOfFile(after(RESPOND_AFTER_MS));
  database = await ownDatabase();
});

/** This many alarms at even distances, the first of them in a second. */
async function load(count: number): Promise<Map<string, Micros>> {
  const instants = await DatabaseInstants.measure(database.pool);
  return insertPlanned(database.db, {
    workspaceId: database.workspaceId,
    count,
    firstUs: instants.toDatabaseUs(performance.now()) + SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
}

async function pending(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from alarms');
  return (rows[0] as { count: number }).count;
}

const arrived = (due: ReadonlyMap<string, Micros>) => due.size - receiver.ledger.missing(due.keys()).length;

/** Stops the database and starts it again. Returns after how many milliseconds a webhook arrived again. */
async function restart(how: Stop): Promise<number> {
  await database.stop(how);
  await database.start();
  const acceptsMs = performance.now();
  // Alarms in memory when the database stopped may still arrive; those after it accepts connections are counted.
  const before = receiver.ledger.arrived;
  await until('it fires again', PATIENCE_MS, async () => receiver.ledger.arrived > before || (await pending()) === 0);
  return performance.now() - acceptsMs;
}

test('a database that is stopped and started under load ends no process and loses nothing', async () => {
  const workers = await Promise.all(['one', 'two'].map((name) => startWorker(database.url, name, SETTINGS)));
  const due = new Map<string, Micros>();
  const back: number[] = [];
  for (const how of STOPS) {
    const nextMs = performance.now() + STOP_EVERY_MS;
    const round = await load((STOP_EVERY_MS * PER_SECOND) / 1_000);
    for (const [id, dueUs] of round) due.set(id, dueUs);
    await until('it fires', PATIENCE_MS, () => arrived(round) >= ARRIVALS_BEFORE_STOP);
    back.push(await restart(how));
    await atInstant(nextMs);
  }
  await until('every alarm has ended', PATIENCE_MS, async () => (await pending()) === 0);

  const { ledger } = receiver;
  const slowest = 'firing again at the latest after, ms';
  report(
    'PostgreSQL stopped under load',
    {
      alarms: due.size,
      stops: STOPS.length,
      duplicates: ledger.arrived - ledger.size,
      [slowest]: rounded(Math.max(...back)),
    },
    { [slowest]: { atMost: BACK_WITHIN_MS } },
  );
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([true, true]);
  expect(ledger.missing(due.keys())).toEqual([]);
  // Results are held while the database is down: it was back before the leases ended.
  expect(ledger.repeated()).toEqual([]);
});

test('a worker stopped while the database is down writes its results once it is back', async () => {
  const [leaving, staying] = await Promise.all(
    ['leaving', 'staying'].map((name) => startWorker(database.url, name, SETTINGS)),
  );
  const due = await load(3 * PER_SECOND);
  await until('it fires', PATIENCE_MS, () => arrived(due) >= ARRIVALS_BEFORE_STOP);
  await database.stop('immediate');
  const ended = leaving?.end('SIGTERM');
  await database.start();
  expect(await ended).toEqual({ code: 0, signal: null });
  await until('every alarm has ended', PATIENCE_MS, async () => (await pending()) === 0);
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  expect([...due.keys()].filter((id) => receiver.ledger.arrivalsOf(id).length > 1)).toEqual([]);
  expect(await staying?.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
