import { beforeEach, describe, expect, test } from 'vitest';
import { signInWithProvider } from '#/lib/accounts/oauth-accounts/sign-in-with-provider.ts';
import { signIn } from '#/lib/accounts/sessions/sign-in.ts';
import {
  ATTEMPTS_PER_ACCOUNT,
  SIGN_INS_PER_ACCOUNT,
  SIGN_INS_PER_ADDRESS,
} from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { verifyPassword } from '#/lib/accounts/users/verify-password.ts';
import { connect } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const { url, pool, onClose } = await testDatabase();
const db = connect(url, 15);
onClose(() => db.$disconnect());
const clock = new SettableClock();
const open = { db, clock, signUp: 'open' as const };
const closed = { db, clock, signUp: 'closed' as const };

const OCTO = {
  provider: 'github',
  providerAccountId: '583231',
  email: 'Octo@Acme.dev',
  name: 'Octo Cat',
  address: '203.0.113.9',
};

const count = async (table: string) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

function maya() {
  return createAccount(open, {
    name: 'Maya',
    email: 'maya@acme.dev',
    password: 'four words are best',
    workspace_name: 'Acme',
    time_zone: 'UTC',
  });
}

beforeEach(() => pool.query('delete from workspaces; delete from users; delete from throttles'));

describe('a provider does not sign a person in', () => {
  test('to an account that only shares its email', async () => {
    await maya();
    await expect(signInWithProvider(open, { ...OCTO, email: 'MAYA@acme.dev' })).rejects.toMatchObject({
      code: 'email_has_account',
      status: 409,
    });
    expect(await count('oauth_accounts')).toBe(0);
  });

  test('as a new person while sign-up is closed', async () => {
    await maya();
    await expect(signInWithProvider(closed, OCTO)).rejects.toMatchObject({ code: 'sign_up_closed' });
    expect([await count('users'), await count('oauth_accounts')]).toEqual([1, 0]);
  });

  test('without an email address', async () => {
    await expect(signInWithProvider(open, { ...OCTO, email: null })).rejects.toMatchObject({ code: 'email_missing' });
  });

  test('by its password, since the account has none', async () => {
    await signInWithProvider(closed, OCTO);
    expect(await verifyPassword({ db }, { email: 'octo@acme.dev', password: '' })).toBeNull();
  });
});

test('the first person becomes the owner, also through a provider', async () => {
  const { userId } = await signInWithProvider(closed, OCTO);
  const { rows } = await pool.query('select u.id, email, name, role from users u join memberships on user_id = u.id');
  expect(rows).toEqual([{ id: userId, email: 'octo@acme.dev', name: 'Octo Cat', role: 'owner' }]);
});

test('a returning person is the same person, whatever email and name they have by now', async () => {
  const first = await signInWithProvider(closed, OCTO);
  const again = await signInWithProvider(closed, { ...OCTO, email: 'new@acme.dev', name: null });
  expect(again).toEqual(first);
  expect(await count('users')).toBe(1);
});

test('two concurrent first sign-ins create one account', async () => {
  const attempts = Array.from({ length: 10 }, () => signInWithProvider(open, OCTO));
  const results = await Promise.allSettled(attempts);
  expect(results.some((result) => result.status === 'fulfilled')).toBe(true);
  expect([await count('users'), await count('oauth_accounts')]).toEqual([1, 1]);
});

describe('sign-ins with a provider count', () => {
  const used = (key: string, points: number) =>
    pool.query('update throttles set points = $2 where key like $1', [`sign_in_any:${key}:%`, points]);
  const countsOf = async (key: string) =>
    (await pool.query('select points from throttles where key like $1', [`sign_in_any:${key}:%`])).rows;
  const wrongPassword = () =>
    signIn(closed, { email: 'octo@acme.dev', password: 'wrong', address: OCTO.address }).catch(({ code }) => code);

  test.each([
    ['account', 'of one account', SIGN_INS_PER_ACCOUNT],
    ['address', 'from one address', SIGN_INS_PER_ADDRESS],
  ])('by %s: that many sign-ins %s are allowed, and not one more', async (key, _what, most) => {
    const { userId } = await signInWithProvider(closed, OCTO);
    expect((await used(key, most - 1)).rowCount).toBe(1);
    expect(await signInWithProvider(closed, OCTO)).toEqual({ userId });
    await expect(signInWithProvider(closed, OCTO)).rejects.toMatchObject({
      code: 'sign_in_throttled',
      status: 429,
      detail: 'Too many sign-in attempts. Try again in 15\u00a0min.',
    });
  });

  test('together with those by password, also once the person has another email at the provider', async () => {
    await signInWithProvider(closed, OCTO);
    expect(await wrongPassword()).toBe('credentials_wrong');
    await signInWithProvider(closed, { ...OCTO, email: 'new@acme.dev' });
    expect([await countsOf('account'), await countsOf('address')]).toEqual([[{ points: 3 }], [{ points: 3 }]]);
  });

  test('by address when they are rejected, and not against the account that has the email', async () => {
    await maya();
    await pool.query('delete from throttles');
    await signInWithProvider(open, { ...OCTO, email: 'maya@acme.dev' }).catch(() => {});
    expect([await countsOf('account'), await countsOf('address')]).toEqual([[], [{ points: 1 }]]);
  });

  test('apart from failures: wrong passwords of others keep no one out who signs in with a provider', async () => {
    const { userId } = await signInWithProvider(closed, OCTO);
    for (let n = 0; n < ATTEMPTS_PER_ACCOUNT; n++) await wrongPassword();
    expect(await wrongPassword()).toBe('sign_in_throttled');
    expect(await signInWithProvider(closed, OCTO)).toEqual({ userId });
  });
});
