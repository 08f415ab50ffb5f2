import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { report, spread } from '#/test/proofs/figures.ts';
import { HUNG_WORKSPACES, hangRequests, hungReceivers } from '#/test/proofs/hung-load.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { type Receiver, startReceiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const SECONDS = 6;
const PER_SECOND = 100;
/**
 * As many requests hang as a worker sends at once. The timeout is longer than the test: no hung request ever ends by
 * itself, so an alarm that had to wait for its slot would not arrive at all. So logic decides; test/speed measures
 * lateness.
 */
const PLACES = 1_024;
/** From one workspace to one receiver. */
const PER_ORIGIN = 64;
/** Alarms that hang at a host that another workspace calls too. */
const SLOW = 500;
const NEVER_TIMED_OUT = {
  ALARM_TIMEOUT_SECONDS: '300',
  ALARM_LEASE_SECONDS: '600',
  ALARM_CONCURRENCY: String(PLACES),
  ALARM_CONCURRENCY_PER_ORIGIN: String(PER_ORIGIN),
};

let scene: Scene;
let receiver: Receiver;
let hung: Receiver[];
beforeAll(async () => {
  [scene, receiver, hung] = [await setScene(), await receiverOfFile(), await hungReceivers()];
});

test('every alarm of a workspace arrives, and arrives once, while the receivers of six others hang', async () => {
  const worker = await scene.worker('beside-six', NEVER_TIMED_OUT);
  const firstUs = scene.instants.toDatabaseUs(performance.now()) + SECOND_US;
  await hangRequests(scene, hung, { workspaces: HUNG_WORKSPACES, firstUs, seconds: SECONDS });
  const hanging = () => hung.reduce((sum, { ledger: { arrived } }) => sum + arrived, 0);
  await until('they hold all places', PATIENCE_MS, () => hanging() >= PLACES);
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: SECONDS * PER_SECOND,
    firstUs: scene.instants.toDatabaseUs(performance.now()),
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

test('alarms of one workspace all arrive while those of another hang at the same host', async () => {
  const hanging = new Set<string>();
  const shared = await startReceiver((response, { id }) => {
    if (!hanging.has(id)) response.end();
  });
  onTestFinished(shared.close);
  const worker = await scene.worker('at-a-shared-host', NEVER_TIMED_OUT);
  const { actor } = await scene.world.member();
  const slow = await insertPlanned(scene.world.db, {
    workspaceId: actor.workspaceId,
    count: SLOW,
    // Late enough for the host to be recognized as slow before the first arrives.
    firstUs: scene.instants.toDatabaseUs(performance.now()) + 5 * SECOND_US,
    perSecond: 1_000,
    url: () => shared.url,
  });
  for (const id of slow.keys()) hanging.add(id);
  await until('they hold all the places they may have there', PATIENCE_MS, () => shared.ledger.arrived >= PER_ORIGIN);
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: SECONDS * PER_SECOND,
    firstUs: scene.instants.toDatabaseUs(performance.now()) + SECOND_US,
    perSecond: PER_SECOND,
    url: () => shared.url,
  });
  const { ledger } = shared;
  await until('all have arrived', PATIENCE_MS, () => ledger.missing(due.keys()).length === 0);
  const late = [...due].map(
    ([id, dueUs]) => (scene.instants.toDatabaseUs(ledger.arrivalsOf(id)[0]!.atMs) - dueUs) / MS_US,
  );
  report('slow hooks at a shared host', {
    alarms: due.size,
    'hanging requests': ledger.size - due.size,
    ...spread(late),
  });
  expect(ledger.repeated()).toEqual([]);
  expect(ledger.size - due.size).toBe(PER_ORIGIN);
  await worker.end('SIGKILL');
});
