import { PgBoss } from 'pg-boss';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { notificationsFailed } from '#/lib/core/metrics.ts';
import { enqueue, ensureQueue } from '#/lib/jobs/enqueue.ts';
import { enqueueNotification, WRITE_NOTIFICATION } from '#/lib/jobs/notification-job.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { listNotificationRows } from '#/lib/notifications/inbox/notification-store.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';
import { workOnNotifications } from '#/worker/handlers/write-notification.ts';

let world: World;
let maya: Ctx;
let bosses: PgBoss[];

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  bosses = [];
});
afterEach(async () => {
  await Promise.all(bosses.map((boss) => boss.stop({ graceful: true })));
  await world.database.pool.query('delete from pgboss.job');
  vi.restoreAllMocks();
});

/** Another worker process, as far as the queue can tell. */
async function worker(): Promise<void> {
  const boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  bosses.push(boss);
  boss.on('error', () => {});
  await boss.start();
  await workOnNotifications(boss, { db: world.db, clock: world.clock, requestId: null });
}

function nudge({ actor }: Ctx, fact: string): NotificationPayload {
  const data = { timer_id: newId(), label: 'API-412', elapsed_seconds: 21_600 };
  return { workspaceId: actor.workspaceId, userId: actor.userId, kind: 'long_run', fact, data };
}

const notifyOf = (notification: NotificationPayload) =>
  transaction(maya, (inner) => enqueueNotification(inner, notification));
const rows = async (sql: string, values: unknown[] = []) => (await world.database.pool.query(sql, values)).rows;
const inbox = () =>
  rows('select kind, fact, data, created_at, read_at from notifications where user_id = $1 order by fact', [
    maya.actor.userId,
  ]);
const open = async () =>
  (await rows(`select count(*)::int as n from pgboss.job where state < 'completed'`))[0].n as number;
const whenDone = () => eventually(async () => expect(await open()).toBe(0));

test('the comment on a week is stored as before 1.0, in the job and in the inbox, and read as the comment', async () => {
  const { userId, workspaceId } = maya.actor;
  const week = { user_id: userId, starts_on: '2026-03-09', by_name: 'Lea', decision: 'returned' } as const;
  const fact = 'week returned';
  await notifyOf({ userId, workspaceId, kind: 'week_decided', fact, data: { ...week, comment: 'Wednesday?' } });
  const former = { ...week, words: 'Wednesday?' };
  expect(await rows(`select data -> 'data' as data from pgboss.job`)).toEqual([{ data: former }]);
  await worker();
  await whenDone();
  expect(await inbox()).toMatchObject([{ fact, data: former }]);
  const listed = await listNotificationRows(
    world.db,
    { userId, workspaceId },
    { limit: 1, before: null, unread: true },
  );
  expect(listed).toMatchObject([{ fact, data: { ...week, comment: 'Wednesday?' } }]);
});

test('a fact appears in the inbox, with an event', async () => {
  await worker();
  const notification = nudge(maya, 'asked once');
  await notifyOf(notification);
  await whenDone();
  expect(await inbox()).toEqual([
    {
      kind: 'long_run',
      fact: 'asked once',
      data: notification.data,
      created_at: await world.clock.now(),
      read_at: null,
    },
  ]);
  const { userId, workspaceId } = maya.actor;
  expect(await rows(`select type, user_id, actor from events where workspace_id = $1`, [workspaceId])).toEqual([
    { type: 'notification.created', user_id: userId, actor: { kind: 'worker', id: 'notifier' } },
  ]);
});

test('two workers write a hundred notifications for a hundred facts reported twice', async () => {
  const facts = Array.from({ length: 100 }, (_, n) => `fact ${String(n).padStart(3, '0')}`);
  await transaction(maya, async (inner) => {
    for (const fact of [...facts, ...facts.toReversed()]) await enqueueNotification(inner, nudge(maya, fact));
  });
  await Promise.all([worker(), worker()]);
  await whenDone();
  expect((await inbox()).map(({ fact }) => fact)).toEqual(facts);
  const reported = await rows(
    `select count(*)::int as n from events where type = 'notification.created' and user_id = $1`,
    [maya.actor.userId],
  );
  expect(reported).toEqual([{ n: 100 }]);
});

describe('no one is notified', () => {
  test('of a change that was rolled back', async () => {
    const failed = transaction(maya, async (inner) => {
      await enqueueNotification(inner, nudge(maya, 'never'));
      throw new Error('Something else went wrong.');
    });
    await expect(failed).rejects.toThrow('Something else');
    await notifyOf(nudge(maya, 'and yet'));
    await worker();
    await whenDone();
    expect((await inbox()).map(({ fact }) => fact)).toEqual(['and yet']);
  });

  test('when they have left the workspace or were disabled meanwhile', async () => {
    const { workspaceId } = maya.actor;
    const [leo, ida] = [
      await world.member({ workspaceId, role: 'member' }),
      await world.member({ workspaceId, role: 'member' }),
    ];
    for (const ctx of [leo, ida]) await notifyOf(nudge(ctx, 'too late'));
    await world.db.membership.delete({
      where: { workspaceId_userId: { workspaceId, userId: leo.actor.userId } },
    });
    await world.db.membership.update({
      where: { workspaceId_userId: { workspaceId, userId: ida.actor.userId } },
      data: { disabledAt: await world.clock.now() },
    });
    await worker();
    await whenDone();
    expect(await rows(`select * from notifications where workspace_id = $1`, [workspaceId])).toEqual([]);
  });
});

test('a malformed notification is counted, logged and stored, and the others continue', async () => {
  const [warned, failed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  );
  const count = async () =>
    (await notificationsFailed.get()).values.find(({ labels }) => labels.job === 'write-notice');
  const before = (await count())?.value ?? 0;
  await transaction(maya, async (inner) => {
    await enqueue(inner, { ...WRITE_NOTIFICATION, retryLimit: 0 }, { kind: 'unheard of', userId: maya.actor.userId });
    await enqueueNotification(inner, nudge(maya, 'fine'));
  });
  await world.database.pool.query(`update pgboss.job set retry_limit = 0`);
  await worker();
  await eventually(async () => expect((await count())?.value ?? 0).toBe(before + 1));
  expect((await inbox()).map(({ fact }) => fact)).toEqual(['fine']);
  expect([warned?.mock.calls.length, failed?.mock.calls[0]?.[0]]).toMatchObject([1, { job: 'write-notice' }]);
  expect(await rows(`select data->>'kind' as kind from pgboss.job where name = 'write-notice-dead'`)).toEqual([
    { kind: 'unheard of' },
  ]);
});

test('a queue that an earlier version made without dead letters gets them', async () => {
  const boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  bosses.push(boss);
  await boss.start();
  const job = {
    ...WRITE_NOTIFICATION,
    name: 'made-before',
    deadLetter: { name: 'made-later', deleteAfterSeconds: 60 },
  };
  await boss.createQueue(job.name);
  await ensureQueue(boss, job);
  expect(await boss.getQueue(job.name)).toMatchObject({ deadLetter: 'made-later' });
});
