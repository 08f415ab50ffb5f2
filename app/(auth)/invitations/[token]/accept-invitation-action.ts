'use server';

import { requireCtx } from '#/app/_server/require-actor.ts';
import { submitForm } from '#/app/_server/submit-form.ts';
import { acceptInvitation } from '#/lib/accounts/invitations/accept-invitation.ts';
import { invitationSecret } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

/** Switches the session to the workspace. */
export async function acceptInvitationAction(token: string): Promise<FormOutcome> {
  const ctx = await requireCtx(`/invitations/${token}`);
  return submitForm(invitationSecret, token, async (secret) => {
    await acceptInvitation(ctx, secret);
    return undefined;
  });
}
