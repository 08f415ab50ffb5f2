import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { findInvitation } from '#/lib/accounts/invitations/find-invitation.ts';
import { newInvitationSecret } from '#/lib/accounts/invitations/invitation.ts';
import { type Invited, inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { revokeInvitation } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { actorOfSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { ATTEMPTS_PER_ADDRESS } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import * as passwords from '#/lib/accounts/users/password-hash.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { scaled } from '#/test/scale.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// In one process, a person's mutations run one after another; here each is in its own process.
vi.mock('#/lib/context/in-keyed-mutex.ts', () => ({
  inKeyedMutex: <T>(_client: object, _userId: string, work: () => Promise<T>) => work(),
}));

vi.mock('#/lib/accounts/users/password-hash.ts', { spy: true });

let world: World;
let maya: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld({ connections: 60 });
});
beforeEach(async () => {
  maya = await world.member();
  leo = await signedIn();
});

/** Someone with a workspace of their own and a stored session. */
async function signedIn(): Promise<Ctx> {
  const ctx = await world.member();
  const { sid } = await startSession(world, {
    userId: ctx.actor.userId,
    device: { userAgent: null, address: null },
    days: 30,
  });
  return { ...ctx, actor: { ...ctx.actor, credential: { kind: 'session', sessionId: sid } } };
}

const emailOf = async ({ actor }: Ctx) =>
  (await world.db.user.findUniqueOrThrow({ where: { id: actor.userId } })).email;
const invite = (input: { role?: 'admin' | 'member'; email?: string } = {}) =>
  inviteMember(maya, { role: 'member', ...input });
const secretOf = ({ url }: Invited) => url.split('/').at(-1) ?? '';
const membersOf = async (ctx: Ctx) =>
  (
    await world.database.pool.query('select user_id, role from memberships where workspace_id = $1', [
      ctx.actor.workspaceId,
    ])
  ).rows;
const worksIn = async ({ actor }: Ctx) => {
  const sid = actor.credential.kind === 'session' ? actor.credential.sessionId : '';
  return (await actorOfSession(world, { sid, uid: actor.userId }))?.workspaceId;
};

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

describe('a link is rejected', () => {
  test.each(['', 'x', newInvitationSecret(), `${newInvitationSecret()}x`, "' or 1=1 --".padEnd(43, 'x')])(
    'that was never issued: %j',
    async (secret) => {
      await expectUnchanged(world, () =>
        expect(acceptInvitation(leo, secret)).rejects.toMatchObject({ code: 'invitation_not_found', status: 404 }),
      );
      expect(await findInvitation(world, secret)).toBeNull();
    },
  );

  test('at the instant it expires, with a readable message', async () => {
    const invited = await invite();
    world.clock.advance(7 * DAY_MS);
    await expectUnchanged(world, () =>
      expect(acceptInvitation(leo, secretOf(invited))).rejects.toMatchObject({
        code: 'invitation_gone',
        status: 410,
        detail: /has expired/,
        extra: { state: 'expired' },
      }),
    );
  });

  test('that someone else has used', async () => {
    const invited = await invite();
    await acceptInvitation(await signedIn(), secretOf(invited));
    await expectUnchanged(world, () =>
      expect(acceptInvitation(leo, secretOf(invited))).rejects.toMatchObject({
        code: 'invitation_gone',
        detail: /already been used/,
      }),
    );
  });

  test('that is for another address', async () => {
    const invited = await invite({ email: 'somebody@acme.dev' });
    await expectUnchanged(world, () =>
      expect(acceptInvitation(leo, secretOf(invited))).rejects.toMatchObject({
        code: 'invitation_for_someone_else',
        status: 403,
      }),
    );
  });

  test('for someone who is already a member, even a disabled one', async () => {
    const workspaceId = maya.actor.workspaceId;
    const member = await world.member({ workspaceId, role: 'member' });
    const secret = secretOf(await invite());
    await expect(acceptInvitation(member, secret)).rejects.toMatchObject({ code: 'already_member', status: 409 });
    await world.db.membership.update({
      where: { workspaceId_userId: { workspaceId, userId: member.actor.userId } },
      data: { disabledAt: await world.clock.now() },
    });
    const elsewhere = await world.member({ userId: member.actor.userId });
    await expect(acceptInvitation(elsewhere, secret)).rejects.toMatchObject({
      code: 'already_member',
      detail: /is disabled/,
    });
  });

  test('for an API key', async () => {
    const secret = secretOf(await invite());
    const byKey: Ctx = { ...leo, actor: { ...leo.actor, credential: { kind: 'api_key', apiKeyId: leo.actor.userId } } };
    await expect(async () => acceptInvitation(byKey, secret)).rejects.toMatchObject({ code: 'session_required' });
  });
});

