import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import {
  acceptError,
  alreadyMember,
  type Invitation,
  invitationGone,
  invitationNotFound,
} from '#/lib/accounts/invitations/invitation.ts';
import {
  findInvitationByHash,
  findInvitationForUpdate,
  markAccepted,
} from '#/lib/accounts/invitations/invitation-store.ts';
import { membershipJson } from '#/lib/accounts/memberships/member-json.ts';
import type { Membership } from '#/lib/accounts/memberships/membership.ts';
import { findMembership, insertMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { lockWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Actor, Credential, TxCtx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

type Person = { id: string; name: string; email: string; credential: Credential };
type Inner = Omit<TxCtx, 'actor'>;

/**
 * The invitation of this secret, locked until the transaction ends. The workspace is locked first, as for every change
 * of its memberships. @throws AppError 404 `invitation_not_found`
 */
export async function lockInvitation(ctx: Inner, secret: string): Promise<Invitation> {
  const found = await findInvitationByHash(ctx.tx, hashSecret(secret));
  if (!found) throw invitationNotFound();
  await lockWorkspace(ctx.tx, found.workspaceId);
  const invitation = await findInvitationForUpdate(ctx.tx, found.workspaceId, found.id);
  if (!invitation) throw invitationNotFound();
  return invitation;
}

/**
 * Makes a person a member by a locked invitation, inside the caller's transaction, and returns their membership.
 * @throws AppError 409 `already_member`; 410 `invitation_gone`; 403 `invitation_for_someone_else`
 */
export async function joinByInvitation(ctx: Inner, invitation: Invitation, person: Person): Promise<Actor> {
  const { workspaceId, role } = invitation;
  const known = await findMembership(ctx.tx, workspaceId, person.id);
  if (known) throw alreadyMember(known.disabledAt !== null);
  const now = await ctx.clock.now(ctx.tx);
  const rejection = acceptError(invitation, person.email, now);
  if (rejection) throw rejection;
  const inviter = await findMembership(ctx.tx, workspaceId, invitation.invitedBy);
  if (!mayInvite(inviter)) throw invitationGone('revoked');
  await insertMembership(ctx.tx, { workspaceId, userId: person.id, role, createdAt: now });
  await markAccepted(ctx.tx, invitation.id, { acceptedAt: now, acceptedBy: person.id });
  const { credential } = person;
  const actor: Actor = { userId: person.id, workspaceId, role, scopes: new Set(permissionsOf(role)), credential };
  const after = membershipJson({ userId: person.id, name: person.name, role, disabledAt: null });
  await recordEvent(
    { ...ctx, actor },
    {
      type: 'member.joined',
      subjectId: person.id,
      userId: person.id,
      data: { before: null, after, invitation_id: invitation.id },
    },
  );
  return actor;
}

/** A link is valid only while its creator may invite: a former admin can't keep letting people in. */
function mayInvite(inviter: Membership | null): boolean {
  return inviter?.disabledAt === null && permissionsOf(inviter.role).includes('members:manage');
}
