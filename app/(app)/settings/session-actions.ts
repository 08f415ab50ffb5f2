'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { z } from 'zod';
import { findCtx, requireCtx } from '#/app/_server/require-actor.ts';
import { SIGNED_OUT, submitForm } from '#/app/_server/submit-form.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { revokeOtherSessions, revokeSession } from '#/lib/accounts/sessions/revoke-session.ts';
import { revokeSessionInput } from '#/lib/accounts/sessions/session-schemas.ts';
import { changePassword } from '#/lib/accounts/users/change-password.ts';
import { changePasswordInput } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

export async function revokeSessionAction(form: FormData): Promise<FormOutcome> {
  const ctx = await requireCtx('/settings');
  return submitForm(revokeSessionInput, { id: form.get('id') }, async (input) => {
    await revokeSession(ctx, input);
    revalidatePath('/settings');
    return undefined;
  });
}

/** Returns how many other sessions it has ended. */
export async function changePasswordAction(form: FormData): Promise<FormOutcome<number>> {
  const ctx = await findCtx();
  if (!ctx) return SIGNED_OUT;
  const sent = { current_password: form.get('current_password'), new_password: form.get('new_password') };
  return submitForm(changePasswordInput, sent, async (input) => {
    const ended = await changePassword(ctx, input, clientAddress(await headers()));
    revalidatePath('/settings');
    return ended;
  });
}

/** Returns how many it has ended. */
export async function revokeOtherSessionsAction(): Promise<FormOutcome<number>> {
  const ctx = await requireCtx('/settings');
  return submitForm(z.object({}), {}, async () => {
    const ended = await revokeOtherSessions(ctx);
    revalidatePath('/settings');
    return ended;
  });
}