test('accepting an invitation creates a member with its role, switches their session there, and records an event', async () => {
  const invited = await invite({ role: 'admin', email: await emailOf(leo) });
  const { userId } = leo.actor;
  expect(await acceptInvitation(leo, secretOf(invited))).toMatchObject({
    id: maya.actor.workspaceId,
    name: 'Acme',
    role: 'admin',
  });
  expect(await membersOf(maya)).toContainEqual({ user_id: userId, role: 'admin' });
  expect(await worksIn(leo)).toBe(maya.actor.workspaceId);
  const { rows } = await world.database.pool.query(
    `select user_id, data, actor from events where workspace_id = $1 and type = 'member.joined'`,
    [maya.actor.workspaceId],
  );
  expect(rows).toMatchObject([
    {
      user_id: userId,
      actor: { kind: 'session', user_id: userId },
      data: { before: null, after: { user_id: userId, role: 'admin' }, invitation_id: invited.invitation.id },
    },
  ]);
});

test('the page of a link shows its workspace and state to anyone who opens it', async () => {
  const email = await emailOf(leo);
  const invited = await invite({ email });
  const secret = secretOf(invited);
  const shown = {
    workspace: { id: maya.actor.workspaceId, name: 'Acme' },
    role: 'member',
    email,
    invitedByName: 'Maya',
    state: 'open',
  };
  expect(await findInvitation(world, secret)).toEqual(shown);
  await acceptInvitation(leo, secret);
  expect(await findInvitation(world, secret)).toEqual({ ...shown, state: 'accepted' });
  const revoked = await invite();
  await revokeInvitation(maya, { id: revoked.invitation.id });
  expect(await findInvitation(world, secretOf(revoked))).toMatchObject({ email: null, state: 'revoked' });
  const expired = secretOf(await invite());
  world.clock.advance(7 * DAY_MS);
  expect(await findInvitation(world, expired)).toMatchObject({ state: 'expired' });
});

