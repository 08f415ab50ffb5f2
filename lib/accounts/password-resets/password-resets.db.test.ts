import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailPasswordReset } from '#/lib/accounts/password-resets/mail-password-reset.ts';
import { RESET_VALID_MS } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { purgePasswordResets } from '#/lib/accounts/password-resets/purge-password-resets.ts';
import { requestPasswordReset } from '#/lib/accounts/password-resets/request-password-reset.ts';
import { resetPassword } from '#/lib/accounts/password-resets/reset-password.ts';
import { RESETS_PER_ACCOUNT, RESETS_PER_ADDRESS } from '#/lib/accounts/password-resets/reset-throttle.ts';
import { actorOfSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { signIn } from '#/lib/accounts/sessions/sign-in.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { changePassword } from '#/lib/accounts/users/change-password.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

vi.mock('#/lib/accounts/users/password-hash.ts', { spy: true });

const [OLD, NEW] = ['four words are best', 'five words are even better'];
const DEVICE = { userAgent: null, address: null };

let world: World;
let email: string;
let userId: string;
let count = 0;

beforeAll(async () => {
  world = await testWorld();
});

beforeEach(async () => {
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  world.clock.set('2026-03-10T09:00:00.123Z');
  await world.database.pool.query('delete from throttles');
  await world.database.pool.query('delete from password_resets');
  count += 1;
  email = `maya${count}@acme.dev`;
  const person = { name: 'Maya', email, password: OLD, workspace_name: 'Acme', time_zone: 'UTC' };
  ({ userId } = await createAccount({ ...world, signUp: 'open' }, person));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.database.pool.query('delete from pgboss.job').catch(() => {});
});

const jobs = async (name: string): Promise<{ data: { email?: string; text?: string } }[]> =>
  (await world.database.pool.query('select data from pgboss.job where name = $1 order by created_on', [name])).rows;
const system = () => ({ db: world.db, clock: world.clock, requestId: null });

/** The secret of the link in a mail. */
async function mailedLink(): Promise<string> {
  await mailPasswordReset(system(), email);
  const mails = await jobs('send-mail');
  return /\/reset-password\/([\w-]{43})\n/.exec(mails.at(-1)?.data.text ?? '')?.[1] ?? '';
}

const session = () => startSession(world, { userId, device: DEVICE, days: 30 });
const isIn = async (token: Awaited<ReturnType<typeof session>>) => (await actorOfSession(world, token)) !== null;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const signsInWith = (password: string) => codeOf(signIn(world, { email, password, address: null }));
const reset = (token: string, password = NEW) => resetPassword(world, { token, password });
const rejected = (token: string) => expectUnchanged(world, () => codeOf(reset(token)));

describe('a link for a new password', () => {
  test('sets it, signs out every device, and clears the failed attempts', async () => {
    const [phone, laptop] = [await session(), await session()];
    for (let attempts = 0; attempts < 10; attempts += 1) await signsInWith('wrong');
    expect(await signsInWith(OLD)).toBe('sign_in_throttled');
    await reset(await mailedLink());
    expect([await isIn(phone), await isIn(laptop)]).toEqual([false, false]);
    expect([await signsInWith(OLD), await signsInWith(NEW)]).toEqual(['credentials_wrong', 'done']);
    const events = await world.db.event.findMany({ where: { userId, type: 'account.password_changed' } });
    expect(events.map(({ data }) => data)).toEqual([{ before: null, after: { by: 'reset' } }]);
  });

  test('is stored as a hash; only the mail contains its secret', async () => {
    const secret = await mailedLink();
    expect(secret).toHaveLength(43);
    const { rows } = await world.database.pool.query(
      'select r::text as row from password_resets r where user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(secret);
    expect(rows[0].row).not.toContain(Buffer.from(secret).toString('hex'));
  });

  test('works once, and revokes the person’s other links', async () => {
    const [first, second] = [await mailedLink(), await mailedLink()];
    await reset(second);
    expect(await rejected(second)).toBe('reset_link_over');
    expect(await rejected(first)).toBe('reset_link_over');
  });

  test('works for one of two concurrent uses', async () => {
    const token = await mailedLink();
    expect((await Promise.all([codeOf(reset(token)), codeOf(reset(token))])).sort()).toEqual([
      'done',
      'reset_link_over',
    ]);
  });

  test('works for less than half an hour, and not at that instant', async () => {
    const token = await mailedLink();
    world.clock.advance(RESET_VALID_MS);
    expect(await rejected(token)).toBe('reset_link_over');
    world.clock.advance(-1);
    expect(await codeOf(reset(token))).toBe('done');
  });

  test('costs no hash if it was never sent', async () => {
    const hashed = vi.mocked(hashPassword);
    hashed.mockClear();
    for (const token of ['x'.repeat(43), 'x']) expect(await rejected(token)).toBe('reset_link_over');
    expect(hashed).not.toHaveBeenCalled();
  });

  test('is deleted a day after it expired', async () => {
    await mailedLink();
    world.clock.advance(RESET_VALID_MS + DAY_MS - 1);
    expect(await purgePasswordResets(system())).toBe(0);
    world.clock.advance(1);
    expect(await purgePasswordResets(system())).toBe(1);
  });
});

describe('requesting a link', () => {
  const requestReset = (whose: string, address: string | null = null) =>
    requestPasswordReset(world, { email: whose, address });

  test('does the same for an address with an account and for one without; only the first gets a mail', async () => {
    await requestReset(email);
    await requestReset('nobody@acme.dev');
    expect((await jobs('mail-password-reset')).map(({ data }) => data)).toEqual([
      { email },
      { email: 'nobody@acme.dev' },
    ]);
    await mailPasswordReset(system(), 'nobody@acme.dev');
    expect(await jobs('send-mail')).toEqual([]);
    await mailPasswordReset(system(), email);
    expect((await jobs('send-mail')).map(({ data }) => data)).toMatchObject([{ to: email }]);
  });

  test.each([['an account'], ['no account']])(
    'is rejected after too many requests for an address with %s',
    async (which) => {
      const whose = which === 'an account' ? email : `nobody${count}@acme.dev`;
      for (let requested = 0; requested < RESETS_PER_ACCOUNT; requested += 1) await requestReset(whose);
      await expect(requestReset(whose)).rejects.toMatchObject({ code: 'reset_throttled', status: 429 });
    },
  );

  test('is rejected after too many requests from one network', async () => {
    for (let requested = 0; requested < RESETS_PER_ADDRESS; requested += 1)
      await requestReset(`a${requested}@acme.dev`, '203.0.113.9');
    expect(await codeOf(requestReset(email, '203.0.113.9'))).toBe('reset_throttled');
    expect(await codeOf(requestReset(email, '198.51.100.7'))).toBe('done');
  });

  test('is rejected where no mail is set up', async () => {
    vi.stubEnv('SMTP_URL', '');
    expect(await codeOf(requestReset(email))).toBe('mail_not_set_up');
  });
});

describe('changing one’s password', () => {
  async function signedIn(): Promise<{ ctx: Ctx; token: Awaited<ReturnType<typeof session>> }> {
    const token = await session();
    const actor = await actorOfSession(world, token);
    if (!actor) throw new Error('not signed in');
    return { ctx: { ...system(), actor }, token };
  }
  const change = (ctx: Ctx, current_password: string) => changePassword(ctx, { current_password, new_password: NEW });

  test('requires the current one, reports a wrong one at its field, and counts wrong attempts', async () => {
    const { ctx } = await signedIn();
    await expect(change(ctx, 'wrong')).rejects.toMatchObject({
      code: 'password_wrong',
      fields: [{ pointer: '/current_password', detail: 'This isn’t your current password.' }],
    });
    for (let attempts = 1; attempts < 10; attempts += 1) await codeOf(change(ctx, 'wrong'));
    expect(await codeOf(change(ctx, OLD))).toBe('sign_in_throttled');
    await world.database.pool.query('delete from throttles');
    expect(await signsInWith(OLD)).toBe('done');
  });

  test('signs out the other devices, not this one, and revokes mailed links', async () => {
    const [{ ctx, token }, phone, link] = [await signedIn(), await session(), await mailedLink()];
    expect(await change(ctx, OLD)).toBe(1);
    expect([await isIn(token), await isIn(phone)]).toEqual([true, false]);
    expect([await signsInWith(OLD), await signsInWith(NEW)]).toEqual(['credentials_wrong', 'done']);
    expect(await rejected(link)).toBe('reset_link_over');
  });

  test('requires a session: an API key cannot do it', async () => {
    const { ctx } = await signedIn();
    const actor = { ...ctx.actor, credential: { kind: 'api_key', apiKeyId: userId } } as const;
    expect(await codeOf(change({ ...ctx, actor }, OLD))).toBe('session_required');
  });
});
