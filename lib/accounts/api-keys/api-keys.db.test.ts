import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_KEYS, newSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { authenticateApiKey } from '#/lib/accounts/api-keys/authenticate-api-key.ts';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { listApiKeys } from '#/lib/accounts/api-keys/list-api-keys.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import type { Ctx, Role } from '#/lib/context/context.ts';
import { type Permission, permissionsOf } from '#/lib/context/roles/role.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const { url, pool, onClose } = await testDatabase();
const db = connect(url, 10);
onClose(() => db.$disconnect());
const clock = new SettableClock();

let maya: Ctx;
let leo: Ctx;

beforeAll(async () => {
  maya = await ctxOf('maya@acme.dev', 'admin');
  leo = await ctxOf('leo@acme.dev', 'owner');
  await handOver();
});

beforeEach(async () => {
  await pool.query('delete from api_keys');
  await pool.query(`update memberships set disabled_at = null, role = 'admin' where user_id = $1`, [maya.actor.userId]);
});

/** An owner can't be disabled or demoted: Leo becomes the owner of Maya's workspace, and she an admin. */
async function handOver(): Promise<void> {
  await pool.query(
    `with was as (update memberships set role = 'admin' where user_id = $1 returning workspace_id)
     insert into memberships (workspace_id, user_id, role, created_at) select workspace_id, $2, 'owner', now() from was`,
    [maya.actor.userId, leo.actor.userId],
  );
}

async function ctxOf(email: string, role: Role): Promise<Ctx> {
  const ids = await createAccount(
    { db, clock, signUp: 'open' },
    { name: 'Someone', email, password: 'four words are best', workspace_name: 'W', time_zone: 'UTC' },
  );
  const credential = { kind: 'session', sessionId: ids.userId } as const;
  return { db, clock, requestId: 'r1', actor: { ...ids, role, scopes: new Set(permissionsOf(role)), credential } };
}

function create(ctx: Ctx, scopes: Permission[] = ['timers:read'], days: number | null = null) {
  return createApiKey(ctx, { name: 'grafana', scopes, expires_in_days: days });
}

const actorOf = (secret: string) => authenticateApiKey(db, clock, secret);

