import type { InvitationWithInviter } from '#/lib/accounts/invitations/invitation.ts';
import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';

/** An invitation as the API returns it. */
export function invitationJson(invitation: InvitationWithInviter): InvitationJson {
  return {
    id: invitation.id,
    role: invitation.role,
    email: invitation.email,
    invited_by: { user_id: invitation.invitedBy, name: invitation.invitedByName },
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    accepted_at: invitation.acceptedAt?.toISOString() ?? null,
    revoked_at: invitation.revokedAt?.toISOString() ?? null,
  };
}
