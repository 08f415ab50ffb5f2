import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PgBoss } from 'pg-boss';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import { addPushSubscription } from '#/lib/notifications/push/add-push-subscription.ts';
import { type TestBrowser, testBrowser } from '#/test/notifications/browser.ts';
import { testMailServer } from '#/test/notifications/mail-server.ts';
import { testPushService } from '#/test/notifications/push-service.ts';
import { report } from '#/test/proofs/figures.ts';
import { type Scene, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { TEST_CERTIFICATE } from '#/test/webhooks/certificate.ts';

const FACTS = Array.from({ length: 100 }, (_, n) => `fact ${String(n).padStart(3, '0')}`);
const QUEUES = ['write-notice', 'send-mail', 'send-push'];

type Person = { name: string; email: string; ctx: Ctx; browser: TestBrowser };

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
  scene.world.database.onClose(() => stopSending(scene.world.db));
});

const rows = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await scene.world.database.pool.query<T>(sql, values)).rows;

/** A person with a browser that is subscribed to push messages. */
async function person(name: string, pushUrl: string): Promise<Person> {
  const member = { ...(await scene.world.member()), clock: databaseClock };
  const { userId } = member.actor;
  const device = { userAgent: null, address: null };
  const { sid: sessionId } = await startSession(member, { userId, device, days: 30 });
  const ctx = { ...member, actor: { ...member.actor, credential: { kind: 'session', sessionId } as const } };
  const browser = testBrowser();
  await addPushSubscription(ctx, { endpoint: `${pushUrl}/to/${name}`, ...browser.keys });
  const { email } = await scene.world.db.user.findUniqueOrThrow({ where: { id: userId } });
  return { name, email, ctx, browser };
}

/** Each fact twice, like two engines that find it at once. */
async function notifyTwice({ ctx }: Person): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  await transaction(ctx, async (inner) => {
    for (const fact of [...FACTS, ...FACTS.toReversed()]) {
      const data = { timer_id: newId(), label: `<${fact}>`, elapsed_seconds: 21_600 };
      await enqueueNotification(inner, { workspaceId, userId, kind: 'long_run', fact, data });
    }
  });
}

/**
 * Where notifications are delivered: a mail server and a push service, and the settings with which workers reach them.
 */
async function outside() {
  const [mails, pushes] = [await testMailServer(), await testPushService()];
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-certificate-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const certificate = path.join(home, 'push-service.pem');
  writeFileSync(certificate, TEST_CERTIFICATE);
  vi.stubEnv('ALARM_ALLOWED_CIDRS', '127.0.0.0/8');
  vi.stubEnv('SMTP_URL', mails.url);
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  onTestFinished(() => void vi.unstubAllEnvs());
  const settings = { SMTP_URL: mails.url, MAIL_FROM: 'timers@example.com', NODE_EXTRA_CA_CERTS: certificate };
  return { mails, pushes, settings };
}

const jobsIn = async (states: string) =>
  (await rows<{ id: string }>(`select id from pgboss.job where name = any($1) and state in (${states})`, [QUEUES])).map(
    ({ id }) => id,
  );

/** A worker's job every minute for jobs whose worker has died, as if they had expired. */
async function reclaimExpired(ids: string[]): Promise<void> {
  await rows(`update pgboss.job set started_on = started_on - interval '1 hour' where id = any($1)`, [ids]);
  await rows('update pgboss.queue set monitor_on = null');
  const boss = new PgBoss({ connectionString: scene.world.database.url, max: 1, supervise: false, schedule: false });
  onTestFinished(() => boss.stop({ graceful: false }));
  await boss.start();
  await boss.supervise();
  await rows(`update pgboss.job set start_after = now() where id = any($1)`, [ids]);
}

test('two workers, one killed in the middle: each fact is one notification, one mail and one push per person', async () => {
  const { mails, pushes, settings } = await outside();
  const people = [await person('maya', pushes.url), await person('leo', pushes.url)];
  const [killed] = await Promise.all(['one', 'two'].map((name) => scene.worker(name, settings)));
  for (const one of people) await notifyTwice(one);

  const arrived = () => Math.min(mails.arrived.length, pushes.pushed.length);
  await until('mails and pushes leave', PATIENCE_MS, () => arrived() > FACTS.length / 2);
  await killed?.end('SIGKILL');
  const atKill = { mails: mails.arrived.length, pushes: pushes.pushed.length };
  const held = new Set(await jobsIn(`'active'`));
  const others = async () => (await jobsIn(`'created', 'retry', 'active'`)).filter((id) => !held.has(id));
  await until('the other worker has done the rest', PATIENCE_MS, async () => (await others()).length === 0);
  const left = await jobsIn(`'active'`);
  await reclaimExpired(left);
  await until('all is done', PATIENCE_MS, async () => (await jobsIn(`'created', 'retry', 'active'`)).length === 0);

  const reported = await rows<{ user_id: string; fact: string }>(
    'select user_id, fact from notifications order by fact',
  );
  const ids = mails.arrived.map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1]);
  const pushed = people.map(({ name, browser }) =>
    pushes.pushed
      .filter(({ path: to }) => to === `/to/${name}`)
      .map(({ body, headers }) => ({ ...JSON.parse(browser.decrypt(body)), topic: headers.topic })),
  );
  const again = {
    mails: ids.length - new Set(ids).size,
    pushes: pushes.pushed.length - new Set(pushed.flatMap((one, n) => one.map(({ tag }) => `${n} ${tag}`))).size,
  };
  report('two workers and notices, one killed', {
    notifications: reported.length,
    'mails, pushes at the kill': `${atKill.mails}, ${atKill.pushes}`,
    'jobs of the killed worker': left.length,
    'mails, pushes sent again': `${again.mails}, ${again.pushes}`,
  });

  for (const [n, { ctx, email }] of people.entries()) {
    expect(reported.filter(({ user_id }) => user_id === ctx.actor.userId).map(({ fact }) => fact)).toEqual(FACTS);
    const texts = mails.arrived.filter(({ to }) => to.includes(email)).map(({ text }) => text);
    expect(new Set(texts.map((text) => /<(fact \d+)>/.exec(text)?.[1]))).toEqual(new Set(FACTS));
    expect(new Set(pushed[n]?.map(({ tag }) => tag))).toEqual(new Set(FACTS));
    expect(new Set(pushed[n]?.map(({ topic }) => topic)).size).toBe(FACTS.length);
  }
  // A message that was sent but not recorded when a process died looks like an unsent one: at most one extra of each,
  // which mailboxes (Message-ID) and push services (Topic) recognize.
  expect(new Set(ids).size).toBe(people.length * FACTS.length);
  expect(again.mails).toBeLessThanOrEqual(1);
  expect(again.pushes).toBeLessThanOrEqual(1);
});
