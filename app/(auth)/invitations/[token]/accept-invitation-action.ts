'use server';

import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { submitForm } from '#/lib/accounts/submit-form.ts';
import { invitationSecret } from '#/lib/accounts/users/user-schemas.ts';

/** The session works in the workspace from then on. */
export async function acceptInvitationAction(token: string): Promise<FormOutcome> {
  const ctx = await requireCtx(`/invitations/${token}`);
  return submitForm(invitationSecret, token, async (secret) => {
    await acceptInvitation(ctx, secret);
    return undefined;
  });
}
