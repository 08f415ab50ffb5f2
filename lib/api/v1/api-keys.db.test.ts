import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_KEYS } from '#/lib/accounts/api-keys/api-key.ts';
import type {
  ApiKeyJson,
  ApiKeyListJson,
  ApiKeyResponse,
  ChangeApiKeyResponse,
  CreateApiKeyResponse,
} from '#/lib/accounts/api-keys/api-key-schemas.ts';
import type { Ctx, Role } from '#/lib/context/context.ts';
import { PERMISSIONS, type Permission, permissionsOf } from '#/lib/context/roles/role.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { type ApiClient, apiFor, clientWith } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const KEYS = '/api-keys';
const MANAGE: Permission = 'api_keys:manage';
type Problem = { code: string; errors?: { pointer: string }[]; required_scope?: string };

let world: World;
let owner: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  owner = await world.member();
  leo = await world.member({ workspaceId: owner.actor.workspaceId, role: 'member' });
});

const make = async (api: ApiClient, body: object = {}) =>
  api<CreateApiKeyResponse & Problem>('POST', KEYS, { name: 'ci', scopes: [MANAGE], ...body });
const createKey = async (api: ApiClient, body: object = {}): Promise<CreateApiKeyResponse> => {
  const { status, body: created } = await make(api, body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
};
const keyWith = (who: Ctx, scopes: readonly Permission[], expiresAt?: Date) =>
  apiFor(world, who, { scopes, ...(expiresAt && { expiresAt }) });
const inDays = async (days: number) => new Date((await world.clock.now()).getTime() + days * DAY_MS);
const statusOf = async (secret: string) =>
  (await clientWith(world, { authorization: `Bearer ${secret}` })('GET', '/me')).status;
const edit = (api: ApiClient, { id }: { id: string }, body: object) =>
  api<ChangeApiKeyResponse & Problem>('PATCH', `${KEYS}/${id}`, body);

describe('every role, with each scope alone and with all of them', () => {
  const ROLES: Role[] = ['owner', 'admin', 'member'];
  const SETS: [string, readonly Permission[] | 'session'][] = [
    ['signed in', 'session'],
    ['with every scope', PERMISSIONS],
    ...PERMISSIONS.map((scope): [string, Permission[]] => [`with ${scope}`, [scope]]),
    ['with both that manage', [MANAGE, 'members:manage']],
  ];

  test.each(ROLES)(
    '%s manages one’s own keys with api_keys:manage, and others’ with members:manage too',
    async (role) => {
      const who = role === 'owner' ? owner : await world.member({ workspaceId: owner.actor.workspaceId, role });
      const ofLeo = await sessionFor(world, leo);
      const own = await sessionFor(world, who);
      for (const [name, scopes] of SETS) {
        const api = scopes === 'session' ? own : await keyWith(who, scopes);
        const has =
          scopes === 'session' ? permissionsOf(role) : permissionsOf(role).filter((one) => scopes.includes(one));
        const manages = has.includes(MANAGE);
        const managesOthers = manages && has.includes('members:manage');
        const [mine, theirs] = [(await createKey(own)).api_key, (await createKey(ofLeo)).api_key];
        const expected = {
          list: (await api('GET', KEYS)).status,
          listOthers: (await api('GET', `${KEYS}?user_id=${leo.actor.userId}`)).status,
          get: (await api('GET', `${KEYS}/${mine.id}`)).status,
          getOthers: (await api('GET', `${KEYS}/${theirs.id}`)).status,
          edit: (await edit(api, mine, { name: 'renamed' })).status,
          editOthers: (await edit(api, theirs, { name: 'renamed' })).status,
          revoke: (await api('DELETE', `${KEYS}/${mine.id}`)).status,
          revokeOthers: (await api('DELETE', `${KEYS}/${theirs.id}`)).status,
          create: await Promise.all(PERMISSIONS.map(async (scope) => (await make(api, { scopes: [scope] })).status)),
        };
        const of = (allowed: boolean, otherwise: number) => (allowed ? 200 : manages ? otherwise : 403);
        expect(expected, `${role} ${name}`).toEqual({
          list: of(manages, 403),
          listOthers: of(managesOthers, 403),
          get: of(manages, 403),
          getOthers: of(managesOthers, 404),
          edit: of(manages, 403),
          editOthers: managesOthers || !manages ? 403 : 404,
          revoke: of(manages, 403),
          revokeOthers: of(managesOthers, 404),
          create: PERMISSIONS.map((scope) => (manages && has.includes(scope) ? 201 : 403)),
        });
        await world.db.apiKey.updateMany({
          where: { userId: { in: [who.actor.userId, leo.actor.userId] }, name: { in: ['ci', 'renamed'] } },
          data: { revokedAt: await world.clock.now() },
        });
      }
    },
  );
});

describe('a key that creates or changes a key', () => {
  test('can’t give it a scope that it lacks itself, although its owner has it', async () => {
    const api = await keyWith(owner, [MANAGE, 'timers:read']);
    const { api_key } = await createKey(api, { scopes: ['timers:read'] });
    const tooMany = { status: 403, body: { code: 'scopes_exceeded', errors: [{ pointer: '/scopes' }] } };
    await expectUnchanged(world, async () => {
      expect(await make(api, { scopes: ['timers:read', 'timers:write'] })).toMatchObject(tooMany);
      expect(await edit(api, api_key, { scopes: ['timers:read', 'members:manage'] })).toMatchObject(tooMany);
    });
    const { body } = await edit(api, api_key, { scopes: ['timers:read', MANAGE] });
    expect(body.api_key.scopes).toEqual(expect.arrayContaining(['timers:read', MANAGE]));
  });

  test('may keep or remove scopes of a stronger key, but not widen itself', async () => {
    const strong = (await createKey(await sessionFor(world, owner), { scopes: ['timers:read', 'timers:write'] }))
      .api_key;
    const weak = await createKey(await keyWith(owner, [MANAGE]), { scopes: [MANAGE] });
    const api = clientWith(world, { authorization: `Bearer ${weak.secret}` });
    expect((await edit(api, strong, { scopes: ['timers:write', 'timers:read'] })).body.changed).toBe(false);
    expect((await edit(api, strong, { scopes: ['timers:read'] })).body.api_key.scopes).toEqual(['timers:read']);
    expect((await edit(api, strong, { scopes: ['timers:read', 'timers:write'] })).status).toBe(403);
    expect((await edit(api, weak.api_key, { scopes: [MANAGE, 'timers:read'] })).status).toBe(403);
  });

  test('can’t let it outlive itself', async () => {
    const end = await inDays(10);
    const api = await keyWith(owner, [MANAGE], end);
    const tooLong = (pointer: string) => ({ status: 403, body: { code: 'expiry_exceeded', errors: [{ pointer }] } });
    await expectUnchanged(world, async () => {
      expect(await make(api, { expires_at: null })).toMatchObject(tooLong('/expires_at'));
      expect(await make(api, { expires_in_days: null })).toMatchObject(tooLong('/expires_at'));
      expect(await make(api, { expires_in_days: 11 })).toMatchObject(tooLong('/expires_in_days'));
      expect(await make(api, { expires_at: new Date(end.getTime() + 1) })).toMatchObject(tooLong('/expires_at'));
    });
    expect((await createKey(api)).api_key.expires_at).toBe(end.toISOString());
    const { api_key } = await createKey(api, { expires_in_days: 10 });
    expect(api_key.expires_at).toBe(end.toISOString());
    expect(await edit(api, api_key, { expires_in_days: 11 })).toMatchObject(tooLong('/expires_in_days'));
    const inADay = await edit(api, api_key, { expires_in_days: 1 });
    expect(inADay.body.api_key.expires_at).toBe((await inDays(1)).toISOString());
    expect(await edit(api, api_key, { expires_in_days: null })).toMatchObject(tooLong('/expires_at'));
    const sooner = await inDays(3);
    expect((await edit(api, api_key, { expires_at: sooner })).body.api_key.expires_at).toBe(sooner.toISOString());
    expect((await edit(api, api_key, { expires_at: end })).status).toBe(200);
    expect(await edit(api, api_key, { expires_at: null })).toMatchObject(tooLong('/expires_at'));
  });

  test('can’t prolong a key with more scopes, unless it removes those', async () => {
    const session = await sessionFor(world, owner);
    const end = await inDays(10);
    const strong = (await createKey(session, { scopes: [MANAGE, 'timers:write'], expires_at: end })).api_key;
    const api = await keyWith(owner, [MANAGE]);
    const tooMany = { status: 403, body: { code: 'scopes_exceeded', errors: [{ pointer: '/scopes' }] } };
    await expectUnchanged(world, async () => {
      expect(await edit(api, strong, { expires_at: null })).toMatchObject(tooMany);
      expect(await edit(api, strong, { expires_at: await inDays(11) })).toMatchObject(tooMany);
    });
    expect((await edit(api, strong, { expires_at: await inDays(9) })).status).toBe(200);
    expect((await edit(session, strong, { expires_at: end })).status).toBe(200);
    expect((await edit(api, strong, { expires_at: null, scopes: [MANAGE] })).body.api_key).toMatchObject({
      scopes: [MANAGE],
      expires_at: null,
    });
  });

  test('may make a key that would outlive it expire earlier', async () => {
    const forEver = (await createKey(await sessionFor(world, owner))).api_key;
    const api = await keyWith(owner, [MANAGE], await inDays(1));
    const end = (await inDays(400)).toISOString();
    expect((await edit(api, forEver, { expires_at: end })).body.api_key.expires_at).toBe(end);
    expect((await edit(api, forEver, { expires_at: null })).status).toBe(403);
  });
});

describe('the secret', () => {
  test('is in the response that creates the key, and in no other', async () => {
    const api = await sessionFor(world, owner);
    const { api_key, secret } = await createKey(api);
    const one = await api('GET', `${KEYS}/${api_key.id}`);
    const changed = await edit(api, api_key, { name: 'other' });
    const list = await api('GET', KEYS);
    const feed = await api('GET', '/events?types=api_key.*');
    const revoked = await api('DELETE', `${KEYS}/${api_key.id}`);
    expect(JSON.stringify([one, list, changed, feed, revoked].map(({ body }) => body))).not.toContain(secret.slice(12));
    expect(api_key.prefix).toBe(secret.slice(0, 10));
  });

  test('works at once, and stops working the moment its key is revoked', async () => {
    const api = await sessionFor(world, owner);
    const { api_key, secret } = await createKey(api);
    expect(await statusOf(secret)).toBe(200);
    const { body } = await api<ChangeApiKeyResponse>('DELETE', `${KEYS}/${api_key.id}`);
    expect([body.changed, body.api_key.revoked_at]).toEqual([true, (await world.clock.now()).toISOString()]);
    expect(await statusOf(secret)).toBe(401);
    expect((await api<ChangeApiKeyResponse>('DELETE', `${KEYS}/${api_key.id}`)).body.changed).toBe(false);
    expect((await api<ApiKeyListJson>('GET', KEYS)).body.api_keys).toEqual([]);
    expect((await api<ApiKeyResponse>('GET', `${KEYS}/${api_key.id}`)).body.api_key.revoked_at).not.toBeNull();
  });

  test('loses scopes removed from its key at once', async () => {
    const api = await sessionFor(world, owner);
    const { api_key, secret } = await createKey(api, { scopes: ['timers:read', 'tickets:read'] });
    await edit(api, api_key, { scopes: ['tickets:read'] });
    const client = clientWith(world, { authorization: `Bearer ${secret}` });
    expect([(await client('GET', '/timers')).status, (await client('GET', '/tickets')).status]).toEqual([403, 200]);
  });
});

test('a key can revoke itself', async () => {
  const { api_key, secret } = await createKey(await sessionFor(world, owner));
  const client = clientWith(world, { authorization: `Bearer ${secret}` });
  expect((await client('DELETE', `${KEYS}/${api_key.id}`)).status).toBe(200);
  expect((await client('GET', KEYS)).status).toBe(401);
});

describe('an expiry', () => {
  test.each([
    ['that has passed', { expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['more than ten years ahead', { expires_at: '2090-01-01T00:00:00Z' }, '/expires_at'],
    ['given twice', { expires_at: '2026-12-01T00:00:00Z', expires_in_days: 3 }, '/expires_in_days'],
  ])('%s is an error', async (_what, body, pointer) => {
    const api = await sessionFor(world, owner);
    const { status, body: problem } = await make(api, body);
    expect([status, problem.errors?.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });

  test('is final: an expired key never works again, so the cap on keys holds', async () => {
    const api = await sessionFor(world, owner);
    const { api_key } = await createKey(api, { expires_in_days: 1 });
    world.clock.advance(DAY_MS);
    const late = await sessionFor(world, owner);
    for (const change of [{ expires_at: null }, { name: 'again' }]) {
      expect(await edit(late, api_key, change)).toMatchObject({ status: 409, body: { code: 'api_key_ended' } });
    }
  });
});

test('the cap on keys holds even when many are created at once', async () => {
  const api = await sessionFor(world, owner);
  await world.db.$executeRaw`
    insert into api_keys (id, workspace_id, user_id, name, prefix, secret_hash, scopes)
    select gen_random_uuid(), ${owner.actor.workspaceId}::uuid, ${owner.actor.userId}::uuid, 'n', 'tsk_',
           sha256((${owner.actor.userId} || n)::bytea), array['timers:read']
    from generate_series(1, ${MAX_KEYS - 3}) as n`;
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => make(api)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
});

test('lists are read page by page, newest first, and each key once', async () => {
  const api = await sessionFor(world, owner);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    ids.unshift((await createKey(api)).api_key.id);
    // Two were created in the same millisecond.
    if (index !== 2) world.clock.advance(1);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: ApiKeyListJson } = await api('GET', `${KEYS}?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.api_keys.map(({ id }: ApiKeyJson) => id));
    cursor = body.next_cursor;
  }
  expect([seen.length, [...seen].sort()]).toEqual([5, [...ids].sort()]);
  expect([seen[0], seen[4]]).toEqual([ids[0], ids[4]]);
});

test('keys of another workspace are not found', async () => {
  const elsewhere = await world.member();
  const { api_key } = await createKey(await sessionFor(world, elsewhere));
  const api = await sessionFor(world, owner);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? {} : undefined;
    expect((await api(method, `${KEYS}/${api_key.id}`, body)).status).toBe(404);
  }
  expect((await api<ApiKeyListJson>('GET', `${KEYS}?user_id=${elsewhere.actor.userId}`)).body.api_keys).toEqual([]);
});

test('concurrent changes and revocations each apply only to the version they saw', async () => {
  const api = await sessionFor(world, owner);
  const { api_key } = await createKey(api);
  const headers = { 'if-match': '"1"' };
  const requests = [
    ...Array.from(
      { length: 4 },
      (_, index) => () => api('PATCH', `${KEYS}/${api_key.id}`, { name: `n${index}` }, headers),
    ),
    () => api('DELETE', `${KEYS}/${api_key.id}`, undefined, headers),
  ];
  const statuses = (await Promise.all(requests.map((send) => send()))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 412, 412, 412, 412]);
});
