import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CheckHistory } from '#/lib/analytics/alerts/check-history.ts';
import { watchOperations } from '#/lib/analytics/alerts/watch-operations.ts';
import { addTallies } from '#/lib/analytics/minutes/minute-store.ts';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { recordBrokerState } from '#/lib/bridge/brokers/record-broker-state-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { setPreferences } from '#/lib/notifications/preferences/set-preferences.ts';
import { apiFor } from '#/test/api-client.ts';
import { testMailServer } from '#/test/notifications/mail-server.ts';
import { operatedMinutes, tallyOf } from '#/test/operated-minutes.ts';
import { testWorld, type World } from '#/test/world.ts';

const CANARIES = newId();
const limits = { latenessMs: 20, deadLetters: 3, canaryEveryMs: 0, brokerFailingMs: 10 * MINUTE_MS };

let world: World;
let owner: Ctx;
let admin: Ctx;
let checks: CheckHistory;

beforeEach(async () => {
  world = await testWorld();
  owner = await world.member();
  admin = await world.member({ workspaceId: owner.actor.workspaceId });
  await world.member({ workspaceId: owner.actor.workspaceId, role: 'member' });
  // Other workspaces share the service and are not notified.
  await world.member();
  // As if checks had run all day, though a test runs only a few.
  checks = new CheckHistory(DAY_MS);
  checks.recordCheck(await world.clock.now());
  vi.spyOn(log, 'warn').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

const look = (db: Db = world.db) =>
  watchOperations({ db, clock: world.clock, requestId: null }, { checks, limits, canaryWorkspace: CANARIES });
const alerts = () => world.db.operationAlert.findMany({ orderBy: { openedAt: 'asc' } });
const reported = () =>
  world.db.notification.findMany({ where: { kind: 'alert' }, select: { userId: true }, orderBy: { userId: 'asc' } });
const unread = async () =>
  (await world.db.notification.findMany({ where: { kind: 'alert' }, orderBy: { createdAt: 'asc' } })).map(
    ({ readAt }) => readAt !== null,
  );
const events = async () =>
  (await world.db.event.findMany({ where: { type: { startsWith: 'operations.' } }, orderBy: { id: 'asc' } })).map(
    ({ type, workspaceId }) => [type, workspaceId],
  );
async function workerSeen(): Promise<void> {
  const now = await world.clock.now();
  const facts = { host: 'a', pid: 1, version: '0.1.0', startedAt: now, seenAt: now };
  await world.db.worker.create({ data: { id: newId(), ...facts } });
}
/** Lets this much time pass, in which workers continue. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await world.db.worker.updateMany({ data: { seenAt: await world.clock.now() } });
}
/** Counts alarms that the engine fired 25 ms late or more. */
async function late(): Promise<void> {
  const engineLateness = [...Array<number>(25).fill(0), 120];
  const minute = new Date(Math.floor((await world.clock.now()).getTime() / MINUTE_MS) * MINUTE_MS);
  await addTallies(world.db, [tallyOf(minute, { fired: 120, engineLateness })]);
}

test('a watcher that has just started misses no worker', async () => {
  world.clock.advance(2 * MINUTE_MS);
  expect(await look()).toBe(0);
  expect(await alerts()).toEqual([]);
});

test('no worker is missed within two minutes after a night without checks', async () => {
  await workerSeen();
  world.clock.advance(8 * HOUR_MS);
  checks = new CheckHistory(10_000);
  expect(await look()).toBe(0);
  world.clock.advance(2 * MINUTE_MS + 1);
  checks = new CheckHistory(10_000);
  expect(await look()).toBe(0);
  expect(await alerts()).toEqual([]);
});

test('a worker that shut down cleanly was present in the minute that it wrote', async () => {
  await operatedMinutes(world, { count: 1 });
  world.clock.advance(2 * MINUTE_MS - 1_000);
  expect(await look()).toBe(0);
  world.clock.advance(1_001);
  expect(await look()).toBe(1);
});

test('an alert is opened once for any number of watchers, notifies only admins, and closes by itself', async () => {
  const other = connect(world.database.url, 4);
  world.database.onClose(() => other.$disconnect());
  world.clock.advance(2 * MINUTE_MS + 1);
  const openedAt = await world.clock.now();
  const changes = await Promise.all([look(), look(other), look(), look(other)]);
  expect(changes.reduce((sum, count) => sum + count, 0)).toBe(1);
  world.clock.advance(MINUTE_MS);
  expect(await look()).toBe(0);
  expect(await alerts()).toMatchObject([{ rule: 'no_worker', facts: { seconds: 120 }, openedAt, closedAt: null }]);
  expect(await reported()).toEqual([owner, admin].map(({ actor }) => ({ userId: actor.userId })).sort(byUser));

  await workerSeen();
  const quietSince = await world.clock.now();
  await Promise.all([look(), look(other)]);
  expect(await alerts()).toMatchObject([{ quietSince, closedAt: null }]);
  await pass(MINUTE_MS);
  const closedAt = await world.clock.now();
  const ends = await Promise.all([look(), look(other), look(), look(other)]);
  expect(ends.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await alerts()).toMatchObject([{ rule: 'no_worker', openedAt, closedAt }]);
  const { workspaceId } = owner.actor;
  expect(await events()).toEqual([
    ['operations.alert_opened', workspaceId],
    ['operations.alert_closed', workspaceId],
  ]);
  // Its closing, too; and unsent notifications of its opening are dropped.
  expect(await unread()).toEqual([true, true, false, false]);
});

test('a flapping condition is one alert with one notification', async () => {
  await workerSeen();
  await late();
  await look();
  expect(await alerts()).toMatchObject([
    { rule: 'lateness', facts: { attempts: 120, objective_ms: 20 }, closedAt: null },
  ]);
  for (let turn = 0; turn < 5; turn += 1) {
    await pass(6 * MINUTE_MS);
    await look();
    await late();
    await look();
  }
  expect(await alerts()).toMatchObject([{ quietSince: null, closedAt: null }]);
  expect(await reported()).toHaveLength(2);
});

test('an alert that returns within an hour notifies again, and stays open until it was quiet for an hour', async () => {
  await workerSeen();
  await late();
  await look();
  await pass(6 * MINUTE_MS);
  await look();
  await pass(5 * MINUTE_MS);
  expect(await look()).toBe(1);
  await late();
  await look();
  expect((await alerts()).map(({ closedAt }) => closedAt === null)).toEqual([false, true]);
  await pass(6 * MINUTE_MS);
  await look();
  await pass(HOUR_MS - 1);
  expect(await look()).toBe(0);
  await pass(1);
  expect(await look()).toBe(1);
  // Two openings and two closings, to two people.
  expect(await reported()).toHaveLength(8);
});

test("an operator who can't be notified does not prevent an alert", async () => {
  await world.database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
     create trigger refuse before insert on notifications for each row execute function refuse()`,
  );
  world.clock.advance(3 * MINUTE_MS);
  expect(await look()).toBe(1);
  await world.database.pool.query('drop trigger refuse on notifications');
  expect([(await alerts()).length, (await reported()).length]).toEqual([1, 0]);
});

test('a missing worker is mailed without one', async () => {
  const mails = await testMailServer();
  vi.stubEnv('SMTP_URL', mails.url);
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  vi.stubEnv('APP_URL', 'https://timers.example.com');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await setPreferences(admin, { channels: { alert: { mail: false } }, quiet_hours: { from: '08:00', to: '20:00' } });
  await setPreferences(owner, { channels: {}, quiet_hours: { from: '08:00', to: '20:00' } });
  world.clock.advance(3 * MINUTE_MS);
  await look();
  expect(mails.arrived).toHaveLength(1);
  expect(mails.arrived[0]?.text).toContain('None has been seen for 3 min');
  await look();
  expect(mails.arrived).toHaveLength(1);
});

test('rising dead letters notify, with their numbers', async () => {
  await workerSeen();
  const minute = new Date('2026-03-10T08:58:00Z');
  await addTallies(world.db, [tallyOf(minute, { delivered: 200, dead: 3 })]);
  await look();
  const { body } = await (await apiFor(world, admin))<OperationsJson>('GET', '/operations');
  expect(body.service?.alerts).toMatchObject([{ rule: 'dead_letters', facts: { count: 3, own: 0 }, closed_at: null }]);
  await pass(15 * MINUTE_MS);
  await look();
  await pass(5 * MINUTE_MS);
  await look();
  expect((await alerts()).map(({ closedAt }) => closedAt)).toEqual([await world.clock.now()]);
});

describe('a failing broker', () => {
  let id: string;
  const seen = async (error: string | null) => recordBrokerState(world.db, id, { at: await world.clock.now(), error });
  const row = () => world.db.broker.findUniqueOrThrow({ where: { id } });
  /** Fails every minute, for this long. */
  async function fails(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      await pass(MINUTE_MS);
      await seen('It is away.');
    }
  }
  const add = async (workspaceId: string) => {
    const data = { id: newId(), workspaceId, createdBy: owner.actor.userId, name: `b-${newId()}`, kind: 'redis' };
    return (await world.db.broker.create({ data: { ...data, sealedUrl: 'AAAA', outputTarget: 'out' } })).id;
  };

  beforeEach(async () => {
    await workerSeen();
    id = await add(owner.actor.workspaceId);
    await seen(null);
  });

  test('opens an alert after ten minutes, which closes once it has worked for five', async () => {
    await fails(10);
    expect(await look()).toBe(0);
    await fails(1);
    expect(await look()).toBe(1);
    expect(await alerts()).toMatchObject([{ rule: 'broker_failing', facts: { count: 1, own: 1, seconds: 600 } }]);
    await seen(null);
    expect(await row()).toMatchObject({ failingSince: null, lastError: 'It is away.' });
    await look();
    await pass(5 * MINUTE_MS);
    expect(await look()).toBe(1);
  });

  test('is counted from its first failure since its last success, however long ago that was', async () => {
    await pass(24 * HOUR_MS);
    await fails(10);
    expect(await look()).toBe(0);
  });

  test('starts over when it worked meanwhile, even if a worker of the previous version recorded that', async () => {
    await fails(9);
    await pass(1);
    await world.db.broker.update({ where: { id }, data: { lastConnectedAt: await world.clock.now() } });
    await fails(9);
    expect(await look()).toBe(0);
    await fails(2);
    expect(await look()).toBe(1);
  });

  test('does not count while it is paused, once it is no longer used, or after a single failure', async () => {
    await fails(1);
    await pass(HOUR_MS);
    expect(await look()).toBe(0);
    await fails(1);
    await world.db.broker.update({ where: { id }, data: { paused: true } });
    expect(await look()).toBe(0);
    await world.db.broker.update({ where: { id }, data: { paused: false } });
    await pass(2 * HOUR_MS);
    expect(await look()).toBe(0);
    await fails(1);
    expect(await look()).toBe(1);
  });

  test('does not alert the operators for another workspace, unless half of all brokers fail', async () => {
    await world.db.broker.deleteMany();
    const other = (await world.member()).actor.workspaceId;
    await add(other);
    id = await add(other);
    await fails(11);
    expect(await look()).toBe(0);
    id = await add(other);
    await fails(11);
    expect(await look()).toBe(1);
    expect(await alerts()).toMatchObject([{ facts: { count: 2, own: 0 } }]);
  });
});

test('an endpoint that subscribes to alerts is sent them', async () => {
  const { workspaceId, userId } = owner.actor;
  await world.db.endpoint.create({
    data: {
      id: newId(),
      workspaceId,
      createdBy: userId,
      url: 'https://pager.example.com/in',
      eventTypes: ['operations.*'],
      maxAttempts: 3,
    },
  });
  world.clock.advance(3 * MINUTE_MS);
  await look();
  const { rows } = await world.database.pool.query('select name, payload from alarms where workspace_id = $1', [
    workspaceId,
  ]);
  expect(rows).toMatchObject([{ name: 'operations.alert_opened', payload: { alert: { rule: 'no_worker' } } }]);
});

test('an alert on a server without accounts is stored without a notification', async () => {
  await world.database.pool.query('delete from workspaces');
  world.clock.advance(3 * MINUTE_MS);
  expect(await look()).toBe(1);
  expect([await reported(), await events()]).toEqual([[], []]);
});

function byUser(a: { userId: string }, b: { userId: string }): number {
  return a.userId < b.userId ? -1 : 1;
}
