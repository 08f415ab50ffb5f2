import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { apiFor } from '#/test/api-client.ts';
import { removedDuringRequest } from '#/test/contract/removed-during-request.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { ownMore } from '#/test/owned-workspaces.ts';

const MAX_INVITATIONS = 500;
/** Per person and day. */
const MAX_MAILS = 50;
const MAX_WORKSPACES = 50;

const userIdOf = async (scene: Scene, role: 'admin' | 'member') => (await scene.member(role)).actor.userId;
const newInvitation = (scene: Scene) =>
  scene.made('/invitations', {}, (body: { invitation: { id: string } }) => body.invitation.id);

/** As many open invitations of the same kind. */
async function copyInvitation({ world }: Scene, id: string, count: number): Promise<void> {
  await world.database.pool.query(
    `insert into invitations (id, workspace_id, role, email, token_hash, invited_by, created_at, expires_at)
     select gen_random_uuid(), workspace_id, role, email, sha256(convert_to(id::text || n, 'UTF8')), invited_by,
            created_at, expires_at
     from invitations, generate_series(2, $2::int) as n where id = $1`,
    [id, count],
  );
}

/** With a mail server configured; rejected requests never contact it. */
async function withMail<T>(work: () => Promise<T>): Promise<T> {
  Object.assign(process.env, { SMTP_URL: 'smtp://127.0.0.1:65535', MAIL_FROM: 'timers@example.com' });
  try {
    return await work();
  } finally {
    delete process.env.SMTP_URL;
    delete process.env.MAIL_FROM;
  }
}

/** An admin's key, used on their own membership. */
const onOneself =
  (method: string, body?: object): Scenario['request'] =>
  async (scene) => {
    const admin = await scene.member('admin');
    return (await apiFor(scene.world, admin))(method, `/members/${admin.actor.userId}`, body);
  };
const onOwner =
  (method: string, body?: object): Scenario['request'] =>
  ({ api, owner }) =>
    api(method, `/members/${owner.actor.userId}`, body);

const here = ({ owner }: Scene) => ({ workspace_id: owner.actor.workspaceId });

