import { beforeEach, describe, expect, test } from 'vitest';
import { authenticateApiKey } from '#/lib/accounts/api-keys/authenticate-api-key.ts';
import { bootstrap } from '#/lib/accounts/users/bootstrap.ts';
import { verifyPassword } from '#/lib/accounts/users/verify-password.ts';
import { PERMISSIONS } from '#/lib/context/roles/role.ts';
import { SettingsError } from '#/lib/core/env.ts';
import { connect } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const { url, pool, onClose } = await testDatabase();
const db = connect(url, 15);
onClose(() => db.$disconnect());
const clock = new SettableClock();
const system = { db, clock };

const SETTINGS = {
  BOOTSTRAP_EMAIL: 'Owner@Acme.dev',
  BOOTSTRAP_PASSWORD: 'four words are best',
  BOOTSTRAP_WORKSPACE: 'Acme',
  BOOTSTRAP_API_KEY: 'any form the operator likes, verbatim',
};

const count = async (table: string) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

beforeEach(() => pool.query('delete from workspaces; delete from users'));

describe('unattended set-up creates nothing', () => {
  test('without the settings', async () => {
    const none = { BOOTSTRAP_EMAIL: undefined, BOOTSTRAP_PASSWORD: undefined, BOOTSTRAP_WORKSPACE: undefined };
    expect(await bootstrap(system, { ...none, BOOTSTRAP_API_KEY: undefined })).toEqual({ created: false });
    expect(await count('users')).toBe(0);
  });

  test.each([['a short password', { BOOTSTRAP_PASSWORD: 'short' }, /^BOOTSTRAP_PASSWORD: Use at least 8 characters/]])(
    'with %s, which one sentence explains',
    async (_, change, words) => {
      const rejected = await bootstrap(system, { ...SETTINGS, ...change }).catch((error) => error);
      expect(rejected).toBeInstanceOf(SettingsError);
      expect(rejected.message).toMatch(words);
      expect(await count('users')).toBe(0);
    },
  );

  test('twice when two processes start at once', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => bootstrap(system, SETTINGS)));
    expect(results.filter((result) => result.created)).toHaveLength(1);
    expect([await count('users'), await count('workspaces'), await count('api_keys')]).toEqual([1, 1, 1]);
  });

  test('on a later start with other settings, which also changes nothing', async () => {
    await bootstrap(system, SETTINGS);
    const other = { ...SETTINGS, BOOTSTRAP_PASSWORD: 'another password', BOOTSTRAP_API_KEY: 'x'.repeat(40) };
    expect(await bootstrap(system, { ...other, BOOTSTRAP_EMAIL: 'other@acme.dev' })).toEqual({ created: false });
    expect(await authenticateApiKey(db, clock, 'x'.repeat(40))).toBeNull();
    expect(await verifyPassword(system, { email: 'owner@acme.dev', password: 'four words are best' })).not.toBeNull();
  });
});

test('the first start creates the owner, the workspace and a key with exactly the given value and all scopes', async () => {
  expect(await bootstrap(system, SETTINGS)).toEqual({ created: true });
  const userId = await verifyPassword(system, { email: 'owner@acme.dev', password: SETTINGS.BOOTSTRAP_PASSWORD });
  const actor = await authenticateApiKey(db, clock, SETTINGS.BOOTSTRAP_API_KEY);
  expect(actor).toMatchObject({ userId, role: 'owner', scopes: new Set(PERMISSIONS) });
  const { rows } = await pool.query('select name from workspaces where id = $1', [actor?.workspaceId]);
  expect(rows).toEqual([{ name: 'Acme' }]);
  const shown = await pool.query(
    `select prefix, data from api_keys join events on events.subject_id = api_keys.id and type = 'api_key.created'`,
  );
  expect(shown.rows).toMatchObject([{ prefix: '', data: { after: { name: 'bootstrap', prefix: '' } } }]);
});

test('the key is optional', async () => {
  expect(await bootstrap(system, { ...SETTINGS, BOOTSTRAP_API_KEY: undefined })).toEqual({ created: true });
  expect(await count('api_keys')).toBe(0);
});
