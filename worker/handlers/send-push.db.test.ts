import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { readNotification } from '#/lib/notifications/inbox/read-notification.ts';
import { setPreferences } from '#/lib/notifications/preferences/set-preferences.ts';
import { addPushSubscription } from '#/lib/notifications/push/add-push-subscription.ts';
import { eventually } from '#/test/eventually.ts';
import { type TestBrowser, testBrowser } from '#/test/notifications/browser.ts';
import { testPushService } from '#/test/notifications/push-service.ts';
import { TEST_CERTIFICATE } from '#/test/webhooks/certificate.ts';
import { sender } from '#/test/webhooks/receiver.ts';
import { testWorld, type World } from '#/test/world.ts';
import { workOnPush } from '#/worker/handlers/send-push.ts';

let world: World;
let maya: Ctx;
let token: SessionToken;
let boss: PgBoss;
let browser: TestBrowser;
let service: Awaited<ReturnType<typeof testPushService>>;

beforeEach(async () => {
  world ??= await testWorld();
  vi.stubEnv('ALARM_ALLOWED_CIDRS', '127.0.0.2');
  world.clock.set('2026-03-10T09:00:00.123Z');
  const someone = await world.member();
  token = await startSession(world, {
    userId: someone.actor.userId,
    device: { userAgent: null, address: null },
    days: 30,
  });
  maya = { ...someone, actor: { ...someone.actor, credential: { kind: 'session', sessionId: token.sid } } };
  boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  browser = testBrowser();
});
afterEach(async () => {
  await boss.stop({ graceful: true });
  await world.database.pool.query('delete from pgboss.job');
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function subscribe(): Promise<void> {
  service = await testPushService();
  await addPushSubscription(maya, { endpoint: `${service.url}/to/maya`, ...browser.keys });
}

async function notifyOf(): Promise<void> {
  const { workspaceId, userId } = maya.actor;
  const data = { timer_id: newId(), label: 'API-412', elapsed_seconds: 21_600 };
  const system = { db: world.db, clock: world.clock, requestId: null };
  await notify(system, { workspaceId, userId, kind: 'long_run', fact: 'asked once', data });
}

const work = () =>
  workOnPush(boss, { db: world.db, clock: world.clock, requestId: null }, sender({ ca: TEST_CERTIFICATE }));
const job = async () =>
  (await world.database.pool.query(`select state, retry_count from pgboss.job where name = 'send-push'`)).rows[0];
const until = (state: string) => eventually(async () => expect((await job())?.state).toBe(state));
const browsers = () => world.db.pushSubscription.count({ where: { userId: maya.actor.userId } });
const silent = () => [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')].map((spy) => spy.mockImplementation(() => {}));

test('a notification arrives in the browser, in the reader’s zone and language', async () => {
  await subscribe();
  await notifyOf();
  await work();
  await until('completed');
  const [pushed] = service.pushed;
  expect(JSON.parse(browser.decrypt(pushed?.body ?? Buffer.alloc(0)))).toEqual({
    title: 'Your timer has been running for 6\u00a0h – still working?',
    body: 'API-412. Keep it running, stop it, or trim it to the time you worked.',
    path: '/',
    tag: 'asked once',
    notification_id: expect.any(String),
  });
});

test.each([429, 503])('a push service that responds with %i is retried', async (status) => {
  const [warned] = silent();
  await subscribe();
  service.responses.push(status);
  await notifyOf();
  await work();
  await until('retry');
  expect(warned).toHaveBeenCalledOnce();
  await world.database.pool.query('update pgboss.job set start_after = now()');
  await until('completed');
  expect(service.pushed).toHaveLength(2);
});

test.each([404, 410])('a browser that the push service reports as %i is removed', async (status) => {
  await subscribe();
  service.responses.push(status);
  await notifyOf();
  await work();
  await until('completed');
  expect([await browsers(), service.pushed.length]).toEqual([0, 1]);
});

test('a message that is rejected for good is a dead letter at once', async () => {
  const [, failed] = silent();
  await subscribe();
  service.responses.push(403);
  await notifyOf();
  await work();
  await eventually(() => expect(failed).toHaveBeenCalledOnce());
  expect(await job()).toEqual({ state: 'failed', retry_count: 0 });
  expect([await browsers(), service.pushed.length]).toEqual([1, 1]);
});

test('no message is sent for a notification read meanwhile', async () => {
  await subscribe();
  await notifyOf();
  const { id } = await world.db.notification.findFirstOrThrow({ where: { userId: maya.actor.userId } });
  await readNotification(maya, id);
  await work();
  await until('completed');
  expect(service.pushed).toEqual([]);
});

test('no message is sent in the morning for a notification read at night', async () => {
  await subscribe();
  await setPreferences(maya, { channels: {}, quiet_hours: { from: '22:00', to: '07:00' } });
  world.clock.set('2026-03-10T23:30:00.123Z');
  await notifyOf();
  const { rows } = await world.database.pool.query(`select start_after from pgboss.job where name = 'send-push'`);
  expect(rows).toEqual([{ start_after: new Date('2026-03-11T06:00:00Z') }]);
  const { id } = await world.db.notification.findFirstOrThrow({ where: { userId: maya.actor.userId } });
  await readNotification(maya, id);
  world.clock.set('2026-03-11T06:00:00.000Z');
  await world.database.pool.query('update pgboss.job set start_after = now()');
  await work();
  await until('completed');
  expect(service.pushed).toEqual([]);
});

test('no message is sent to a browser that was signed out meanwhile', async () => {
  await subscribe();
  await notifyOf();
  await endSession(world, token);
  await work();
  await until('completed');
  expect(service.pushed).toEqual([]);
});

test('a browser belongs to the person who signed in last', async () => {
  await subscribe();
  const leo = await world.member();
  const device = { userAgent: null, address: null };
  const { sid: sessionId } = await startSession(world, { userId: leo.actor.userId, device, days: 30 });
  const ctx = { ...leo, actor: { ...leo.actor, credential: { kind: 'session', sessionId } as const } };
  await addPushSubscription(ctx, { endpoint: `${service.url}/to/maya`, ...browser.keys });
  await notifyOf();
  expect([await browsers(), await job()]).toEqual([0, undefined]);
});
