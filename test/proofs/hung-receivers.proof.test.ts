import { beforeAll, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { report } from '#/test/proofs/figures.ts';
import { HUNG_WORKSPACES, hang, hungReceivers } from '#/test/proofs/hung-load.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const SECONDS = 6;
const PER_SECOND = 100;
/**
 * As many requests hang as a worker sends at once. The timeout is longer than the test: no hung request ever ends by itself, so an alarm that had to wait for a place which one of them
 * holds would not arrive at all. That decides it by logic; how late they are, test/speed tells.
 */
const PLACES = 1_024;
const NEVER_TIMED_OUT = {
  ALARM_TIMEOUT_SECONDS: '300',
  ALARM_LEASE_SECONDS: '600',
  ALARM_CONCURRENCY: String(PLACES),
};

let scene: Scene;
let receiver: Receiver;
let hung: Receiver[];
beforeAll(async () => {
  [scene, receiver, hung] = [await setScene(), await receiverOfFile(), await hungReceivers()];
});

test('while the receivers of six workspaces hang, every alarm of a seventh arrives, and arrives once', async () => {
  const worker = await scene.worker('beside-six', NEVER_TIMED_OUT);
  const firstUs = scene.instants.us(performance.now()) + SECOND_US;
  await hang(scene, hung, { workspaces: HUNG_WORKSPACES, firstUs, seconds: SECONDS });
  const hanging = () => hung.reduce((sum, { ledger: { arrived } }) => sum + arrived, 0);
  await until('they hold all places', PATIENCE_MS, () => hanging() >= PLACES);
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: SECONDS * PER_SECOND,
    firstUs: scene.instants.us(performance.now()),
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  const { ledger } = receiver;
  await until('all have arrived', PATIENCE_MS, () => ledger.missing(due.keys()).length === 0);
  report('receivers that hang', { alarms: due.size, 'hanging requests': hanging() });
  expect(ledger.size).toBe(due.size);
  expect(ledger.repeated()).toEqual([]);
  expect(hung.flatMap((one) => one.ledger.repeated())).toEqual([]);
  await worker.end('SIGKILL');
});
