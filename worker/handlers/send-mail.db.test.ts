import { PgBoss } from 'pg-boss';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { readNotification } from '#/lib/notifications/inbox/read-notification.ts';
import { setPreferences } from '#/lib/notifications/preferences/set-preferences.ts';
import { apiFor } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { testMailServer } from '#/test/notifications/mail-server.ts';
import { testWorld, type World } from '#/test/world.ts';
import { workOnMail } from '#/worker/handlers/send-mail.ts';

let world: World;
let maya: Ctx;
let boss: PgBoss;
let mails: Awaited<ReturnType<typeof testMailServer>>;

beforeAll(async () => {
  world = await testWorld();
  world.database.onClose(() => stopSending(world.db));
});

beforeEach(async () => {
  world.clock.set('2026-03-10T09:00:00.123Z');
  maya = await world.member();
  mails = await testMailServer();
  vi.stubEnv('SMTP_URL', mails.url);
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await boss.stop({ graceful: true });
  await world.database.pool.query('delete from pgboss.job');
});

const work = () => workOnMail(boss, { db: world.db, clock: world.clock, requestId: null });
const until = (holds: () => boolean | Promise<boolean>) => eventually(async () => expect(await holds()).toBe(true));
const mailed = (count = 1) => until(() => mails.arrived.length === count);
const invite = (email = 'leo@acme.dev', ctx = maya) => inviteMember(ctx, { role: 'member', email });
const jobs = async () =>
  (await world.database.pool.query(`select state, retry_count, data from pgboss.job where name = 'send-mail'`)).rows;
const rejecting = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

test('an invited person gets the link that the response shows, and it works', async () => {
  await work();
  const invited = await invite();
  expect(invited.mailed).toBe(true);
  await mailed();
  expect(mails.arrived).toMatchObject([{ from: 'timers@example.com', to: ['leo@acme.dev'] }]);
  const text = mails.arrived[0]?.text ?? '';
  expect(text).toContain('Subject: Maya invites you to Acme');
  expect(text).toMatch(/^Message-ID: <[\w-]{36}@example\.com>$/im);
  expect(text).toContain('as a member');
  expect(text).toContain('It works once, until 2026-03-17 09:00 UTC');
  const [link] = /http\S+\/invitations\/[\w-]{43}/.exec(text) ?? [];
  expect(link).toBe(invited.url);
  const leo = await world.member();
  await world.db.user.update({ where: { id: leo.actor.userId }, data: { email: 'leo@acme.dev' } });
  expect(await acceptInvitation(leo, link?.split('/').at(-1) ?? '')).toMatchObject({ id: maya.actor.workspaceId });
});

describe('nothing is sent', () => {
  test('when the inviting transaction does not commit', async () => {
    await invite('first@acme.dev');
    const failed = transaction(maya, async (ctx) => {
      expect((await invite('leo@acme.dev', ctx)).mailed).toBe(true);
      throw new Error('Something else went wrong.');
    });
    await expect(failed).rejects.toThrow('Something else');
    expect((await jobs()).map(({ data }) => data.to)).toEqual(['first@acme.dev']);
    await work();
    await mailed();
    expect(mails.arrived.map(({ to }) => to)).toEqual([['first@acme.dev']]);
  });

  test('without an address or without SMTP_URL, as the response shows', async () => {
    expect((await inviteMember(maya, { role: 'member' })).mailed).toBe(false);
    vi.stubEnv('SMTP_URL', '');
    vi.stubEnv('MAIL_FROM', '');
    const api = await apiFor(world, maya);
    expect(await api('POST', '/invitations', { email: 'leo@acme.dev' })).toMatchObject({
      status: 201,
      body: { mailed: false, url: expect.stringContaining('/invitations/') },
    });
    expect(await jobs()).toEqual([]);
  });
});

test('a mail is retried when the mail server is busy', async () => {
  mails.rejections.push(rejecting(451));
  await invite();
  await work();
  await until(async () => (await jobs())[0]?.state === 'retry');
  expect(mails.arrived).toEqual([]);
  await world.database.pool.query('update pgboss.job set start_after = now()');
  await mailed();
  expect(mails.arrived).toMatchObject([{ to: ['leo@acme.dev'] }]);
});

test('a mail is not retried when the mail server rejects it for good', async () => {
  mails.rejections.push(rejecting(550));
  await invite();
  await work();
  await until(async () => (await jobs())[0]?.state === 'completed');
  expect([mails.arrived, (await jobs())[0]?.retry_count]).toEqual([[], 0]);
});

describe('a mail that waits for the end of quiet hours', () => {
  const notifyAtNight = async () => {
    await setPreferences(maya, { channels: {}, quiet_hours: { from: '22:00', to: '07:00' } });
    world.clock.set('2026-03-10T23:30:00.123Z');
    const { workspaceId, userId } = maya.actor;
    const data = { timer_id: newId(), label: 'API-412', elapsed_seconds: 21_600 };
    const system = { db: world.db, clock: world.clock, requestId: null };
    await notify(system, { workspaceId, userId, kind: 'long_run', fact: newId(), data });
    return world.db.notification.findFirstOrThrow({ where: { userId } });
  };
  const morning = async () => {
    world.clock.set('2026-03-11T06:00:00.000Z');
    await world.database.pool.query('update pgboss.job set start_after = now()');
    await work();
    await until(async () => (await jobs())[0]?.state === 'completed');
  };

  test('is sent in the morning', async () => {
    await notifyAtNight();
    await morning();
    expect(mails.arrived.map(({ text }) => text)).toEqual([expect.stringContaining('API-412. Keep it running')]);
  });

  test('is not sent if the notification was read meanwhile, on any device', async () => {
    const { id } = await notifyAtNight();
    await readNotification(maya, id);
    await morning();
    expect(mails.arrived).toEqual([]);
  });
});
