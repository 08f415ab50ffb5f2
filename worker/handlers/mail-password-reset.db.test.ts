import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestPasswordReset } from '#/lib/accounts/password-resets/request-password-reset.ts';
import { resetPassword } from '#/lib/accounts/password-resets/reset-password.ts';
import { signIn } from '#/lib/accounts/sessions/sign-in.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { eventually } from '#/test/eventually.ts';
import { testMailServer } from '#/test/notifications/mail-server.ts';
import { testWorld } from '#/test/world.ts';
import { workOnPasswordResets } from '#/worker/handlers/mail-password-reset.ts';
import { workOnMail } from '#/worker/handlers/send-mail.ts';

const world = await testWorld();
let boss: PgBoss;

beforeEach(async () => {
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  vi.stubEnv('APP_URL', 'https://timers.example.com');
  boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await boss.stop({ graceful: true });
});

test('a password reset mails a link to the account, and nothing to an unknown address', async () => {
  const mails = await testMailServer();
  vi.stubEnv('SMTP_URL', mails.url);
  const [email, password] = ['maya@acme.dev', 'five words are even better'];
  const person = { name: 'Maya', email, password: 'four words are best', workspace_name: 'Acme', time_zone: 'UTC' };
  await createAccount({ ...world, signUp: 'open' }, person);
  // The request for the unknown address was first: its mail would have arrived before the other.
  await requestPasswordReset(world, { email: 'nobody@acme.dev', address: null });
  await requestPasswordReset(world, { email, address: null });
  const ctx = { db: world.db, clock: world.clock, requestId: null };
  await workOnPasswordResets(boss, ctx);
  await workOnMail(boss, ctx);
  await eventually(() => expect(mails.arrived).toHaveLength(1));
  const [mail] = mails.arrived;
  expect(mail).toMatchObject({ from: 'timers@example.com', to: [email] });
  expect(mail?.text).toContain('Subject: Set a new password for Timer Service');
  expect(mail?.text).toContain('It works once, for 30 minutes.');
  const [, token = ''] = /https:\/\/timers\.example\.com\/reset-password\/([\w-]{43})\n/.exec(mail?.text ?? '') ?? [];
  await resetPassword(world, { token, password });
  await expect(signIn(world, { email, password, address: null })).resolves.toMatchObject({
    userId: expect.any(String),
  });
});