export const accountScenarios: Scenario[] = [
  ...scenariosOf('getMe', { 200: ({ api }) => api('GET', '/me') }),
  ...scenariosOf('editMe', {
    200: ({ session }) => session('PATCH', '/me', BODY_EXAMPLES.editMe),
    '403 session_required': ({ api }) => api('PATCH', '/me', BODY_EXAMPLES.editMe),
    '403 forbidden': removedDuringRequest((leo) => leo('PATCH', '/me', BODY_EXAMPLES.editMe)),
  }),
  ...scenariosOf('listWorkspaces', { 200: ({ session }) => session('GET', '/workspaces') }),
  ...scenariosOf('createWorkspace', {
    201: ({ session }) => session('POST', '/workspaces', BODY_EXAMPLES.createWorkspace),
    '403 session_required': ({ api }) => api('POST', '/workspaces', BODY_EXAMPLES.createWorkspace),
    '403 forbidden': removedDuringRequest((leo) => leo('POST', '/workspaces', BODY_EXAMPLES.createWorkspace)),
    '409 too_many_workspaces': async ({ world, owner, session }) => {
      await ownMore(world, owner.actor.userId, MAX_WORKSPACES - 1);
      return session('POST', '/workspaces', BODY_EXAMPLES.createWorkspace);
    },
  }),
  ...scenariosOf('getWorkspace', { 200: ({ api }) => api('GET', '/workspace') }),
  ...scenariosOf('editWorkspace', { 200: ({ api }) => api('PATCH', '/workspace', BODY_EXAMPLES.editWorkspace) }),
  ...scenariosOf('transferWorkspace', {
    200: async (scene) => scene.session('POST', '/workspace/transfer', { user_id: await userIdOf(scene, 'admin') }),
    '403 session_required': async (scene) =>
      scene.api('POST', '/workspace/transfer', { user_id: await userIdOf(scene, 'admin') }),
    '404 member_not_found': ({ session }) => session('POST', '/workspace/transfer', BODY_EXAMPLES.transferWorkspace),
    '409 member_disabled': async (scene) => {
      const user_id = await userIdOf(scene, 'admin');
      await scene.api('PATCH', `/members/${user_id}`, { disabled: true });
      return scene.session('POST', '/workspace/transfer', { user_id });
    },
    '409 too_many_workspaces': async (scene) => {
      const user_id = await userIdOf(scene, 'admin');
      await ownMore(scene.world, user_id, MAX_WORKSPACES);
      return scene.session('POST', '/workspace/transfer', { user_id });
    },
  }),
  ...scenariosOf('leaveWorkspace', {
    200: async (scene) =>
      (await sessionFor(scene.world, await scene.member('member')))('POST', '/workspace/leave', here(scene)),
    '403 session_required': async (scene) =>
      (await apiFor(scene.world, await scene.member('member')))('POST', '/workspace/leave', here(scene)),
    '403 forbidden': removedDuringRequest((leo, scene) => leo('POST', '/workspace/leave', here(scene))),
    '409 owner_must_transfer': (scene) => scene.session('POST', '/workspace/leave', here(scene)),
  }),
  ...scenariosOf('listMembers', {
    200: ({ api }) => api('GET', '/members'),
    '400 cursor_invalid': ({ api }) => api('GET', '/members?cursor=x'),
  }),
  ...scenariosOf('listFormerMembers', {
    200: async (scene) => {
      await scene.api('DELETE', `/members/${await userIdOf(scene, 'member')}`);
      return scene.api('GET', '/former-members');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/former-members?cursor=x'),
  }),
  ...scenariosOf('getMember', {
    200: async (scene) => scene.api('GET', `/members/${await userIdOf(scene, 'member')}`),
    '404 member_not_found': ({ api }) => api('GET', `/members/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('editMember', {
    200: async (scene) => scene.api('PATCH', `/members/${await userIdOf(scene, 'member')}`, BODY_EXAMPLES.editMember),
    '404 member_not_found': ({ api }) => api('PATCH', `/members/${UNKNOWN_ID}`, BODY_EXAMPLES.editMember),
    '403 scopes_exceeded': async (scene) => {
      const few = await apiFor(scene.world, scene.owner, { scopes: ['members:manage'] });
      return few('PATCH', `/members/${await userIdOf(scene, 'member')}`, { role: 'admin' });
    },
    '409 owner_must_transfer': onOwner('PATCH', { disabled: true }),
    '409 member_is_yourself': onOneself('PATCH', { disabled: true }),
  }),
  ...scenariosOf('removeMember', {
    200: async (scene) => scene.api('DELETE', `/members/${await userIdOf(scene, 'member')}`),
    '404 member_not_found': ({ api }) => api('DELETE', `/members/${UNKNOWN_ID}`),
    '409 owner_must_transfer': onOwner('DELETE'),
    '409 member_is_yourself': onOneself('DELETE'),
  }),
  ...scenariosOf('listInvitations', {
    200: async (scene) => {
      await newInvitation(scene);
      return scene.api('GET', '/invitations');
    },
  }),
  ...scenariosOf('inviteMember', {
    201: ({ api }) => api('POST', '/invitations', BODY_EXAMPLES.inviteMember),
    '409 already_member': async ({ world, owner, api }) => {
      const { email } = await world.db.user.findUniqueOrThrow({ where: { id: owner.actor.userId } });
      return api('POST', '/invitations', { email });
    },
    '409 too_many_invitations': async (scene) => {
      await copyInvitation(scene, await newInvitation(scene), MAX_INVITATIONS);
      return scene.api('POST', '/invitations', {});
    },
    '403 scopes_exceeded': async ({ world, owner }) =>
      (await apiFor(world, owner, { scopes: ['members:manage'] }))('POST', '/invitations', { role: 'admin' }),
    '429 too_many_mails': async (scene) => {
      const { body } = await scene.api<{ invitation: { id: string } }>(
        'POST',
        '/invitations',
        BODY_EXAMPLES.inviteMember,
      );
      await copyInvitation(scene, body.invitation.id, MAX_MAILS);
      return withMail(() => scene.api('POST', '/invitations', { email: 'one.more@example.com' }));
    },
  }),
  ...scenariosOf('revokeInvitation', {
    200: async (scene) => scene.api('DELETE', `/invitations/${await newInvitation(scene)}`),
    '404 invitation_not_found': ({ api }) => api('DELETE', `/invitations/${UNKNOWN_ID}`),
    '409 invitation_accepted': async (scene) => {
      const id = await newInvitation(scene);
      const [acceptedBy, acceptedAt] = [await userIdOf(scene, 'member'), await scene.world.clock.now()];
      await scene.world.db.invitation.update({ where: { id }, data: { acceptedBy, acceptedAt } });
      return scene.api('DELETE', `/invitations/${id}`);
    },
  }),
];