describe('creating a key is rejected', () => {
  test('for a caller who may not manage keys', async () => {
    const reader: Ctx = { ...maya, actor: { ...maya.actor, scopes: new Set(['timers:read']) } };
    await expect(async () => create(reader)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('with more scopes than its creator has', async () => {
    const member: Ctx = { ...maya, actor: { ...maya.actor, role: 'member', scopes: new Set(permissionsOf('member')) } };
    await expect(async () => create(member, ['timers:read', 'timers:read_all'])).rejects.toMatchObject({
      code: 'scopes_exceeded',
      status: 403,
      fields: [{ pointer: '/scopes', detail: 'You don’t have timers:read_all yourself.' }],
    });
    expect(await listApiKeys(maya)).toEqual([]);
  });

  test('when its creator has a hundred that work in the workspace; revoked and expired ones do not count', async () => {
    await create(maya, ['timers:read'], 1);
    await pool.query(
      `insert into api_keys (id, workspace_id, user_id, name, prefix, secret_hash, scopes)
       select gen_random_uuid(), workspace_id, user_id, 'n' || n, prefix, sha256(n::text::bytea), scopes
       from api_keys, generate_series(1, $1) as n`,
      [MAX_KEYS - 1],
    );
    await expect(create(maya)).rejects.toMatchObject({ code: 'too_many_api_keys', status: 409 });
    clock.advance(DAY_MS);
    const outcomes = await Promise.allSettled([create(maya), create(maya)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [newest] = await listApiKeys(maya);
    await revokeApiKey(maya, { id: newest?.id ?? '' });
    await create(maya);
    await create(leo);
  });
});

describe('a secret does not authenticate', () => {
  test('that was never issued', async () => {
    expect(await actorOf(newSecret())).toBeNull();
    expect(await actorOf('')).toBeNull();
    expect(await actorOf('x'.repeat(10_000))).toBeNull();
  });

  test('once it is revoked', async () => {
    const { key, secret } = await create(maya);
    await revokeApiKey(maya, { id: key.id });
    expect(await actorOf(secret)).toBeNull();
  });

  test('from the instant it expires', async () => {
    const { secret } = await create(maya, ['timers:read'], 7);
    clock.advance(7 * DAY_MS - 1);
    expect(await actorOf(secret)).not.toBeNull();
    clock.advance(1);
    expect(await actorOf(secret)).toBeNull();
  });

  test('that has expired by the clock of the database', async () => {
    // Created on a day in the past.
    const { secret } = await create(maya, ['timers:read'], 7);
    expect(await authenticateApiKey(db, databaseClock, secret)).toBeNull();
  });

  test('of a person whose membership is disabled', async () => {
    const { secret } = await create(maya);
    await pool.query('update memberships set disabled_at = now() where user_id = $1', [maya.actor.userId]);
    expect(await actorOf(secret)).toBeNull();
  });
});

test('a key that has not expired by the clock of the database authenticates', async () => {
  const { secret } = await create(maya);
  expect(await authenticateApiKey(db, databaseClock, secret)).toMatchObject({ userId: maya.actor.userId });
});

test('a key acts for its creator, in their workspace, within its scopes', async () => {
  const { key, secret } = await create(maya, ['timers:read', 'tickets:read']);
  expect(await actorOf(secret)).toEqual({
    userId: maya.actor.userId,
    workspaceId: maya.actor.workspaceId,
    role: 'admin',
    scopes: new Set(['timers:read', 'tickets:read']),
    credential: { kind: 'api_key', apiKeyId: key.id },
  });
});

test('a key loses what its owner’s role no longer allows', async () => {
  const { secret } = await create(maya, ['timers:read', 'timers:read_all']);
  await pool.query(`update memberships set role = 'member' where user_id = $1`, [maya.actor.userId]);
  expect((await actorOf(secret))?.scopes).toEqual(new Set(['timers:read']));
});

test('a secret is stored nowhere, neither with the key nor in the feed', async () => {
  const { key, secret } = await create(maya);
  const { rows: keys } = await pool.query('select * from api_keys');
  const { rows: events } = await pool.query('select * from events where subject_id = $1', [key.id]);
  expect(JSON.stringify([keys, events])).not.toContain(secret.slice(12));
  expect(events).toMatchObject([{ type: 'api_key.created', user_id: maya.actor.userId, request_id: 'r1' }]);
});

test('the use of a key is written at most once a minute', async () => {
  const { secret } = await create(maya);
  const usedAt = async () => (await listApiKeys(maya))[0]?.lastUsedAt;
  expect(await usedAt()).toBeNull();
  const first = await clock.now();
  await actorOf(secret);
  clock.advance(MINUTE_MS - 1);
  await actorOf(secret);
  expect(await usedAt()).toEqual(first);
  clock.advance(1);
  await actorOf(secret);
  expect(await usedAt()).toEqual(await clock.now());
});

describe('a person’s keys', () => {
  test('are visible to nobody else, and only members:manage can revoke them', async () => {
    const { key, secret } = await create(maya);
    expect(await listApiKeys(leo)).toEqual([]);
    const owner = { ...leo, actor: { ...leo.actor, workspaceId: maya.actor.workspaceId } };
    const scopes = new Set([...leo.actor.scopes].filter((scope) => scope !== 'members:manage'));
    const withoutManaging = { ...owner, actor: { ...owner.actor, scopes } };
    const notFound = { code: 'api_key_not_found', status: 404 };
    await expect(revokeApiKey(withoutManaging, { id: key.id })).rejects.toMatchObject(notFound);
    expect(await actorOf(secret)).not.toBeNull();
    await expect(revokeApiKey(leo, { id: key.id })).rejects.toMatchObject(notFound);
    await revokeApiKey(owner, { id: key.id });
    expect(await actorOf(secret)).toBeNull();
  });

  test('are listed newest first, without the revoked ones', async () => {
    const first = await create(maya);
    clock.advance(1);
    const second = await create(maya);
    const third = await create(maya);
    await revokeApiKey(maya, { id: third.key.id });
    expect((await listApiKeys(maya)).map((key) => key.id)).toEqual([second.key.id, first.key.id]);
  });

  test('are revoked once, however often that is requested', async () => {
    const { key } = await create(maya);
    await revokeApiKey(maya, { id: key.id });
    await revokeApiKey(maya, { id: key.id });
    const { rows } = await pool.query(`select 1 from events where type = 'api_key.revoked' and subject_id = $1`, [
      key.id,
    ]);
    expect(rows).toHaveLength(1);
  });
});
