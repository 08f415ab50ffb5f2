import { z } from 'zod';
import { listFormerMembers } from '#/lib/accounts/memberships/list-former-members.ts';
import { getMemberOf, listMembers } from '#/lib/accounts/memberships/list-members.ts';
import { memberJson } from '#/lib/accounts/memberships/member-json.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import {
  editMemberInput,
  formerMemberListResponse,
  listMembersQuery,
  memberListResponse,
  memberResponse,
} from '#/lib/accounts/memberships/membership-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';

const tag = 'Members';
const params = z.strictObject({ user_id: z.uuid() });
const NOT_FOUND = ['member_not_found'] as const;

const list = operation({
  operationId: 'listMembers',
  method: 'get',
  path: '/members',
  tag,
  summary: 'List members',
  description: 'Includes disabled ones. The running timer of each is shown with `timers:read_all`.',
  permission: 'members:read',
  query: listMembersQuery,
  output: memberListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { members, nextCursor } = await listMembers(ctx, query);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: { members: members.map(memberJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

const former = operation({
  operationId: 'listFormerMembers',
  method: 'get',
  path: '/former-members',
  tag,
  summary: 'List former members',
  description:
    'Members who left the workspace or were removed from it, so that what they did can be shown with their names.',
  permission: 'members:read',
  query: listMembersQuery,
  output: formerMemberListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { members, nextCursor } = await listFormerMembers(ctx, query);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: {
        members: members.map(({ userId, name }) => ({ user_id: userId, name })),
        next_cursor: nextCursor,
        server_time: now.toISOString(),
      },
    };
  },
});

const one = operation({
  operationId: 'getMember',
  method: 'get',
  path: '/members/{user_id}',
  tag,
  summary: 'Get a member',
  description: 'With `timers:read_all`, also with the timer that is running.',
  permission: 'members:read',
  params,
  output: memberResponse,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => ({
    status: 200,
    body: await response(ctx, await getMemberOf(ctx, params.user_id)),
  }),
});

const edit = operation({
  operationId: 'editMember',
  method: 'patch',
  path: '/members/{user_id}',
  tag,
  summary: 'Change the role of a member, or disable or enable them',
  description:
    'Running and paused timers of a disabled member are stopped at that instant and flagged for review; their keys don’t work while they are disabled. To change the owner, transfer ownership.',
  permission: 'members:manage',
  params,
  body: editMemberInput,
  output: memberResponse,
  problems: ['scopes_exceeded', ...NOT_FOUND, 'owner_must_transfer', 'member_is_yourself'],
  handler: async (ctx, { params, body }) => ({
    status: 200,
    body: await response(ctx, await editMember(ctx, { ...params, ...body })),
  }),
});

const remove = operation({
  operationId: 'removeMember',
  method: 'delete',
  path: '/members/{user_id}',
  tag,
  summary: 'Remove a member',
  description:
    'Stops their running timer and flags it for review, revokes their keys for this workspace, and keeps their recorded time. Returns the member as they were.',
  permission: 'members:manage',
  params,
  output: memberResponse,
  problems: [...NOT_FOUND, 'owner_must_transfer', 'member_is_yourself'],
  handler: async (ctx, { params }) => ({ status: 200, body: await response(ctx, await removeMember(ctx, params)) }),
});

async function response(ctx: Ctx, member: Member) {
  const now = await ctx.clock.now(ctx.tx ?? ctx.db);
  return { member: memberJson(member), server_time: now.toISOString() };
}

export const memberOperations = [list, former, one, edit, remove];
