'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { revokeOtherSessions, revokeSession } from '#/lib/accounts/sessions/revoke-session.ts';
import { revokeSessionInput } from '#/lib/accounts/sessions/session-schemas.ts';

export async function revokeSessionAction(form: FormData): Promise<FormOutcome> {
  const ctx = await requireCtx('/settings');
  return answerForm(revokeSessionInput, { id: form.get('id') }, async (input) => {
    await revokeSession(ctx, input);
    revalidatePath('/settings');
    return undefined;
  });
}

/** Answers how many it has ended. */
export async function revokeOtherSessionsAction(): Promise<FormOutcome<number>> {
  const ctx = await requireCtx('/settings');
  return answerForm(z.object({}), {}, async () => {
    const ended = await revokeOtherSessions(ctx);
    revalidatePath('/settings');
    return ended;
  });
}
