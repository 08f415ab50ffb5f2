'use server';

import { revalidatePath } from 'next/cache';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import type { Invited } from '#/components/members/member-actions.ts';
import { inviteInput, revokeInvitationInput } from '#/lib/accounts/invitations/invitation-schemas.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { revokeInvitation } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { type EditMemberInput, editMemberInput, memberIdInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import { transferOwnership } from '#/lib/accounts/memberships/transfer-ownership.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';

/** Invites a person, for admins. Returns the link, which is shown once and can't be read again. */
export async function inviteAction(workspaceId: string, form: FormData): Promise<FormOutcome<Invited>> {
  const email = String(form.get('email') ?? '').trim();
  return submitWorkspaceForm(
    workspaceId,
    inviteInput,
    { role: form.get('role'), ...(email && { email }) },
    async (ctx, input) => {
      const { invitation, url, mailed } = await inviteMember(ctx, input);
      return { url, email: invitation.email, mailed, expiresAt: invitation.expiresAt.toISOString() };
    },
  );
}

/** Revokes an open invitation. For admins. */
export async function revokeInvitationAction(workspaceId: string, id: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, revokeInvitationInput, { id }, async (ctx, input) => {
    await revokeInvitation(ctx, input);
    return undefined;
  });
}

/** Gives a member another role, disables or enables them. For admins. */
export async function editMemberAction(
  workspaceId: string,
  userId: string,
  change: EditMemberInput,
): Promise<FormOutcome> {
  return submitWorkspaceForm(
    workspaceId,
    memberIdInput.extend(editMemberInput.shape),
    { user_id: userId, ...change },
    async (ctx, input) => {
      await editMember(ctx, input);
      return undefined;
    },
  );
}

/** Removes a member; their recorded time stays. For admins. */
export async function removeMemberAction(workspaceId: string, userId: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, memberIdInput, { user_id: userId }, async (ctx, input) => {
    await removeMember(ctx, input);
    return undefined;
  });
}

/** Makes another member the owner, and the former one an admin. For the owner. */
export async function transferOwnershipAction(workspaceId: string, userId: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, memberIdInput, { user_id: userId }, async (ctx, input) => {
    await transferOwnership(ctx, input);
    // The former owner is an admin now, on every page.
    revalidatePath('/', 'layout');
    return undefined;
  });
}
