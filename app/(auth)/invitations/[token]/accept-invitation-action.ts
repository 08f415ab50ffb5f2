'use server';

import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { invitationSecret } from '#/lib/accounts/users/user-schemas.ts';

/** The session works in the workspace from then on. */
export async function acceptInvitationAction(token: string): Promise<FormOutcome> {
  const ctx = await requireCtx(`/invitations/${token}`);
  return answerForm(invitationSecret, token, async (secret) => {
    await acceptInvitation(ctx, secret);
    return undefined;
  });
}
