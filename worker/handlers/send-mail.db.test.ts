import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PgBoss } from 'pg-boss';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';
import { workOnMail } from '#/worker/handlers/send-mail.ts';

type Arrived = { from: string; to: string[]; text: string };

let world: World;
let maya: Ctx;
let boss: PgBoss;
let server: SMTPServer;
let arrived: Arrived[];
/** What the mail server says to each next mail, instead of taking it. */
let answers: Error[];
let onArrival: () => void;

beforeAll(async () => {
  world = await testWorld();
  world.database.onClose(() => stopSending(world.db));
});

beforeEach(async () => {
  maya = await world.member();
  arrived = [];
  answers = [];
  server = mailServer();
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}?ignoreTLS=true`);
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await boss.stop({ graceful: true });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await world.database.pool.query('delete from pgboss.job');
});

function mailServer(): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(answers.shift() ?? null),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const text = unfolded(Buffer.concat(chunks).toString());
        arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        callback();
        onArrival();
      });
    },
  });
}

/** Quoted-printable lines (RFC 2045, 6.7) put together again. */
const unfolded = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n');

const arrival = () => new Promise<void>((resolve) => (onArrival = resolve));
const invite = (email = 'leo@acme.dev', ctx = maya) => inviteMember(ctx, { role: 'member', email });
const jobs = async () =>
  (await world.database.pool.query(`select state, retry_count, data from pgboss.job where name = 'send-mail'`)).rows;
const refusing = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

test('an invited person gets the link that the answer shows, and it works', async () => {
  await workOnMail(boss);
  const [mail, invited] = [arrival(), await invite()];
  expect(invited.mailed).toBe(true);
  await mail;
  expect(arrived).toMatchObject([{ from: 'timers@example.com', to: ['leo@acme.dev'] }]);
  const { text } = arrived[0] as Arrived;
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
  test('when the transaction that would invite does not commit', async () => {
    await invite('first@acme.dev');
    const failed = transaction(maya, async (ctx) => {
      expect((await invite('leo@acme.dev', ctx)).mailed).toBe(true);
      throw new Error('Something else went wrong.');
    });
    await expect(failed).rejects.toThrow('Something else');
    expect((await jobs()).map(({ data }) => data.to)).toEqual(['first@acme.dev']);
    const mail = arrival();
    await workOnMail(boss);
    await mail;
    expect(arrived.map(({ to }) => to)).toEqual([['first@acme.dev']]);
  });

  test('without an address, nor without SMTP_URL, and the answer says so', async () => {
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

test('a mail server that is busy is asked again', async () => {
  answers.push(refusing(451));
  await invite();
  await workOnMail(boss);
  await vi.waitUntil(async () => (await jobs())[0]?.state === 'retry', { timeout: 30_000 });
  expect(arrived).toEqual([]);
  const mail = arrival();
  await world.database.pool.query('update pgboss.job set start_after = now()');
  await mail;
  expect(arrived).toMatchObject([{ to: ['leo@acme.dev'] }]);
});

test('one that refuses for good is not', async () => {
  answers.push(refusing(550));
  await invite();
  await workOnMail(boss);
  await vi.waitUntil(async () => (await jobs())[0]?.state === 'completed', { timeout: 30_000 });
  expect([arrived, (await jobs())[0]?.retry_count]).toEqual([[], 0]);
});
