import type { AuthOptions, User } from 'next-auth';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { authOptions } from '#/lib/accounts/sessions/auth-options.ts';
import { SIGN_INS_PER_ADDRESS } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { testDatabase } from '#/test/database.ts';

const { url, pool, onClose } = await testDatabase();

const HEADERS = new Headers({ 'user-agent': 'Firefox', 'x-forwarded-for': '203.0.113.9' });
const OCTO = { id: '583231', email: 'octo@acme.dev', name: 'Octo Cat' };

beforeAll(() => {
  process.env.DATABASE_URL = url;
  onClose(() => db().$disconnect());
});

beforeEach(() => pool.query('delete from workspaces; delete from users; delete from throttles'));

const options = () => authOptions(HEADERS, () => {});
const callbacksOf = (auth: AuthOptions) => auth.callbacks as Required<NonNullable<AuthOptions['callbacks']>>;

function maya() {
  const account = { name: 'Maya', email: 'maya@acme.dev', password: 'four words are best' };
  return createAccount(
    { db: db(), clock: databaseClock, signUp: 'open' },
    { ...account, workspace_name: 'Acme', time_zone: 'UTC' },
  );
}

/** What next-auth calls once GitHub has identified the user. */
function githubSays(auth: AuthOptions, user: User) {
  const account = { provider: 'github', providerAccountId: user.id, type: 'oauth' } as const;
  return callbacksOf(auth).signIn({ user, account });
}

type JwtParams = Parameters<ReturnType<typeof callbacksOf>['jwt']>[0];
const tokenFor = (auth: AuthOptions, token: object) => callbacksOf(auth).jwt({ token } as JwtParams);

describe('signing in with GitHub', () => {
  test('is offered only when it is configured', () => {
    expect(options().providers.map(({ id }) => id)).toEqual(['credentials']);
  });

  test('redirects back with the reason when the email belongs to an account with a password', async () => {
    await maya();
    expect(await githubSays(options(), { ...OCTO, email: 'maya@acme.dev' })).toBe('/sign-in?error=email_has_account');
  });

  test('redirects back with the reason when sign-up is closed', async () => {
    await maya();
    expect(await githubSays(options(), OCTO)).toBe('/sign-in?error=sign_up_closed');
    expect((await pool.query('select 1 from sessions')).rowCount).toBe(0);
  });

  test('redirects back with the time to wait after too many sign-ins, and starts no session', async () => {
    expect(await githubSays(options(), OCTO)).toBe(true);
    const used = 'update throttles set points = $1 where key like $2';
    expect((await pool.query(used, [SIGN_INS_PER_ADDRESS, 'sign_in_any:address:%'])).rowCount).toBe(1);
    expect(await githubSays(options(), OCTO)).toMatch(/^\/sign-in\?error=sign_in_throttled&retry_after=\d+$/);
    expect((await pool.query('select 1 from sessions')).rowCount).toBe(1);
  });

  test('starts a session that the cookie names, and stores nothing of the profile', async () => {
    const auth = options();
    expect(await githubSays(auth, OCTO)).toBe(true);
    const token = await tokenFor(auth, { name: 'Octo Cat', email: 'octo@acme.dev', picture: 'https://x' });
    const { rows } = await pool.query('select id, user_id, user_agent, address from sessions');
    expect(rows).toEqual([{ id: token.sid, user_id: token.uid, user_agent: 'Firefox', address: '203.0.113.9' }]);
    expect(Object.keys(token)).toEqual(['sid', 'uid']);
  });
});

describe('a token that next-auth decodes again', () => {
  test('is rejected once its session is over', async () => {
    const auth = options();
    await githubSays(auth, OCTO);
    const token = await tokenFor(auth, {});
    await expect(tokenFor(options(), token)).resolves.toEqual(token);
    await options().events?.signOut?.({ token } as never);
    await expect(tokenFor(options(), token)).rejects.toThrow('The session is over.');
  });

  test('is rejected when it is not ours', async () => {
    await expect(tokenFor(options(), { sub: 'someone' })).rejects.toThrow();
  });
});

test('a sign-out that failed to end the session is reported', async () => {
  const onSession = vi.fn();
  const gone = authOptions(HEADERS, onSession);
  vi.spyOn(db(), '$transaction').mockRejectedValueOnce(new Error('no database'));
  const token = { sid: '0190f5fe-7c00-7a00-8000-000000000001', uid: '0190f5fe-7c00-7a00-8000-000000000002' };
  await gone.events?.signOut?.({ token } as never);
  expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ message: 'no database' }));
});
