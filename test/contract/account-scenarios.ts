import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { apiFor } from '#/test/api-client.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { sessionFor } from '#/test/contract/session-client.ts';

const MOST_INVITATIONS = 500;

const userIdOf = async (scene: Scene, role: 'admin' | 'member') => (await scene.member(role)).actor.userId;
const newInvitation = (scene: Scene) =>
  scene.made('/invitations', {}, (body: { invitation: { id: string } }) => body.invitation.id);

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

export const accountScenarios: Scenario[] = [
  ...scenariosOf('getMe', { 200: ({ api }) => api('GET', '/me') }),
  ...scenariosOf('editMe', {
    200: ({ session }) => session('PATCH', '/me', BODY_EXAMPLES.editMe),
    '403 session_required': ({ api }) => api('PATCH', '/me', BODY_EXAMPLES.editMe),
  }),
  ...scenariosOf('listWorkspaces', { 200: ({ session }) => session('GET', '/workspaces') }),
  ...scenariosOf('createWorkspace', {
    201: ({ session }) => session('POST', '/workspaces', BODY_EXAMPLES.createWorkspace),
    '403 session_required': ({ api }) => api('POST', '/workspaces', BODY_EXAMPLES.createWorkspace),
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
  }),
  ...scenariosOf('leaveWorkspace', {
    200: async (scene) => (await sessionFor(scene.world, await scene.member('member')))('POST', '/workspace/leave'),
    '403 session_required': async (scene) =>
      (await apiFor(scene.world, await scene.member('member')))('POST', '/workspace/leave'),
    '409 owner_must_transfer': ({ session }) => session('POST', '/workspace/leave'),
  }),
  ...scenariosOf('listMembers', { 200: ({ api }) => api('GET', '/members') }),
  ...scenariosOf('getMember', {
    200: async (scene) => scene.api('GET', `/members/${await userIdOf(scene, 'member')}`),
    '404 member_not_found': ({ api }) => api('GET', `/members/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('editMember', {
    200: async (scene) => scene.api('PATCH', `/members/${await userIdOf(scene, 'member')}`, BODY_EXAMPLES.editMember),
    '404 member_not_found': ({ api }) => api('PATCH', `/members/${UNKNOWN_ID}`, BODY_EXAMPLES.editMember),
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
      await scene.world.database.pool.query(
        `insert into invitations (id, workspace_id, role, token_hash, invited_by, created_at, expires_at)
         select gen_random_uuid(), workspace_id, role, sha256(convert_to($2 || n::text, 'UTF8')), invited_by, created_at,
                expires_at
         from invitations, generate_series(2, $3::int) as n where id = $1`,
        [await newInvitation(scene), scene.owner.actor.workspaceId, MOST_INVITATIONS],
      );
      return scene.api('POST', '/invitations', {});
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
