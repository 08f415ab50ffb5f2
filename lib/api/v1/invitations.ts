import { z } from 'zod';
import { invitationJson } from '#/lib/accounts/invitations/invitation-json.ts';
import {
  invitationListResponse,
  invitationResponse,
  inviteInput,
  inviteResponse,
} from '#/lib/accounts/invitations/invitation-schemas.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { listInvitations } from '#/lib/accounts/invitations/list-invitations.ts';
import { revokeInvitation } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { operation } from '#/lib/api/operations/operation.ts';

const tag = 'Invitations';
const permission = 'members:manage';

const list = operation({
  operationId: 'listInvitations',
  method: 'get',
  path: '/invitations',
  tag,
  summary: 'List open invitations',
  description: 'Newest first. Those that were accepted, revoked or have expired are left out.',
  permission,
  output: invitationListResponse,
  handler: async (ctx) => {
    const invitations = await listInvitations(ctx);
    const now = await ctx.clock.now(ctx.db);
    return { status: 200, body: { invitations: invitations.map(invitationJson), server_time: now.toISOString() } };
  },
});

const invite = operation({
  operationId: 'inviteMember',
  method: 'post',
  path: '/invitations',
  tag,
  summary: 'Invite someone to the workspace',
  description:
    'Returns a link that makes one person a member, within seven days; it is shown in this response only. With an email address only that person can accept it, and it is emailed to them if the server can send email (`mailed`).',
  permission,
  body: inviteInput,
  output: inviteResponse,
  status: 201,
  problems: ['scopes_exceeded', 'already_member', 'too_many_invitations', 'too_many_mails'],
  handler: async (ctx, { body }) => {
    const { invitation, url, mailed } = await inviteMember(ctx, body);
    const server_time = invitation.createdAt.toISOString();
    return { status: 201, body: { invitation: invitationJson(invitation), url, mailed, server_time } };
  },
});

const revoke = operation({
  operationId: 'revokeInvitation',
  method: 'delete',
  path: '/invitations/{id}',
  tag,
  summary: 'Revoke an invitation',
  description: 'Its link stops working at once. Returns the invitation; revoking it again changes nothing.',
  permission,
  params: z.strictObject({ id: z.uuid() }),
  output: invitationResponse,
  problems: ['invitation_not_found', 'invitation_accepted'],
  handler: async (ctx, { params }) => {
    const invitation = await revokeInvitation(ctx, params);
    const now = await ctx.clock.now(ctx.db);
    return { status: 200, body: { invitation: invitationJson(invitation), server_time: now.toISOString() } };
  },
});

export const invitationOperations = [list, invite, revoke];
