import { memberJson } from '#/lib/accounts/memberships/member-json.ts';
import { memberResponse, transferInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import { transferOwnership } from '#/lib/accounts/memberships/transfer-ownership.ts';
import { createWorkspace } from '#/lib/accounts/workspaces/create-workspace.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import { listWorkspaces } from '#/lib/accounts/workspaces/list-workspaces.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import { workspaceJson } from '#/lib/accounts/workspaces/workspace-json.ts';
import {
  createWorkspaceInput,
  editWorkspaceInput,
  leaveWorkspaceInput,
  workspaceListResponse,
  workspaceResponse,
} from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';

const tag = 'Workspaces';

const list = operation({
  operationId: 'listWorkspaces',
  method: 'get',
  path: '/workspaces',
  tag,
  summary: 'List your workspaces',
  description: 'All workspaces that the signed-in person is a member of; for an API key, only its own.',
  permission: null,
  output: workspaceListResponse,
  handler: async (ctx) => ({
    status: 200,
    body: { workspaces: await listWorkspaces(ctx), server_time: await serverTime(ctx) },
  }),
});

const create = operation({
  operationId: 'createWorkspace',
  method: 'post',
  path: '/workspaces',
  tag,
  summary: 'Create a workspace that you own',
  description: 'Requires a session, since an API key belongs to one workspace.',
  permission: null,
  body: createWorkspaceInput,
  output: workspaceResponse,
  status: 201,
  problems: ['forbidden', 'session_required', 'too_many_workspaces'],
  handler: async (ctx, { body }) => ({ status: 201, body: await response(ctx, await createWorkspace(ctx, body)) }),
});

const current = operation({
  operationId: 'getWorkspace',
  method: 'get',
  path: '/workspace',
  tag,
  summary: 'Get the current workspace',
  description: 'The one that this session or key works in. Any member may read its settings.',
  permission: null,
  output: workspaceResponse,
  single: true,
  handler: async (ctx) => ({ status: 200, body: await response(ctx, await getWorkspace(ctx)) }),
});

const edit = operation({
  operationId: 'editWorkspace',
  method: 'patch',
  path: '/workspace',
  tag,
  summary: 'Change the settings of the workspace',
  description:
    'Fields that are left out stay as they are. While `timers_disabled` is set, nobody can start or resume a timer; setting it pauses every running one, a few people at a time. Allowing timers again doesn’t start any.',
  permission: 'workspace:manage',
  body: editWorkspaceInput,
  output: workspaceResponse,
  handler: async (ctx, { body }) => ({ status: 200, body: await response(ctx, await editWorkspace(ctx, body)) }),
});

const transfer = operation({
  operationId: 'transferWorkspace',
  method: 'post',
  path: '/workspace/transfer',
  tag,
  summary: 'Transfer ownership of the workspace',
  description: 'Only its signed-in owner can; they become an admin.',
  permission: 'members:manage',
  body: transferInput,
  output: workspaceResponse,
  problems: ['session_required', 'member_not_found', 'member_disabled', 'too_many_workspaces'],
  handler: async (ctx, { body }) => ({ status: 200, body: await response(ctx, await transferOwnership(ctx, body)) }),
});

const leave = operation({
  operationId: 'leaveWorkspace',
  method: 'post',
  path: '/workspace/leave',
  tag,
  summary: 'Leave the workspace',
  description:
    'Stops your running timer there, revokes your keys for it, and keeps your recorded time. An owner must transfer ownership first. Requires a session, which switches to another workspace.',
  permission: null,
  body: leaveWorkspaceInput,
  output: memberResponse,
  problems: ['forbidden', 'session_required', 'owner_must_transfer'],
  handler: async (ctx, { body }) => {
    const member = await leaveWorkspace(ctx, body);
    return { status: 200, body: { member: memberJson(member), server_time: await serverTime(ctx) } };
  },
});

async function response(ctx: Ctx, workspace: Workspace) {
  return { workspace: workspaceJson(workspace), server_time: await serverTime(ctx) };
}

async function serverTime(ctx: Ctx): Promise<string> {
  return (await ctx.clock.now(ctx.tx ?? ctx.db)).toISOString();
}

export const workspaceOperations = [list, create, current, edit, transfer, leave];
