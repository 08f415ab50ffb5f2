import { describe, expect, test } from 'vitest';
import { createAccountInput } from '#/lib/accounts/users/user-schemas.ts';

const GOOD = {
  name: 'Maya Lindqvist',
  email: 'maya@acme.dev',
  password: 'four words are best',
  workspace_name: 'Acme',
  time_zone: 'Europe/Stockholm',
};

describe('an account is rejected', () => {
  test.each([
    ['without a name', { name: '   ' }, 'Enter your name.'],
    ['with a name of control characters', { name: 'Maya\u0000' }, 'Don’t use control characters.'],
    ['with a name over 200 characters', { name: 'x'.repeat(201) }, 'Use at most 200 characters.'],
    ['with an incomplete email', { email: 'maya@' }, 'Enter an email address, like maya@acme.dev.'],
    ['with an email that is too long', { email: `${'x'.repeat(250)}@a.dev` }, 'This address is too long.'],
    ['with a short password', { password: '1234567' }, /^Use at least 8 characters\.$/],
    ['with a password that is too long', { password: 'x'.repeat(201) }, 'Use at most 200 characters.'],
    ['without a workspace', { workspace_name: '' }, /^Name the workspace/],
    ['with an invalid time zone', { time_zone: 'Mars/Olympus' }, /IANA name/],
    ['with an offset for a time zone', { time_zone: '+02:00' }, /IANA name/],
    ['with a number for a name', { name: 5 }, 'Enter your name.'],
  ])('%s', (_, change, words) => {
    const issues = createAccountInput.safeParse({ ...GOOD, ...change }).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([
      typeof words === 'string' ? words : expect.stringMatching(words),
    ]);
    expect(issues[0]?.path).toEqual([Object.keys(change)[0]]);
  });

  test('with an unknown field', () => {
    expect(createAccountInput.safeParse({ ...GOOD, role: 'admin' }).success).toBe(false);
  });
});

test('an account’s email is compared without case and surrounding space, its password exactly as typed', () => {
  const account = createAccountInput.parse({ ...GOOD, email: ' Maya@ACME.dev ', password: '  spaces count  ' });
  expect(account).toMatchObject({ email: 'maya@acme.dev', password: '  spaces count  ' });
});
