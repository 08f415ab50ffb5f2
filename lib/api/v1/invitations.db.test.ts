import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

type Invited = { invitation: InvitationJson; url: string; mailed: boolean };

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  world.database.onClose(() => stopSending(world.db));
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
});

const invite = async (body: unknown = {}) => (await api<Invited>('POST', '/invitations', body)).body;
const listed = async () => (await api<{ invitations: InvitationJson[] }>('GET', '/invitations')).body.invitations;
const secretOf = (invited: Invited) => invited.url.split('/').at(-1) ?? '';

describe('with mail set up', () => {
  beforeEach(() => {
    vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
    vi.stubEnv('MAIL_FROM', 'timers@example.com');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** Invitations with an address, created just now and already closed. */
  const mailed = async (count: number, { actor }: Ctx) =>
    world.database.pool.query(
      `insert into invitations (id, workspace_id, role, email, token_hash, invited_by, created_at, expires_at, revoked_at)
       select gen_random_uuid(), $1, 'member', n || '@acme.dev', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), $2,
              $3::timestamptz, $3::timestamptz + interval '7 days', $3::timestamptz
       from generate_series(1, $4::int) as n`,
      [actor.workspaceId, actor.userId, await world.clock.now(), count],
    );
  const ana = { email: 'ana@acme.dev' };

  test('a person can mail fifty invitations a day across all workspaces', async () => {
    await mailed(25, maya);
    await mailed(25, await world.member({ userId: maya.actor.userId }));
    const response = await expectUnchanged(world, () => api('POST', '/invitations', ana));
    expect(response).toMatchObject({ status: 429, body: { code: 'too_many_mails', detail: /You have emailed 50/ } });
    expect(response.headers.get('retry-after')).toBe('3600');
    expect((await api('POST', '/invitations', {})).status).toBe(201);
    world.clock.advance(DAY_MS);
    expect(await api('POST', '/invitations', ana)).toMatchObject({ status: 201, body: { mailed: true } });
  });

  test('a repeat under the same Idempotency-Key succeeds once the day is over', async () => {
    const invite = () => api('POST', '/invitations', ana, { 'idempotency-key': 'k1' });
    await mailed(50, maya);
    world.clock.advance(DAY_MS - 1);
    expect((await expectUnchanged(world, invite)).status).toBe(429);
    world.clock.advance(1);
    expect(await invite()).toMatchObject({ status: 201, body: { mailed: true } });
  });

  test('a workspace can mail a hundred a day across all members', async () => {
    const { workspaceId } = maya.actor;
    for (let i = 0; i < 4; i += 1) await mailed(25, await world.member({ workspaceId }));
    const response = await expectUnchanged(world, () => api('POST', '/invitations', ana));
    expect(response).toMatchObject({
      status: 429,
      body: { code: 'too_many_mails', detail: /workspace has emailed 100/ },
    });
  });
});

describe('an invitation is rejected', () => {
  test.each([
    ['as an owner', { role: 'owner' }, '/role'],
    ['at an invalid address', { email: 'leo' }, '/email'],
    ['with a custom text', { message: 'Buy now' }, '/message'],
  ])('%s', async (_what, body, pointer) => {
    const response = await expectUnchanged(world, () => api('POST', '/invitations', body));
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('when the person is already a member', async () => {
    const { body } = await api<{ user: { email: string } }>('GET', '/me');
    const response = await expectUnchanged(world, () =>
      api('POST', '/invitations', { email: ` ${body.user.email.toUpperCase()} ` }),
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'already_member' } });
  });

  test('by a member, whatever the scopes of the key', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const theirs = await apiFor(world, leo, { scopes: ['members:manage'] });
    expect(await theirs('POST', '/invitations', {})).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('to a role with more permissions than the key', async () => {
    const few = await apiFor(world, maya, { scopes: ['members:manage', 'members:read'] });
    for (const role of ['admin', 'member']) {
      const response = await expectUnchanged(world, () => few('POST', '/invitations', { role }));
      expect(response).toMatchObject({
        status: 403,
        body: {
          code: 'scopes_exceeded',
          errors: [{ pointer: '/role', detail: expect.stringContaining('timers:write') }],
        },
      });
    }
    const asMember = await apiFor(world, maya, { scopes: [...permissionsOf('member'), 'members:manage'] });
    expect((await asMember('POST', '/invitations', { role: 'member' })).status).toBe(201);
    expect((await asMember('POST', '/invitations', { role: 'admin' })).status).toBe(403);
  });

  test('while five hundred invitations are open', async () => {
    await world.database.pool.query(
      `insert into invitations (id, workspace_id, role, token_hash, invited_by, created_at, expires_at)
       select gen_random_uuid(), $1::uuid, 'member', decode(md5($1::uuid::text || n), 'hex'), $2, $3, $3::timestamptz + interval '1 day'
       from generate_series(1, 500) as n`,
      [maya.actor.workspaceId, maya.actor.userId, await world.clock.now()],
    );
    const response = await expectUnchanged(world, () => api('POST', '/invitations', {}));
    expect(response).toMatchObject({ status: 409, body: { code: 'too_many_invitations' } });
  });
});

test('an invitation link is shown once, and valid for seven days', async () => {
  const invited = await invite({ role: 'admin', email: ' Leo@Acme.dev ' });
  const now = await world.clock.now();
  expect(invited).toMatchObject({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/invitations\/[\w-]{43}$/),
    mailed: false,
    invitation: {
      role: 'admin',
      email: 'leo@acme.dev',
      invited_by: { user_id: maya.actor.userId, name: 'Maya' },
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
      accepted_at: null,
      revoked_at: null,
    },
  });
  expect(await listed()).toEqual([invited.invitation]);
  const { rows } = await world.database.pool.query(
    `select to_jsonb(i)::text as row from invitations i where id = $1
     union all select to_jsonb(e)::text from events e where subject_id = $1`,
    [invited.invitation.id],
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(secretOf(invited));
});

test('only open invitations are listed, newest first, not used, revoked or expired ones', async () => {
  const first = await invite();
  world.clock.advance(1);
  const [used, revoked, last] = [await invite(), await invite(), await invite()];
  await acceptInvitation(await world.member(), secretOf(used));
  await api('DELETE', `/invitations/${revoked.invitation.id}`);
  expect((await listed()).map(({ id }) => id)).toEqual([last.invitation.id, first.invitation.id]);
  world.clock.advance(7 * DAY_MS - 1);
  expect((await listed()).map(({ id }) => id)).toEqual([last.invitation.id]);
  world.clock.advance(1);
  expect(await listed()).toEqual([]);
});

describe('revoking an invitation', () => {
  test('invalidates the link, records an event, and changes nothing the second time', async () => {
    const invited = await invite();
    const path = `/invitations/${invited.invitation.id}`;
    const now = (await world.clock.now()).toISOString();
    expect(await api('DELETE', path)).toMatchObject({ status: 200, body: { invitation: { revoked_at: now } } });
    await expect(acceptInvitation(await world.member(), secretOf(invited))).rejects.toMatchObject({
      code: 'invitation_gone',
      status: 410,
    });
    world.clock.advance(1);
    const again = await expectUnchanged(world, () => api('DELETE', path));
    expect(again).toMatchObject({ status: 200, body: { invitation: { revoked_at: now } } });
    const { rows } = await world.database.pool.query(
      'select type, data from events where subject_id = $1 order by id',
      [invited.invitation.id],
    );
    expect(rows).toMatchObject([
      { type: 'invitation.created', data: { before: null, after: { revoked_at: null } } },
      { type: 'invitation.revoked', data: { before: { revoked_at: null }, after: { revoked_at: now } } },
    ]);
  });

  test('is rejected once it was accepted', async () => {
    const invited = await invite();
    await acceptInvitation(await world.member(), secretOf(invited));
    const response = await expectUnchanged(world, () => api('DELETE', `/invitations/${invited.invitation.id}`));
    expect(response).toMatchObject({ status: 409, body: { code: 'invitation_accepted' } });
  });

  test('is not possible from another workspace', async () => {
    const invited = await invite();
    const outsider = await apiFor(world, await world.member());
    const response = await expectUnchanged(world, () => outsider('DELETE', `/invitations/${invited.invitation.id}`));
    expect(response).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
  });
});
