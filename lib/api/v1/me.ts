import { getMe } from '#/lib/accounts/me/get-me.ts';
import { meResponse } from '#/lib/accounts/me/me-schemas.ts';
import { editSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import { editOwnSettings } from '#/lib/tracking/presence/edit-own-settings.ts';

const tag = 'Account';

const me = operation({
  operationId: 'getMe',
  method: 'get',
  path: '/me',
  tag,
  summary: 'Who you are, in which workspace, and what you may do',
  description:
    'With your settings and workspaces; for a key, only its own workspace. The scopes are those of this session or key.',
  permission: null,
  output: meResponse,
  single: true,
  handler: async (ctx) => ({ status: 200, body: await getMe(ctx) }),
});

const edit = operation({
  operationId: 'editMe',
  method: 'patch',
  path: '/me',
  tag,
  summary: 'Change your own settings',
  description:
    'Fields that are left out stay. Requires a session: an API key acts for a person, but doesn’t decide for them.',
  permission: null,
  body: editSettingsInput,
  output: meResponse,
  problems: ['forbidden', 'session_required'],
  handler: async (ctx, { body }) => {
    await editOwnSettings(ctx, body);
    return { status: 200, body: await getMe(ctx) };
  },
});

export const meOperations = [me, edit];
