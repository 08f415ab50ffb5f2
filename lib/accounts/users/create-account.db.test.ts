import { beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import type { CreateAccountInput } from '#/lib/accounts/users/user-schemas.ts';
import { connect } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const { url, pool, onClose } = await testDatabase();
const db = connect(url, 25);
onClose(() => db.$disconnect());
const clock = new SettableClock();
const closed = { db, clock, signUp: 'closed' as const };
const open = { db, clock, signUp: 'open' as const };

const MAYA: CreateAccountInput = {
  name: 'Maya',
  email: 'maya@acme.dev',
  password: 'four words are best',
  workspace_name: 'Acme',
  time_zone: 'Europe/Stockholm',
};

const rows = async (sql: string) => (await pool.query(sql)).rows;

beforeEach(() => pool.query('delete from workspaces; delete from users'));

describe('sign-up creates no account', () => {
  test('on a server that has one, while sign-up is closed', async () => {
    await createAccount(closed, MAYA);
    await expect(createAccount(closed, { ...MAYA, email: 'eve@acme.dev' })).rejects.toMatchObject({
      code: 'sign_up_closed',
      status: 403,
    });
    expect(await rows('select email from users')).toEqual([{ email: 'maya@acme.dev' }]);
  });

  test('with an email that has one, and leaves no partial rows', async () => {
    await createAccount(open, MAYA);
    await expect(createAccount(open, { ...MAYA, workspace_name: 'Other' })).rejects.toMatchObject({
      code: 'email_taken',
      status: 409,
    });
    expect(await rows('select name from workspaces')).toEqual([{ name: 'Acme' }]);
  });

  test('when racing for the first one: of twenty at once, one becomes the owner', async () => {
    const attempts = Array.from({ length: 20 }, (_, i) => createAccount(closed, { ...MAYA, email: `p${i}@acme.dev` }));
    const results = await Promise.allSettled(attempts);
    const rejections = results.filter((result) => result.status === 'rejected');
    expect(rejections.map(({ reason }) => reason.code)).toEqual(Array(19).fill('sign_up_closed'));
    expect(await rows('select role from memberships')).toEqual([{ role: 'owner' }]);
    expect(await rows('select count(*)::int as n from workspaces')).toEqual([{ n: 1 }]);
  });
});

test('the first person becomes the owner of a workspace, and the feed records it', async () => {
  const { userId, workspaceId } = await createAccount(closed, MAYA);
  expect(await rows('select id, email, name, time_zone, created_at from users')).toEqual([
    { id: userId, email: 'maya@acme.dev', name: 'Maya', time_zone: 'Europe/Stockholm', created_at: await clock.now() },
  ]);
  expect(await rows('select workspace_id, user_id, role from memberships')).toEqual([
    { workspace_id: workspaceId, user_id: userId, role: 'owner' },
  ]);
  expect(await rows(`select type, subject_id, user_id from events where workspace_id = '${workspaceId}'`)).toEqual([
    { type: 'account.created', subject_id: userId, user_id: userId },
  ]);
});

test('the password is stored as an argon2id hash of the recommended cost, and nowhere else', async () => {
  await createAccount(closed, MAYA);
  const [user] = await rows('select password_hash from users');
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(JSON.stringify(await rows('select * from events'))).not.toContain(MAYA.password);
});

test('an open server gives everyone a workspace of their own', async () => {
  await createAccount(open, MAYA);
  await createAccount(open, { ...MAYA, email: 'leo@acme.dev', workspace_name: 'Leo' });
  expect(
    await rows('select w.name, m.role from memberships m join workspaces w on w.id = m.workspace_id order by 1'),
  ).toEqual([
    { name: 'Acme', role: 'owner' },
    { name: 'Leo', role: 'owner' },
  ]);
});
