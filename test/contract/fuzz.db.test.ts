import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { replaceCalendarFeed } from '#/lib/analytics/calendar-feeds/replace-calendar-feed.ts';
import { putIn } from '#/test/alarm-rows.ts';
import { type ApiClient, type ApiResponse, apiFor } from '#/test/api-client.ts';
import { newApiKey } from '#/test/contract/api-key-scenarios.ts';
import { anyRequest, type FuzzRequest } from '#/test/contract/arbitrary-request.ts';
import { NOWHERE, newBroker } from '#/test/contract/broker-scenarios.ts';
import { newCorrection } from '#/test/contract/correction-scenarios.ts';
import { newExport } from '#/test/contract/export-scenarios.ts';
import { newImport } from '#/test/contract/import-scenarios.ts';
import { newProposal } from '#/test/contract/proposal-scenarios.ts';
import { newReceiver } from '#/test/contract/receiver-scenarios.ts';
import { newReportLink, newSavedReport } from '#/test/contract/saved-report-scenarios.ts';
import { newScene, type Scene } from '#/test/contract/scene.ts';
import { newSchedule } from '#/test/contract/schedule-scenarios.ts';
import {
  newDelivery,
  newNotification,
  newProject,
  newPushSubscription,
  newQuestion,
  newTicket,
} from '#/test/contract/things.ts';
import { newTicketSource } from '#/test/contract/ticket-source-scenarios.ts';
import { countWrites } from '#/test/contract/write-counter.ts';
import { scaled } from '#/test/scale.ts';
import { TEST_SEED } from '#/test/seed.ts';
import { testWorld, type World } from '#/test/world.ts';

// Requests generated from the document, valid, invalid and random in every part. None may end in a 500 or hang, each
// response is checked against the document (test/api-client.ts), and rejected requests write nothing. TEST_SEED=7
// FUZZ_REQUESTS=5000 npx vitest run test/contract/fuzz

const SEED = TEST_SEED;
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? scaled(900, 50_000));
const PER_WORKSPACE = 200;
/** Far longer than any response takes, even on a busy machine. */
const MAX_MS = 60_000;

let world: World;
let api: ApiClient;
let sent = 0;
/** The number of writes after the last response. */
let written = 0;
let ids: Record<string, string[]>;
let writes: () => Promise<number>;

beforeAll(async () => {
  world = await testWorld();
  writes = await countWrites(world);
});

/** A workspace with some of everything, created again and again: requests delete and use up what exists. */
async function moveOn(): Promise<void> {
  const scene = await newScene(world);
  api = await apiFor(world, scene.owner);
  ids = await someOfEach(scene);
  written = await writes();
}

/** Objects of every kind that a path can name, in different states. */
async function someOfEach(scene: Scene): Promise<Record<string, string[]>> {
  const { made, timer, alarm, member, owner } = scene;
  const { endpoints, deliveries } = await someDeliveries(scene);
  return {
    // About a timer that is paused at that time.
    questions: [await newQuestion(scene)],
    timers: [
      await timer({ on_conflict: 'pause' }),
      await timer({ on_conflict: 'switch' }),
      await timer({ on_conflict: 'pause' }),
    ],
    corrections: [await newCorrection(scene), await newCorrection(scene, { status: 'discarded' })],
    alarms: [(await alarm()).id, (await alarm('firing')).id, (await alarm('dead')).id, (await alarm('delivered')).id],
    members: [owner.actor.userId, (await member('admin')).actor.userId, (await member('member')).actor.userId],
    invitations: [await made('/invitations', {}, (body: { invitation: { id: string } }) => body.invitation.id)],
    tickets: [await newTicket(scene), await newTicket(scene)],
    projects: [await newProject(scene), await newProject(scene)],
    brokers: [(await newBroker(scene, { url: NOWHERE })).id],
    'ticket-sources': [(await newTicketSource(scene)).id],
    imports: [await newImport(scene)],
    exports: [await newExport(scene)],
    schedules: [(await newSchedule(scene)).id, (await newSchedule(scene)).id],
    'api-keys': [(await newApiKey(scene)).id, (await newApiKey(scene)).id],
    receivers: [(await newReceiver(scene)).id, (await newReceiver(scene)).id],
    saved: [(await newSavedReport(scene)).id],
    links: [(await newReportLink(scene)).link.id],
    'calendar-feeds': [`${(await replaceCalendarFeed(owner)).token}.ics`],
    'correction-proposals': await proposals(scene),
    notifications: [await newNotification(scene), await newNotification(scene)],
    'push-subscriptions': [await newPushSubscription(scene)],
    endpoints,
    deliveries,
  };
}

