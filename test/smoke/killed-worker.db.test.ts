import { beforeAll, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { earlyArrivals } from '#/test/proofs/early-arrivals.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { unexcusedRepeats } from '#/test/proofs/repeats.ts';
import { RequestHold } from '#/test/proofs/request-hold.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';

// The only test of the gate that kills a worker: test/proofs do it again and again, and under load.

const ALARMS = 200;
const PER_SECOND = 100;
/** The receiver takes a while, so that more than the held request is in flight. */
const RESPOND_AFTER_MS = 30;
/** The lease ends soon after the kill, but is long enough that no living worker lets one expire. */
const SETTINGS = { ALARM_TIMEOUT_SECONDS: '5', ALARM_LEASE_SECONDS: '10', ALARM_RETRY_SCHEDULE: '1s,1s,1s,1s,1s' };
const LIMIT_MS = 120_000;

const holdPhase = new RequestHold(after(RESPOND_AFTER_MS));
let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  [scene, receiver] = [await setScene(), await receiverOfFile(holdPhase.respond)];
});

test('a worker killed while it waits for a response loses no alarm, and the other worker repeats only its requests in flight', async () => {
  const workers = await Promise.all(['one', 'two'].map((name) => scene.worker(name, SETTINGS)));
  const holding = holdPhase.after(ALARMS / 4);
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: ALARMS,
    firstUs: scene.instants.toDatabaseUs(performance.now()) + SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
    settings: { format: 'cloudevents-binary' },
  });
  const held = await holding;
  await workers.find(({ source }) => source === held.source)?.end('SIGKILL');
  held.release();
  await until('every alarm has ended', LIMIT_MS, async () => (await scene.pending()) === 0);

  const { ledger } = receiver;
  const { pool } = scene.world.database;
  expect(workers.filter(({ isRunning }) => isRunning)).toHaveLength(1);
  expect(ledger.missing(due.keys())).toEqual([]);
  expect(ledger.size).toBe(ALARMS);
  expect(await earlyArrivals(scene, due, ledger)).toEqual([]);
  expect(ledger.outOfOrder()).toEqual([]);
  // A request in flight when its worker died may have arrived, so it is sent again, by the other.
  expect(ledger.arrivalsOf(held.id).at(0)).toMatchObject({ attempt: held.attempt, source: held.source });
  expect(ledger.arrivalsOf(held.id).at(-1)?.source).toBe(workers.find(({ isRunning }) => isRunning)?.source);
  expect(await unexcusedRepeats(pool, ledger.repeated(), new Set([held.source]))).toEqual([]);
  const { rows } = await pool.query('select status, count(*)::int as count from alarm_history group by status');
  expect(rows).toEqual([{ status: 'delivered', count: ALARMS }]);
}, 180_000);
