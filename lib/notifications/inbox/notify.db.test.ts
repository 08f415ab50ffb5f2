import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import type { PreferencesInput } from '#/lib/notifications/preferences/preferences-schemas.ts';
import { setPreferences } from '#/lib/notifications/preferences/set-preferences.ts';
import { addPushSubscription } from '#/lib/notifications/push/add-push-subscription.ts';
import { testBrowser } from '#/test/notifications/browser.ts';
import { testWorld, type World } from '#/test/world.ts';

const QUIET = { from: '22:00', to: '07:00' };
const BY_NIGHT = '2026-03-10T23:30:00.123Z';
/** 07:00 in Berlin. */
const MORNING = new Date('2026-03-11T06:00:00Z');

let world: World;
let maya: Ctx;

beforeEach(async () => {
  world ??= await testWorld();
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9');
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  vi.stubEnv('APP_URL', 'https://timers.example.com');
  world.clock.set('2026-03-10T09:00:00.123Z');
  maya = await world.member();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.database.pool.query('delete from pgboss.job');
});

function payload(kind: 'long_run' | 'phase_ended'): NotificationPayload {
  const { workspaceId, userId } = maya.actor;
  const of = { workspaceId, userId, fact: newId() };
  const timer = { timer_id: newId(), label: 'API-412' };
  if (kind === 'long_run') return { ...of, kind, data: { ...timer, elapsed_seconds: 21_600 } };
  const phase = { timer_type: 'countdown', phase: 'work', planned_seconds: 1_200, next: null, waits: false, round: 1 };
  return { ...of, kind, data: { ...timer, ...phase } } as NotificationPayload;
}

const notifyOf = (kind: 'long_run' | 'phase_ended') =>
  notify({ db: world.db, clock: world.clock, requestId: null }, payload(kind));
const prefer = (channels: PreferencesInput['channels'], quiet_hours: PreferencesInput['quiet_hours'] = null) =>
  setPreferences(maya, { channels, quiet_hours });

/** Signs in with one more browser and subscribes it to push messages. */
async function browser() {
  const device = { userAgent: null, address: null };
  const token = await startSession(world, { userId: maya.actor.userId, device, days: 30 });
  const ctx = { ...maya, actor: { ...maya.actor, credential: { kind: 'session', sessionId: token.sid } as const } };
  const { id } = await addPushSubscription(ctx, {
    endpoint: `https://93.184.215.14/${newId()}`,
    ...testBrowser().keys,
  });
  return { id, token };
}

type Job = { name: string; data: Record<string, string>; start_after: Date };
async function jobs(): Promise<Job[]> {
  const { rows } = await world.database.pool.query<Job>('select name, data, start_after from pgboss.job order by name');
  return rows;
}
const channels = async () => (await jobs()).map(({ name }) => name);

test('a mail says what happened, where to do something about it, and how to switch it off', async () => {
  await notifyOf('long_run');
  const { email } = await world.db.user.findUniqueOrThrow({ where: { id: maya.actor.userId } });
  expect((await jobs())[0]).toMatchObject({
    name: 'send-mail',
    data: {
      to: email,
      subject: 'Your timer has been running for 6 h – still working?',
      text: [
        'API-412. Keep it running, stop it, or trim it to the time you worked.',
        '',
        'https://timers.example.com/',
        '',
        '-- ',
        'You get these emails because they’re turned on. Turn them off: https://timers.example.com/settings#notifications',
      ].join('\n'),
    },
  });
});

test('every browser that is signed in gets a push message', async () => {
  const [one, other] = [await browser(), await browser()];
  await notifyOf('phase_ended');
  const pushes = (await jobs()).map(({ name, data }) => [name, data.subscriptionId]);
  expect(pushes.sort()).toEqual([one, other].map(({ id }) => ['send-push', id]).sort());
});

describe('no push message', () => {
  test('to a browser that was signed out', async () => {
    const [gone, here] = [await browser(), await browser()];
    await endSession(world, gone.token);
    await notifyOf('phase_ended');
    expect((await jobs()).map(({ data }) => data.subscriptionId)).toEqual([here.id]);
  });

  test('to one whose session has expired', async () => {
    await browser();
    world.clock.advance(30 * DAY_MS);
    await notifyOf('phase_ended');
    expect(await jobs()).toEqual([]);
  });
});

describe('by preference', () => {
  test.each([
    [{ push: true, mail: true }, ['send-mail', 'send-push']],
    [{ push: true, mail: false }, ['send-push']],
    [{ push: false, mail: true }, ['send-mail']],
    [{ push: false, mail: false }, []],
  ])('%j', async (chosen, sent) => {
    await browser();
    await prefer({ long_run: chosen });
    expect(await notifyOf('long_run')).toBe(true);
    expect(await channels()).toEqual(sent);
  });
});

describe('in quiet hours', () => {
  test('mail and push wait until they are over, and the inbox does not', async () => {
    await browser();
    await prefer({}, QUIET);
    world.clock.set(BY_NIGHT);
    await notifyOf('long_run');
    expect(await jobs()).toMatchObject([
      { name: 'send-mail', start_after: MORNING },
      { name: 'send-push', start_after: MORNING },
    ]);
    const [row] = await world.db.notification.findMany({ where: { userId: maya.actor.userId } });
    expect(row?.createdAt).toEqual(new Date(BY_NIGHT));
  });

  test('the end of a phase only goes to the inbox', async () => {
    await browser();
    await prefer({ phase_ended: { mail: true } }, QUIET);
    world.clock.set(BY_NIGHT);
    expect(await notifyOf('phase_ended')).toBe(true);
    expect(await jobs()).toEqual([]);
  });
});

test('no mail on a server that can send none', async () => {
  vi.stubEnv('SMTP_URL', '');
  vi.stubEnv('MAIL_FROM', '');
  await notifyOf('long_run');
  expect(await jobs()).toEqual([]);
});

test('preferences that two devices choose at once are recorded in order: each event starts from the last one’s state', async () => {
  const hours = Array.from({ length: 10 }, (_, n) => ({ from: `0${n}:00`, to: '12:00' }));
  await Promise.all(hours.map((quiet) => prefer({}, quiet)));
  const { rows } = await world.database.pool.query(
    `select data from events where type = 'notification.preferences_edited' and user_id = $1 order by id`,
    [maya.actor.userId],
  );
  expect(rows).toHaveLength(10);
  expect(rows.slice(1).map(({ data }) => data.before)).toEqual(rows.slice(0, -1).map(({ data }) => data.after));
});
