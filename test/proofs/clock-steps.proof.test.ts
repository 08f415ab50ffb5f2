import { beforeAll, describe, expect, test } from 'vitest';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { report } from '#/test/proofs/figures.ts';
import { type OwnDatabase, ownDatabase } from '#/test/proofs/own-database.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, startWorker } from '#/test/proofs/scene.ts';
import { HAS_FAKETIME, SteppedClock } from '#/test/proofs/stepped-clock.ts';
import { atInstant, PATIENCE_MS, until } from '#/test/proofs/until.ts';

// The database's clock is set while workers fire, as by NTP or a failover to a host with another clock.

/** Leases end within the proof, so that a reclaim would be visible. */
const SETTINGS = { ALARM_TIMEOUT_SECONDS: '8', ALARM_LEASE_SECONDS: '15' };
const RESPOND_AFTER_MS = 5_000;
const ROUNDS = 5;
const BACK_SECONDS = -30;
const FORWARD_SECONDS = 50 * 60;
const PER_SECOND = 10;
const PER_ROUND = 50;
/** An alarm due this soon may have been claimed, and be in flight, when the clock was set (docs/decisions/0033). */
const CLAIMED_AHEAD_US = 25 * MS_US;

describe.skipIf(!HAS_FAKETIME)('when the clock of the database is set', () => {
  let clock: SteppedClock;
  let database: OwnDatabase;
  let quick: Receiver;
  let slow: Receiver;

  beforeAll(async () => {
    clock = new SteppedClock();
    quick = await receiverOfFile();
    slow = await receiverOfFile(after(RESPOND_AFTER_MS));
    database = await ownDatabase(clock.env);
  });

  const add = (count: number, firstUs: Micros, url: string) =>
    insertPlanned(database.db, {
      workspaceId: database.workspaceId,
      count,
      firstUs,
      perSecond: PER_SECOND,
      url: () => url,
    });

  const count = async (from: string) => {
    const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${from}`);
    return (rows[0] as { count: number }).count;
  };

  test('30 s back, no alarm is sent before it is due', async () => {
    await startWorker(database.url, 'back', SETTINGS);
    const early: number[] = [];
    let arrived = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await DatabaseInstants.measure(database.pool);
      const due = await add(PER_ROUND, before.toDatabaseUs(performance.now()) + SECOND_US, quick.url);
      const isHere = (n: number) => [...due.keys()].filter((id) => quick.ledger.has(id)).length >= n;
      await until('some have fired', PATIENCE_MS, () => isHere(PER_ROUND / 5));
      const step = clock.step(BACK_SECONDS);
      await until('all have fired', PATIENCE_MS, () => isHere(PER_ROUND));
      const stepUs = step.seconds * SECOND_US;
      for (const [id, dueUs] of due) {
        for (const { atMs } of quick.ledger.arrivalsOf(id)) {
          arrived += 1;
          // Alarms that were due by the clock before the step were no longer held.
          const wasDue = dueUs <= before.latestUs(step.endedMs) + CLAIMED_AHEAD_US;
          const shown = before.latestUs(atMs) + (atMs > step.endedMs ? stepUs : 0);
          if (!wasDue && dueUs > shown) early.push((dueUs - shown) / MS_US);
        }
      }
    }
    report('Clock of the database 30 s back', {
      rounds: ROUNDS,
      arrived,
      early: early.length,
      'earliest, ms': Math.round(Math.max(0, ...early)),
    });
    expect(early).toEqual([]);
    expect(quick.ledger.repeated()).toEqual([]);
  });

  test('50 min forward, results are written and nothing is sent twice', async () => {
    await Promise.all(['one', 'two'].map((name) => startWorker(database.url, name, SETTINGS)));
    const instants = await DatabaseInstants.measure(database.pool);
    const due = await add(20, instants.toDatabaseUs(performance.now()) + SECOND_US, slow.url);
    await until('all are under way', PATIENCE_MS, () => slow.ledger.missing(due.keys()).length === 0);
    const { endedMs } = clock.step(FORWARD_SECONDS);
    await until('every result is written', PATIENCE_MS, async () => (await count('alarms')) === 0);
    // Longer than a lease: any reclaim would have happened.
    await atInstant(endedMs + 20_000);
    const ids = [...due.keys()].map((id) => `'${id}'`).join();
    const delivered = await count(`alarm_history where status = 'delivered' and attempts = 1 and id in (${ids})`);
    const longest = `alarm_attempts where alarm_id in (${ids}) and duration_us > ${60 * SECOND_US}`;
    report('Clock of the database 50 min forward', {
      alarms: due.size,
      'delivered at the first attempt': delivered,
      'sent twice': slow.ledger.repeated().length,
    });
    expect(slow.ledger.repeated()).toEqual([]);
    expect(delivered).toBe(due.size);
    expect(await count(longest)).toBe(0);
  });
});
