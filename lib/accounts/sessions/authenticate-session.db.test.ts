import { encode } from 'next-auth/jwt';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { listSessions } from '#/lib/accounts/sessions/list-sessions.ts';
import { revokeOtherSessions, revokeSession } from '#/lib/accounts/sessions/revoke-session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import type { Actor } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';
import { connect } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const { url, pool, onClose } = await testDatabase();
const db = connect(url, 10);
onClose(() => db.$disconnect());
const clock = new SettableClock();
const system = { db, clock };
const DEVICE = { userAgent: 'Firefox', address: '203.0.113.9' };

let maya: { userId: string; workspaceId: string };
let leo: { userId: string; workspaceId: string };

beforeAll(async () => {
  process.env.DATABASE_URL = url;
  maya = await accountOf('maya@acme.dev');
  leo = await accountOf('leo@acme.dev');
  await handOver();
});

beforeEach(async () => {
  await pool.query('update memberships set disabled_at = null');
  await pool.query('delete from sessions');
});

/** An owner can't be disabled or demoted: Leo becomes the owner of Maya's workspace, and she an admin. */
async function handOver(): Promise<void> {
  await pool.query(
    `with was as (update memberships set role = 'admin' where user_id = $1 returning workspace_id)
     insert into memberships (workspace_id, user_id, role, created_at) select workspace_id, $2, 'owner', now() from was`,
    [maya.userId, leo.userId],
  );
}

function accountOf(email: string) {
  const account = { name: 'Someone', email, password: 'four words are best', workspace_name: 'W', time_zone: 'UTC' };
  return createAccount({ ...system, signUp: 'open' }, account);
}

const start = (who = maya) => startSession(system, { userId: who.userId, device: DEVICE, days: 30 });
const ctxOf = (actor: Actor) => ({ ...system, actor, requestId: null });

async function cookieOf(token: SessionToken | Record<string, string>): Promise<string> {
  return `next-auth.session-token=${await encode({ token, secret: env().AUTH_SECRET })}`;
}

async function actorOf(token: SessionToken): Promise<Actor | null> {
  return authenticateSession(db, clock, await cookieOf(token));
}

async function signedIn(who = maya): Promise<Actor> {
  return (await actorOf(await start(who))) as Actor;
}

describe('a cookie does not authenticate', () => {
  test('when there is none, or it was not issued by this app', async () => {
    expect(await authenticateSession(db, clock, null)).toBeNull();
    expect(await authenticateSession(db, clock, 'theme=dark')).toBeNull();
    expect(await authenticateSession(db, clock, 'next-auth.session-token=abc')).toBeNull();
  });

  test('after signing out, not even as a copy', async () => {
    const token = await start();
    expect(await actorOf(token)).not.toBeNull();
    await endSession(system, token);
    expect(await actorOf(token)).toBeNull();
  });

  test('from the instant the session expires', async () => {
    const token = await start();
    clock.advance(30 * DAY_MS - 1);
    expect(await actorOf(token)).not.toBeNull();
    clock.advance(1);
    expect(await actorOf(token)).toBeNull();
  });

  test('when it names another person’s session', async () => {
    const { sid } = await start(leo);
    expect(await actorOf({ sid, uid: maya.userId })).toBeNull();
  });

  test('of a person whose membership is disabled', async () => {
    const token = await start();
    await pool.query('update memberships set disabled_at = now() where user_id = $1', [maya.userId]);
    expect(await actorOf(token)).toBeNull();
  });
});

test('a person who is disabled in every workspace cannot start a session', async () => {
  await pool.query('update memberships set disabled_at = now() where user_id = $1', [maya.userId]);
  await expect(start()).rejects.toMatchObject({ code: 'account_disabled', status: 403 });
});

test('a cookie determines the actor, the workspace and the permissions', async () => {
  const token = await start();
  expect(await actorOf(token)).toEqual({
    ...maya,
    role: 'admin',
    scopes: new Set(permissionsOf('admin')),
    credential: { kind: 'session', sessionId: token.sid },
  });
});

test('a change of role applies from the next request on', async () => {
  const token = await start();
  await pool.query(`update memberships set role = 'member' where user_id = $1`, [maya.userId]);
  expect(await actorOf(token)).toMatchObject({ role: 'member', scopes: new Set(permissionsOf('member')) });
  await pool.query(`update memberships set role = 'admin' where user_id = $1`, [maya.userId]);
});

test('the time a person was last seen is written at most once a minute', async () => {
  const seen = async () => {
    const { rows } = await pool.query('select last_seen_at from users where id = $1', [maya.userId]);
    return rows[0].last_seen_at;
  };
  const token = await start();
  clock.advance(MINUTE_MS);
  const first = await clock.now();
  await actorOf(token);
  clock.advance(MINUTE_MS - 1);
  await actorOf(token);
  expect(await seen()).toEqual(first);
  clock.advance(1);
  await actorOf(token);
  expect(await seen()).toEqual(await clock.now());
});

describe('a person ends their sessions', () => {
  test('another person’s session is not found', async () => {
    const me = await signedIn();
    const other = await start(leo);
    await expect(revokeSession(ctxOf(me), { id: other.sid })).rejects.toMatchObject({ code: 'session_not_found' });
    expect(await actorOf(other)).not.toBeNull();
  });

  test('an API key can’t end sessions', async () => {
    const me: Actor = { ...(await signedIn()), credential: { kind: 'api_key', apiKeyId: maya.userId } };
    expect(() => revokeOtherSessions(ctxOf(me))).toThrow(expect.objectContaining({ code: 'session_required' }));
  });

  test('one by one, each once however often they request it', async () => {
    const me = await signedIn();
    const other = await start();
    await revokeSession(ctxOf(me), { id: other.sid });
    await revokeSession(ctxOf(me), { id: other.sid });
    expect(await actorOf(other)).toBeNull();
    const { rows } = await pool.query(`select actor from events where type = 'session.revoked' and subject_id = $1`, [
      other.sid,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('all but this one', async () => {
    const [first, second, stranger] = [await start(), await start(), await start(leo)];
    const me = await signedIn();
    expect(await revokeOtherSessions(ctxOf(me))).toBe(2);
    expect([await actorOf(first), await actorOf(second)]).toEqual([null, null]);
    expect(await actorOf(stranger)).not.toBeNull();
    expect(await listSessions(ctxOf(me))).toMatchObject([{ isCurrent: true, userAgent: 'Firefox' }]);
  });
});

test('the list shows live sessions, newest first, and marks the current one', async () => {
  const gone = await start();
  const other = await start();
  clock.advance(1);
  const me = await signedIn();
  await endSession(system, gone);
  const list = await listSessions(ctxOf(me));
  expect(list.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [(me.credential as { sessionId: string }).sessionId, true],
    [other.sid, false],
  ]);
});
