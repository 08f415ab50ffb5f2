import { z } from 'zod';
import { assignableRole } from '#/lib/accounts/memberships/membership-schemas.ts';
import { email } from '#/lib/accounts/users/user-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { nullIfInvalid, withReadOnly } from '#/lib/core/read-back-schemas.ts';

export const inviteInput = z
  .strictObject({
    role: assignableRole.default('member'),
    email: nullIfInvalid(email).describe(
      'Only this person may accept it; they are sent the link when the server can send email.',
    ),
  })
  .meta({ id: 'InviteMember' });

export const revokeInvitationInput = z.strictObject({ id: z.uuid('Choose an invitation from the list.') });

export const invitationOut = withReadOnly(
  z.object({
    id: z.uuid(),
    role: assignableRole,
    email: z.string().nullable().describe('Null if anyone who has the link can accept it.'),
    invited_by: z.object({ user_id: z.uuid(), name: z.string() }),
    created_at: instantOut,
    expires_at: instantOut,
    accepted_at: instantOut.nullable(),
    revoked_at: instantOut.nullable(),
  }),
  ['id', 'invited_by', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'],
).meta({ id: 'Invitation' });

export const invitationResponse = z
  .object({ invitation: invitationOut, server_time: serverTimeOut })
  .meta({ id: 'InvitationResponse' });

export const inviteResponse = invitationResponse
  .extend({
    url: z.string().describe('The link. It is only in this response.'),
    mailed: z.boolean().describe('Whether the link was emailed to the address.'),
  })
  .meta({ id: 'InviteMemberResponse' });

export const invitationListResponse = z
  .object({ invitations: z.array(invitationOut).describe('Open ones, newest first.'), server_time: serverTimeOut })
  .meta({ id: 'InvitationList' });

export type InviteInput = z.infer<typeof inviteInput>;
export type RevokeInvitationInput = z.infer<typeof revokeInvitationInput>;
export type InvitationJson = z.infer<typeof invitationOut>;
