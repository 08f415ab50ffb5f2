import { encode } from 'next-auth/jwt';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newInvitationSecret } from '#/lib/accounts/invitations/invitation.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { authOptions } from '#/lib/accounts/sessions/auth-options.ts';
import { actorOfSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { listSessions } from '#/lib/accounts/sessions/list-sessions.ts';
import { lostAccessOf } from '#/lib/accounts/sessions/lost-access-of.ts';
import { MAX_SESSIONS } from '#/lib/accounts/sessions/session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';
import { newId } from '#/lib/core/ids.ts';
import { db } from '#/lib/db/client.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld();
  process.env.DATABASE_URL = world.database.url;
  world.database.onClose(() => db().$disconnect());
});

/** Leo's only workspace was Maya's, who has removed him. */
beforeEach(async () => {
  maya = await world.member();
  leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
  await removeMember(maya, { user_id: leo.actor.userId });
});

const DEVICE = { userAgent: null, address: null };
const signIn = (invitation?: string) =>
  startSession(world, { userId: leo.actor.userId, device: DEVICE, days: 30, invitation });
const invite = async (email?: string) =>
  (await inviteMember(maya, { role: 'admin', email })).url.split('/').at(-1) ?? '';

describe('a browser that is still signed in learns why its person is in no workspace', () => {
  const cookieOf = async (token: SessionToken) =>
    `next-auth.session-token=${await encode({ token, secret: env().AUTH_SECRET })}`;

  test('only the person sees the reason: it is gone once they sign out', async () => {
    const ana = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const start = (userId: string) => startSession(world, { userId, device: DEVICE, days: 30 });
    const token = await start(ana.actor.userId);
    const cookie = await cookieOf(token);
    const lostAccess = (header: string | null) => lostAccessOf(world, header);
    expect(await lostAccess(cookie)).toBeNull();
    await editMember(maya, { user_id: ana.actor.userId, disabled: true });
    expect(await lostAccess(cookie)).toEqual({ how: 'disabled', workspaceName: 'Acme' });
    await removeMember(maya, { user_id: ana.actor.userId });
    expect(await lostAccess(cookie)).toEqual({ how: 'removed', workspaceName: 'Acme' });
    expect(await lostAccess(null)).toBeNull();
    expect(await lostAccess(await cookieOf({ ...token, sid: newId() }))).toBeNull();
    await endSession(world, token);
    expect(await lostAccess(cookie)).toBeNull();
  });
});

describe('a person without a workspace cannot sign in', () => {
  test('without an invitation', async () => {
    await expectUnchanged(world, () => expect(signIn()).rejects.toMatchObject({ code: 'account_disabled' }));
  });

  test.each([
    ['no one was given', 'invitation_not_found', async () => newInvitationSecret()],
    ['for someone else', 'invitation_for_someone_else', () => invite('ana@acme.dev')],
  ])('with one %s', async (_what, code, make) => {
    const secret = await make();
    await expectUnchanged(world, () => expect(signIn(secret)).rejects.toMatchObject({ code }));
  });

  test('with one that has expired', async () => {
    const secret = await invite();
    world.clock.advance(7 * DAY_MS);
    await expectUnchanged(world, () => expect(signIn(secret)).rejects.toMatchObject({ code: 'invitation_gone' }));
  });

  test('with one for a workspace where they are disabled', async () => {
    const there = await world.member();
    const workspaceId = there.actor.workspaceId;
    await world.member({ workspaceId, userId: leo.actor.userId, role: 'member' });
    await editMember(there, { user_id: leo.actor.userId, disabled: true });
    const secret = (await inviteMember(there, { role: 'member' })).url.split('/').at(-1);
    await expect(signIn(secret)).rejects.toMatchObject({ code: 'already_member', detail: /is disabled/ });
  });
});

test('an invitation lets a person sign in again, and is accepted by it', async () => {
  const { sid, uid } = await signIn(await invite());
  expect(await actorOfSession(world, { sid, uid })).toMatchObject({
    workspaceId: maya.actor.workspaceId,
    role: 'admin',
  });
});

test('a person with a workspace signs in there, and the invitation stays open', async () => {
  const own = await world.member({ userId: leo.actor.userId });
  const { sid, uid } = await signIn(await invite());
  expect(await actorOfSession(world, { sid, uid })).toMatchObject({ workspaceId: own.actor.workspaceId });
  const open = await world.db.invitation.count({ where: { workspaceId: maya.actor.workspaceId, acceptedAt: null } });
  expect(open).toBe(1);
});

test('the sign-in form may include an invitation', async () => {
  world.clock.set(new Date());
  const invitation = await invite();
  const auth = authOptions(new Headers(), () => {});
  const account = { provider: 'credentials', type: 'credentials', providerAccountId: leo.actor.userId } as const;
  const user = { id: leo.actor.userId };
  const again = (credentials: Record<string, string>) =>
    auth.callbacks?.signIn?.({ user, account, credentials } as never);
  await expect(again({ invitation: 'x' })).rejects.toThrow(
    /^An admin removed you from Acme\. Ask .* for a new invitation/,
  );
  expect(await again({ invitation })).toBe(true);
});

test('signing in beyond the limit ends the oldest sessions', async () => {
  const { userId } = maya.actor;
  const start = () => startSession(world, { userId, device: DEVICE, days: 30 });
  const first = await start();
  world.clock.advance(1);
  await world.database.pool.query(
    `insert into sessions (id, user_id, created_at, expires_at)
     select gen_random_uuid(), user_id, $2::timestamptz, expires_at from sessions, generate_series(1, $3) where id = $1`,
    [first.sid, await world.clock.now(), MAX_SESSIONS - 1],
  );
  world.clock.advance(1);
  const tokens = await Promise.all([start(), start()]);
  expect(await actorOfSession(world, first)).toBeNull();
  for (const token of tokens) expect(await actorOfSession(world, token)).not.toBeNull();
  expect(await listSessions(maya)).toHaveLength(MAX_SESSIONS);
  const revoked = await world.db
    .$queryRaw`select 1 from events where type = 'session.revoked' and user_id = ${userId}::uuid`;
  expect(revoked).toHaveLength(2);
});

test('the feed of a workspace does not reveal from where a person signs in', async () => {
  const device = { userAgent: 'Firefox on Linux', address: '203.0.113.9' };
  const { sid } = await startSession(world, { userId: maya.actor.userId, device, days: 30 });
  await endSession(world, { sid, uid: maya.actor.userId });
  const { rows } = await world.database.pool.query('select type, data from events where subject_id = $1 order by id', [
    sid,
  ]);
  expect(rows).toEqual([
    { type: 'session.created', data: { before: null, after: { id: sid } } },
    { type: 'session.revoked', data: { before: { id: sid }, after: null } },
  ]);
});
