import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import SignInPage from '#/app/(auth)/sign-in/page.tsx';

vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('#/app/_server/require-actor.ts', () => ({ findActor: async () => null }));
vi.mock('#/lib/accounts/sessions/lost-access-of.ts', () => ({ lostAccessOf: async () => null }));
vi.mock('#/lib/accounts/users/sign-up-rule.ts', () => ({ findSignUpRule: async () => 'open' }));

vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');

const show = async (query: Record<string, string>) =>
  renderToStaticMarkup(await SignInPage({ searchParams: Promise.resolve(query) }));

test.each([
  ['account_created', 'Your account is ready. Sign in with it.'],
  ['password_set', 'Your new password is set. Sign in with it.'],
])('the sign-in page after %s says what has been done', async (done, words) => {
  expect(await show({ done })).toContain(words);
  expect(await show({ done: 'something' })).not.toContain(words);
});

test.each([
  ['180', '3'],
  ['181', '4'],
  ['1', '1'],
  ['86400', '15'],
  ['<b>', '15'],
])(
  'the sign-in page after too many sign-ins with a provider, to be repeated in %s s, says %s min',
  async (seconds, minutes) => {
    const page = await show({ error: 'sign_in_throttled', retry_after: seconds });
    expect(page).toContain(`Too many sign-in attempts. Try again in ${minutes}\u00a0min.`);
  },
);
