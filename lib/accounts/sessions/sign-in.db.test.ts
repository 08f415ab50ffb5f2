import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '#/lib/accounts/sessions/sign-in.ts';
import {
  ATTEMPTS_PER_ACCOUNT,
  ATTEMPTS_PER_ADDRESS,
  SIGN_INS_PER_ACCOUNT,
  SIGN_INS_PER_ADDRESS,
  WINDOW_SECONDS,
} from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { matchesHash } from '#/lib/accounts/users/password-hash.ts';
import { connect } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

vi.mock('#/lib/accounts/users/password-hash.ts', { spy: true });

const { url, pool, onClose } = await testDatabase();
const db = connect(url, 10);
// Two clients with their own limiters, like two web processes.
const otherDb = connect(url, 10);
onClose(() => Promise.all([db.$disconnect(), otherDb.$disconnect()]));
const clock = new SettableClock();
const system = { db, clock };

const PASSWORD = 'four words are best';
const { userId } = await createAccount(
  { ...system, signUp: 'closed' },
  { name: 'Maya', email: 'maya@acme.dev', password: PASSWORD, workspace_name: 'Acme', time_zone: 'UTC' },
);

type SignInAttempt = { email?: string; password?: string; address?: string | null; of?: typeof system };

function attempt({ email = 'maya@acme.dev', password = 'wrong', address = '203.0.113.9', of = system }: SignInAttempt) {
  return signIn(of, { email, password, address });
}

async function codeOf(tried: Promise<unknown>): Promise<string> {
  return tried.then(
    () => 'signed in',
    (error) => error.code ?? String(error),
  );
}

async function codes(count: number, make: (i: number) => SignInAttempt): Promise<string[]> {
  const result: string[] = [];
  for (let i = 0; i < count; i++) result.push(await codeOf(attempt(make(i))));
  return result;
}

beforeEach(() => pool.query('delete from throttles'));
afterEach(() => vi.useRealTimers());

describe('a person is not signed in', () => {
  test('with a wrong password, and the message does not reveal whether the account exists', async () => {
    const wrong = await attempt({}).catch((error) => error);
    const unknown = await attempt({ email: 'nobody@acme.dev' }).catch((error) => error);
    expect(wrong).toMatchObject({ code: 'credentials_wrong', status: 401 });
    expect({ ...unknown }).toEqual({ ...wrong });
  });

  test('with a response time that reveals it: either way one password is compared with one hash of the same cost', async () => {
    const compared = vi.mocked(matchesHash);
    const costs: (string | undefined)[] = [];
    for (const wrong of [{}, { email: 'nobody@acme.dev' }]) {
      compared.mockClear();
      expect(await codeOf(attempt(wrong))).toBe('credentials_wrong');
      expect(compared).toHaveBeenCalledOnce();
      expect(await compared.mock.results[0]?.value).toBe(false);
      // $argon2id$v=19$m=19456,t=2,p=1$salt$hash: all but the last two define its cost.
      costs.push(compared.mock.calls[0]?.[0].split('$').slice(0, 4).join('$'));
    }
    expect(costs[0]).toMatch(/^\$argon2id\$/);
    expect(costs[1]).toBe(costs[0]);
  });

  test('by more guesses: after ten failures the right password is rejected too, with the time to wait', async () => {
    expect(await codes(ATTEMPTS_PER_ACCOUNT, () => ({}))).toEqual(
      Array(ATTEMPTS_PER_ACCOUNT).fill('credentials_wrong'),
    );
    const rejected = await attempt({ password: PASSWORD, address: '198.51.100.7' }).catch((error) => error);
    expect(rejected).toMatchObject({ code: 'sign_in_throttled', status: 429 });
    expect(rejected.detail).toBe('Too many failed sign-in attempts. Try again in 15\u00a0min.');
    expect(Number(rejected.headers['Retry-After'])).toBeGreaterThan(WINDOW_SECONDS - 60);
  });

  test('by guessing at an account that does not exist, which is rejected in the same way', async () => {
    const responses = await codes(ATTEMPTS_PER_ACCOUNT + 1, () => ({ email: 'nobody@acme.dev' }));
    expect(responses.at(-1)).toBe('sign_in_throttled');
  });

  test('by parallel guesses: of thirty at two processes, ten are verified', async () => {
    const attempts = Array.from({ length: 30 }, (_, i) => attempt({ of: { clock, db: i % 2 ? db : otherDb } }));
    const responses = await Promise.all(attempts.map(codeOf));
    expect(responses.filter((code) => code === 'credentials_wrong')).toHaveLength(ATTEMPTS_PER_ACCOUNT);
    expect(responses.filter((code) => code === 'sign_in_throttled')).toHaveLength(30 - ATTEMPTS_PER_ACCOUNT);
  });

  test('by trying many accounts from one address, or from one subscriber’s many IPv6 addresses', async () => {
    const responses = await codes(ATTEMPTS_PER_ADDRESS + 1, (i) => ({
      email: `p${i}@acme.dev`,
      address: `2001:db8::${i}`,
    }));
    expect(responses.slice(0, -1)).toEqual(Array(ATTEMPTS_PER_ADDRESS).fill('credentials_wrong'));
    expect(responses.at(-1)).toBe('sign_in_throttled');
    expect(await codeOf(attempt({ email: 'p99@acme.dev', address: '2001:db8:1::1' }))).toBe('credentials_wrong');
  });
});

describe('because successful sign-ins count too', () => {
  const used = (key: string, points: number) =>
    pool.query('update throttles set points = $2 where key like $1', [`sign_in_any:${key}:%`, points]);

  test.each([
    ['account', 'of one account', SIGN_INS_PER_ACCOUNT],
    ['address', 'from one address', SIGN_INS_PER_ADDRESS],
  ])('by %s: that many sign-ins %s are allowed, and not one more', async (key, _what, most) => {
    expect(await codeOf(attempt({ password: PASSWORD }))).toBe('signed in');
    expect((await used(key, most - 1)).rowCount).toBe(1);
    expect(await codes(2, () => ({ password: PASSWORD }))).toEqual(['signed in', 'sign_in_throttled']);
  });
});

describe('a person is signed in', () => {
  test('with the right password', async () => {
    expect(await attempt({ password: PASSWORD })).toEqual({ userId });
  });

  test('after some failures, which are then cleared', async () => {
    await codes(ATTEMPTS_PER_ACCOUNT - 1, () => ({}));
    expect(await attempt({ password: PASSWORD })).toEqual({ userId });
    expect(await codes(ATTEMPTS_PER_ACCOUNT, () => ({}))).toEqual(
      Array(ATTEMPTS_PER_ACCOUNT).fill('credentials_wrong'),
    );
  });

  test('again when the time to wait is over', async () => {
    await codes(ATTEMPTS_PER_ACCOUNT + 1, () => ({}));
    vi.useFakeTimers({ now: Date.now() + WINDOW_SECONDS * 1000 + 1, toFake: ['Date'] });
    expect(await attempt({ password: PASSWORD })).toEqual({ userId });
  });

  test('again and again: successes do not count as failures of an address', async () => {
    await codes(ATTEMPTS_PER_ADDRESS - 1, (i) => ({ email: `p${i}@acme.dev` }));
    expect(await codes(3, () => ({ password: PASSWORD }))).toEqual(Array(3).fill('signed in'));
  });
});
