import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { type Invitation, type InvitationState, stateOf } from '#/lib/accounts/invitations/invitation.ts';
import { findInvitationOfLink } from '#/lib/accounts/invitations/invitations-query.ts';
import { invitationSecret } from '#/lib/accounts/users/user-schemas.ts';
import type { System } from '#/lib/context/system.ts';

/** What the page of a link shows to anyone who opens it, signed in or not. */
export type InvitationFound = {
  workspace: { id: string; name: string };
  role: Invitation['role'];
  email: string | null;
  invitedByName: string;
  state: InvitationState;
};

/** The invitation with this secret, in whatever state, or null. */
export async function findInvitation(system: System, secret: string): Promise<InvitationFound | null> {
  if (!invitationSecret.safeParse(secret).success) return null;
  const [found, now] = await Promise.all([
    findInvitationOfLink(system.db, hashSecret(secret)),
    system.clock.now(system.db),
  ]);
  if (!found) return null;
  return {
    workspace: { id: found.workspaceId, name: found.workspaceName },
    role: found.role,
    email: found.email,
    invitedByName: found.invitedByName,
    state: stateOf(found, now),
  };
}
