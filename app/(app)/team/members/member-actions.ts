'use server';

import { revalidatePath } from 'next/cache';
import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { inviteInput, revokeInvitationInput } from '#/lib/accounts/invitations/invitation-schemas.ts';
import { inviteMember } from '#/lib/accounts/invitations/invite-member.ts';
import { revokeInvitation } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { type EditMemberInput, editMemberInput, memberIdInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import { transferOwnership } from '#/lib/accounts/memberships/transfer-ownership.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';

const PATH = '/team/members';

/** Answers the link, which is shown once and cannot be asked for again. */
export async function inviteAction(
  form: FormData,
): Promise<FormOutcome<{ url: string; email: string | null; mailed: boolean }>> {
  const ctx = await requireCtx(PATH);
  const email = String(form.get('email') ?? '').trim();
  return answerForm(inviteInput, { role: form.get('role'), ...(email && { email }) }, async (input) => {
    const { invitation, url, mailed } = await inviteMember(ctx, input);
    return { url, email: invitation.email, mailed };
  });
}

export async function revokeInvitationAction(id: string): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(revokeInvitationInput, { id }, async (input) => {
    await revokeInvitation(ctx, input);
    return undefined;
  });
}

export async function editMemberAction(userId: string, change: EditMemberInput): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(memberIdInput.extend(editMemberInput.shape), { user_id: userId, ...change }, async (input) => {
    await editMember(ctx, input);
    return undefined;
  });
}

export async function removeMemberAction(userId: string): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(memberIdInput, { user_id: userId }, async (input) => {
    await removeMember(ctx, input);
    return undefined;
  });
}

export async function transferOwnershipAction(userId: string): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(memberIdInput, { user_id: userId }, async (input) => {
    await transferOwnership(ctx, input);
    // Who handed it over is an admin now, on every page.
    revalidatePath('/', 'layout');
    return undefined;
  });
}
