import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import type { NotificationListJson } from '#/lib/notifications/inbox/notification-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { pruneNotifications } from '#/lib/notifications/inbox/prune-notifications.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeEach(async () => {
  world ??= await testWorld();
  maya = await world.member();
  api = await apiFor(world, maya);
});

async function notifyOf(fact: string, { actor }: Ctx = maya): Promise<void> {
  const { workspaceId, userId } = actor;
  const data = { timer_id: newId(), label: fact, elapsed_seconds: 21_600 };
  const system = { db: world.db, clock: world.clock, requestId: null };
  await notify(system, { workspaceId, userId, kind: 'long_run', fact, data });
}

const list = async (query = '', client = api) =>
  (await client<NotificationListJson>('GET', `/notifications${query}`)).body;
const facts = ({ notifications }: NotificationListJson) => notifications.map(({ fact }) => fact);

describe('no one sees', () => {
  test('a colleague’s notifications, nor can they mark them read, whatever their role', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    await notifyOf('for Leo', leo);
    const theirs = await list('', await apiFor(world, leo));
    expect([await list(), facts(theirs)]).toMatchObject([{ notifications: [], unread: 0 }, ['for Leo']]);
    const id = theirs.notifications[0]?.id ?? '';
    expect(await api('POST', `/notifications/${id}/read`)).toMatchObject({ status: 404 });
    expect(await api('POST', '/notifications/read', { up_to: id })).toMatchObject({ status: 404 });
  });

  test('notifications of one workspace in another', async () => {
    const elsewhere = await world.member({ userId: maya.actor.userId });
    await notifyOf('elsewhere', elsewhere);
    await notifyOf('here');
    expect([facts(await list()), facts(await list('', await apiFor(world, elsewhere)))]).toEqual([
      ['here'],
      ['elsewhere'],
    ]);
  });
});

test('pages list notifications from newest to oldest, each once, even if created at one instant', async () => {
  const all = Array.from({ length: 7 }, (_, n) => `fact ${n}`);
  for (const [n, fact] of all.entries()) {
    if (n % 3 === 0) world.clock.advance(MINUTE_MS);
    await notifyOf(fact);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: NotificationListJson = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...facts(page));
    expect(page.unread).toBe(7);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all.toReversed());
});

test('one can be marked read, or all up to one, but not those that arrived meanwhile', async () => {
  for (const fact of ['first', 'second', 'third']) await notifyOf(fact);
  const { notifications } = await list();
  const [third, second, first] = notifications.map(({ id }) => id);
  expect(await api('POST', `/notifications/${first}/read`)).toMatchObject({ status: 200, body: { unread: 2 } });
  expect(await api('POST', `/notifications/${first}/read`)).toMatchObject({ status: 200, body: { unread: 2 } });
  await notifyOf('meanwhile');
  expect(await api('POST', '/notifications/read', { up_to: third })).toMatchObject({ body: { count: 2, unread: 1 } });
  expect(await api('POST', '/notifications/read', { up_to: second })).toMatchObject({ body: { count: 0, unread: 1 } });
  expect(facts(await list('?unread=true'))).toEqual(['meanwhile']);
  const { rows } = await world.database.pool.query(
    `select data->'count' as count from events where type = 'notification.read' and user_id = $1 order by id`,
    [maya.actor.userId],
  );
  expect(rows.map(({ count }) => count)).toEqual([1, 2]);
});

test('notifications are deleted when they are 90 days old, not a millisecond sooner', async () => {
  const prune = () => pruneNotifications({ db: world.db, clock: world.clock, requestId: null });
  await world.database.pool.query('delete from notifications');
  await notifyOf('old');
  world.clock.advance(DAY_MS);
  await notifyOf('young');
  world.clock.advance(89 * DAY_MS - 1);
  expect(await prune()).toBe(0);
  world.clock.advance(1);
  expect(await prune()).toBe(1);
  expect(facts(await list())).toEqual(['young']);
});

describe('preferences are rejected', () => {
  test.each([
    ['for an unknown kind', { channels: { gossip: { push: true } }, quiet_hours: null }, '/channels/gossip'],
    ['for an unknown channel', { channels: { capped: { fax: true } }, quiet_hours: null }, '/channels/capped/fax'],
    ['without an end', { channels: {}, quiet_hours: { from: '22:00' } }, '/quiet_hours/to'],
    ['that end at their start', { channels: {}, quiet_hours: { from: '22:00', to: '22:00' } }, '/quiet_hours/to'],
    ['at 24:00', { channels: {}, quiet_hours: { from: '24:00', to: '07:00' } }, '/quiet_hours/from'],
  ])('%s', async (_what, body, pointer) => {
    const session = await sessionFor(world, maya);
    const response = await session<{ errors: { pointer: string }[] }>('PUT', '/me/notification-preferences', body);
    expect([response.status, response.body.errors[0]?.pointer]).toEqual([400, pointer]);
  });
});

test('preferences are returned as they were chosen, with defaults for the rest', async () => {
  const session = await sessionFor(world, maya);
  const chosen = { channels: { capped: { push: false, mail: false } }, quiet_hours: { from: '22:30', to: '06:45' } };
  const { body } = await session('PUT', '/me/notification-preferences', chosen);
  const expected = {
    notification_preferences: {
      channels: { capped: { push: false, mail: false }, long_run: { push: true, mail: true } },
      quiet_hours: { from: '22:30', to: '06:45' },
    },
    mail_available: false,
  };
  expect(body).toMatchObject(expected);
  expect((await api('GET', '/me/notification-preferences')).body).toMatchObject(expected);
});

describe('registering a browser for push is rejected', () => {
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };
  const good = { endpoint: 'https://push.example.net/x', ...keys };
  test.each([
    ['without TLS', { ...good, endpoint: 'http://push.example.net/x' }, '/endpoint'],
    ['at the metadata address of a cloud', { ...good, endpoint: 'https://169.254.169.254/x' }, '/endpoint'],
    ['in a private network', { ...good, endpoint: 'https://10.0.0.7/x' }, '/endpoint'],
    ['with an incomplete key', { ...good, p256dh: keys.auth }, '/p256dh'],
    ['with an incomplete secret', { ...good, auth: 'AAAA' }, '/auth'],
  ])('%s', async (_what, body, pointer) => {
    const session = await sessionFor(world, maya);
    const response = await session<{ errors: { pointer: string }[] }>('POST', '/me/push-subscriptions', body);
    expect([response.status, response.body.errors[0]?.pointer]).toEqual([400, pointer]);
  });
});

test('a person has at most twenty browsers: a new one replaces the oldest', async () => {
  const session = await sessionFor(world, maya);
  const body = (n: number) => ({
    endpoint: `https://push.example.net/${maya.actor.userId}/${n}`,
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  });
  for (let n = 0; n < 21; n += 1) {
    world.clock.advance(1);
    await session('POST', '/me/push-subscriptions', body(n));
  }
  const stored = await world.db.pushSubscription.findMany({ where: { userId: maya.actor.userId } });
  expect([stored.length, stored.some(({ endpoint }) => endpoint === body(0).endpoint)]).toEqual([20, false]);
});
