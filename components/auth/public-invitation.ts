import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';

/** An invitation as shown to anyone who opens its link. */
export type PublicInvitation = {
  workspace: { id: string; name: string };
  role: InvitationJson['role'];
  email: string | null;
  invitedByName: string;
  state: 'open' | 'accepted' | 'revoked' | 'expired';
};