describe('signing up through a link, on a server that takes no new accounts', () => {
  const person = (email: string) => ({
    name: 'Ana',
    email,
    password: 'four words are best',
    time_zone: 'Europe/Lisbon',
  });
  const system = () => ({ db: world.db, clock: world.clock, signUp: 'closed' as const });
  const signUp = (email: string, invitation: string) => createAccount(system(), { ...person(email), invitation });

  test('creates an account that is a member there and owns no workspace', async () => {
    const invited = await invite({ role: 'admin', email: 'ana@acme.dev' });
    const { userId, workspaceId } = await signUp('ana@acme.dev', secretOf(invited));
    expect(workspaceId).toBe(maya.actor.workspaceId);
    const { rows } = await world.database.pool.query('select workspace_id, role from memberships where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ workspace_id: workspaceId, role: 'admin' }]);
    const events = await world.database.pool.query('select type from events where subject_id = $1 order by id', [
      userId,
    ]);
    expect(events.rows.map(({ type }) => type)).toEqual(['member.joined', 'account.created']);
    expect(await startSession(world, { userId, device: { userAgent: null, address: null }, days: 1 })).toBeTruthy();
  });

  test.each([
    ['an unknown secret', 'invitation_not_found', async () => newInvitationSecret()],
    [
      'a used link',
      'invitation_gone',
      async () => {
        const secret = secretOf(await invite());
        await acceptInvitation(leo, secret);
        return secret;
      },
    ],
    [
      'an expired link',
      'invitation_gone',
      async () => {
        const secret = secretOf(await invite());
        world.clock.advance(7 * DAY_MS);
        return secret;
      },
    ],
    [
      'a link for another address',
      'invitation_for_someone_else',
      async () => secretOf(await invite({ email: 'other@acme.dev' })),
    ],
  ])('is rejected with %s, and creates no account', async (_what, code, make) => {
    const secret = await make();
    await expectUnchanged(world, () => expect(signUp('eve@acme.dev', secret)).rejects.toMatchObject({ code }));
  });

  test('is rejected for an address that has an account, and the link stays valid', async () => {
    const secret = secretOf(await invite());
    await expectUnchanged(world, async () =>
      expect(signUp(await emailOf(leo), secret)).rejects.toMatchObject({ code: 'email_taken', status: 409 }),
    );
    expect(await findInvitation(world, secret)).toMatchObject({ state: 'open' });
  });
});

describe('a link whose creator may no longer invite', () => {
  let ben: Ctx;
  let secret: string;
  beforeEach(async () => {
    ben = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    secret = secretOf(await inviteMember(ben, { role: 'admin' }));
  });
  const isGone = () =>
    expectUnchanged(world, () =>
      expect(acceptInvitation(leo, secret)).rejects.toMatchObject({
        code: 'invitation_gone',
        extra: { state: 'revoked' },
      }),
    );

  test.each<[string, () => Promise<unknown>]>([
    ['removed', () => removeMember(maya, { user_id: ben.actor.userId })],
    ['disabled', () => editMember(maya, { user_id: ben.actor.userId, disabled: true })],
    ['no longer an admin', () => editMember(maya, { user_id: ben.actor.userId, role: 'member' })],
    ['gone without a delete', () => leaveWorkspace(ben, { workspace_id: ben.actor.workspaceId })],
  ])('since they are %s is revoked with it, and the feed records it', async (_what, end) => {
    await end();
    expect(await findInvitation(world, secret)).toMatchObject({ state: 'revoked' });
    const { rows } = await world.database.pool.query(
      `select count(*)::int from events where type = 'invitation.revoked' and workspace_id = $1`,
      [maya.actor.workspaceId],
    );
    expect(rows).toEqual([{ count: 1 }]);
    await isGone();
  });

  test('lets no one in, however its creator lost the permission', async () => {
    const { workspaceId, userId } = ben.actor;
    await world.db.membership.update({
      where: { workspaceId_userId: { workspaceId, userId } },
      data: { disabledAt: await world.clock.now() },
    });
    await isGone();
  });

  test('of other creators stays valid', async () => {
    const mine = secretOf(await invite());
    await removeMember(maya, { user_id: ben.actor.userId });
    expect(await acceptInvitation(leo, mine)).toMatchObject({ id: maya.actor.workspaceId });
  });
});

describe('the cost of a link to the server', () => {
  const eve = { name: 'Eve', email: 'eve@acme.dev', password: 'four words are best', time_zone: 'UTC' };
  const closed = () => ({ db: world.db, clock: world.clock, signUp: 'closed' as const });

  test('nothing is hashed for a used link', async () => {
    const secret = secretOf(await invite());
    await acceptInvitation(leo, secret);
    const hash = vi.mocked(passwords.hashPassword).mockClear();
    await expect(createAccount(closed(), { ...eve, invitation: secret })).rejects.toMatchObject({
      code: 'invitation_gone',
      status: 410,
    });
    expect(hash).not.toHaveBeenCalled();
  });

  test('attempts from one address are counted together with those of signing in', async () => {
    const secret = secretOf(await invite({ email: 'other@acme.dev' }));
    const attempt = () => createAccount(closed(), { ...eve, invitation: secret }, '198.51.100.7');
    for (let i = 0; i < ATTEMPTS_PER_ADDRESS; i += 1) {
      expect(await codeOf(attempt())).toBe('invitation_for_someone_else');
    }
    await expect(attempt()).rejects.toMatchObject({ code: 'sign_in_throttled', status: 429 });
  });

  test('a successful sign-up costs the address no attempt', async () => {
    for (let i = 0; i <= ATTEMPTS_PER_ADDRESS; i += 1) {
      const invitation = secretOf(await invite());
      await createAccount(closed(), { ...eve, email: `eve${i}@acme.dev`, invitation }, '198.51.100.8');
    }
  });
});

describe('races', () => {
  test('a hundred people open one link: one becomes a member', async () => {
    const secret = secretOf(await invite());
    const people = await Promise.all(Array.from({ length: 100 }, () => world.member()));
    const responses = await Promise.all(people.map((person) => codeOf(acceptInvitation(person, secret))));
    expect(responses.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(responses.filter((answer) => answer === 'invitation_gone')).toHaveLength(99);
    expect(await membersOf(maya)).toHaveLength(2);
  });

  test('a hundred concurrent accepts by one person create one membership', async () => {
    const secret = secretOf(await invite());
    const responses = await Promise.all(Array.from({ length: 100 }, () => codeOf(acceptInvitation(leo, secret))));
    expect(responses.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(responses.filter((answer) => answer === 'already_member')).toHaveLength(99);
    expect(await membersOf(maya)).toHaveLength(2);
  });

  test('accepting and revoking race many times: exactly one wins, and both responses are true', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < scaled(10, 100); round += 1) {
      const invited = await invite();
      const person = await world.member();
      const accept = () => codeOf(acceptInvitation(person, secretOf(invited)));
      const revoke = () => codeOf(revokeInvitation(maya, { id: invited.invitation.id }));
      const [accepted, revoked] = await raced(round, accept, revoke);
      const isMember = (await membersOf(maya)).some(({ user_id }) => user_id === person.actor.userId);
      expect([accepted, revoked]).toEqual(isMember ? ['done', 'invitation_accepted'] : ['invitation_gone', 'done']);
      seen.add(accepted);
    }
    expect(seen.size).toBe(2);
  });

  /**
   * Both at once; in the first two rounds one after the other, since on some machines the same one may win each race.
   */
  async function raced(
    round: number,
    accept: () => Promise<string>,
    revoke: () => Promise<string>,
  ): Promise<[string, string]> {
    const acceptFirst = round % 2 === 0;
    const first = acceptFirst ? accept() : revoke();
    if (round < 2) await first;
    const second = acceptFirst ? revoke() : accept();
    const [one, two] = [await first, await second];
    return acceptFirst ? [one, two] : [two, one];
  }
});
