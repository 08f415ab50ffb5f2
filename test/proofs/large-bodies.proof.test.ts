import { beforeAll, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { apiFor } from '#/test/api-client.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { PATIENT, receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';

const ALARMS = IS_FULL ? 10_000 : 2_000;
const SENT_WITHIN_MS = 600_000;
/** Longer than it takes to write them. */
const LATER_US = 3_600 * SECOND_US;
/** As large as alarms were before payload and headers had one limit: such rows may still be pending. */
const PAYLOAD = JSON.stringify({ text: 'ab'.repeat(30_000) });
const HEADERS = Object.fromEntries(Array.from({ length: 48 }, (_, n) => [`x-large-${n}`, 'abcd'.repeat(980)]));
/** The default `ALARM_BODY_MB`, and as much again for what the collector has not freed yet, and for the attempts. */
const MAX_GROWTH_MB = 256;
/** A page without payload and headers. */
const [PAGE, MAX_BYTES_OF_ONE] = [200, 1_500];
/** Half of their total size, with 2,000 of them: a worker that holds them all runs out of memory. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=192' };

let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  // The receiver accepts headers of 190 KB too.
  [scene, receiver] = [await setScene(), await receiverOfFile(after(50), '127.0.0.1', { maxHeaderSize: 1e6 })];
});

test('thousands of alarms of 250 KB at one instant are all sent by a worker that has memory for a few hundred', async () => {
  const worker = await scene.worker('large', { ...PATIENT, ...SMALL_HEAP });
  const before = worker.peakMemoryMb;
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: ALARMS,
    firstUs: scene.instants.toDatabaseUs(performance.now()) + LATER_US,
    perSecond: 1e6,
    url: () => receiver.url,
    payload: () => PAYLOAD,
    settings: { headers: HEADERS },
  });
  await scene.world.database.pool.query('update alarms set due_at = now(), next_attempt_at = now()');
  await until('all have arrived', SENT_WITHIN_MS, () => {
    if (!worker.isRunning) throw new Error(`The worker has died. ${worker.complaints}`);
    return [...due.keys()].every((id) => receiver.ledger.has(id));
  });
  const peak = worker.peakMemoryMb;
  expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
  report('alarms of 250 KB', { alarms: ALARMS, 'memory before, MB': before, 'at most, MB': peak });
  expect(peak - before).toBeLessThanOrEqual(MAX_GROWTH_MB);
  expect(receiver.ledger.repeated()).toEqual([]);
});

test('a page of alarms of 250 KB has neither their payload nor their headers', async () => {
  const maya = await scene.world.member();
  await insertPlanned(scene.world.db, {
    workspaceId: maya.actor.workspaceId,
    count: PAGE,
    firstUs: scene.instants.toDatabaseUs(performance.now()) + LATER_US,
    perSecond: 1,
    url: () => receiver.url,
    payload: () => PAYLOAD,
    settings: { headers: HEADERS },
  });
  const api = await apiFor(scene.world, maya);
  const list = () => api<{ alarms: unknown[] }>('GET', `/alarms?limit=${PAGE}`);
  await list();
  const began = performance.now();
  const { body } = await list();
  const ms = rounded(performance.now() - began);
  const bytes = JSON.stringify(body).length;
  report('a page of alarms of 250 KB', { alarms: body.alarms.length, bytes, ms });
  expect(body.alarms).toHaveLength(PAGE);
  expect(bytes).toBeLessThanOrEqual(PAGE * MAX_BYTES_OF_ONE);
});