/** One proposal, about time that is open again. */
async function proposals(scene: Scene): Promise<string[]> {
  const { id } = await newProposal(scene);
  await scene.api('PATCH', '/workspace', { closed_through: null });
  return [id];
}

/** Endpoints, and a delivery of each at the same position of its list, so that a path names matching ones. */
async function someDeliveries(scene: Scene): Promise<{ endpoints: string[]; deliveries: string[] }> {
  const nowhere = { url: 'http://127.0.0.1:65535/hook', event_types: ['*'] };
  const endpoints: string[] = [];
  const deliveries: string[] = [];
  for (const state of ['scheduled', 'retrying', 'dead'] as const) {
    const endpoint = await scene.made('/endpoints', nowhere, (body: { endpoint: { id: string } }) => body.endpoint.id);
    const delivery = await newDelivery(scene, endpoint);
    await putIn(world, delivery, state);
    endpoints.push(endpoint);
    deliveries.push(delivery);
  }
  return { endpoints, deliveries };
}

/** The request with ids of existing objects; its own text selects them, so that it is the same each time. */
function filledIn({ path, body = '' }: FuzzRequest): string {
  return path.replaceAll(/\{([\w-]+)\}/g, (_all, kind: string) => {
    const known = ids[kind];
    if (!known) throw new Error(`Say in test/contract/fuzz.db.test.ts what {${kind}} is.`);
    return known[(path.length + body.length) % known.length] ?? '';
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${MAX_MS} ms`)), MAX_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const seen = new Map<string, Set<string>>();

function remember(request: FuzzRequest, { status }: ApiResponse<unknown>): void {
  const statuses = seen.get(request.operationId) ?? new Set();
  seen.set(request.operationId, statuses.add(status < 300 ? 'good' : 'rejected'));
}

async function holds(request: FuzzRequest): Promise<void> {
  if (sent % PER_WORKSPACE === 0) await moveOn();
  sent += 1;
  const body = ['GET', 'HEAD'].includes(request.method) ? undefined : request.body;
  const response = await inTime(api(request.method, filledIn(request), body, request.headers));
  expect(response.status).toBeLessThan(500);
  const before = written;
  written = await writes();
  if (response.status >= 400) expect(written, `answered ${response.status}, and has written`).toBe(before);
  remember(request, response);
}

/** A hang is found request by request; the whole test has as long as the busiest machine needs. */
const WHOLE_MS = Math.max(600_000, REQUESTS * 60);

test(
  `${REQUESTS} requests by the seed ${SEED}: no 500, no hang, nothing undocumented, nothing written by rejected ones`,
  async () => {
    console.info(`fuzz: TEST_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`);
    await fc.assert(fc.asyncProperty(anyRequest(), holds), { seed: SEED, numRuns: REQUESTS, endOnFailure: true });
  },
  WHOLE_MS,
);

test('for most operations some requests succeeded and some were rejected', () => {
  const tooTame = [...seen].filter(([, outcomes]) => outcomes.size < 2).map(([operationId]) => operationId);
  const missed = tooTame.filter((operationId) => !ONE_SIDED.has(operationId));
  expect(sent, 'the test before this one sends the requests').toBe(REQUESTS);
  // A seed may miss one or two operations, or more if it sends only two to each; it must not miss most of them.
  expect(missed.length, `one-sided: ${missed}`).toBeLessThanOrEqual(seen.size / (REQUESTS < 5_000 ? 2 : 20));
});

/**
 * Operations that a key may not call, that work only once, or whose body needs the id of an object, which is invented
 * here.
 */
const ONE_SIDED = new Set([
  'mergeTimers',
  'createCorrection',
  'approveWeek',
  'returnWeek',
  'previewCorrection',
  'readNotifications',
  'editMe',
  'createWorkspace',
  'transferWorkspace',
  'leaveWorkspace',
  'setNotificationPreferences',
  'addPushSubscription',
  'removePushSubscription',
  'testPushSubscription',
  'replaceCalendarFeed',
  'revokeCalendarFeed',
  'createReportLink',
]);
