'use server';

import { revalidatePath } from 'next/cache';
import { answerForm } from '#/lib/accounts/answer-form.ts';
import { createApiKeyInput, revokeApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';

/** Answers the secret, which is shown once and cannot be asked for again. */
export async function createApiKeyAction(form: FormData): Promise<FormOutcome<{ name: string; secret: string }>> {
  const ctx = await requireCtx('/settings');
  const days = form.get('expires_in_days');
  const sent = {
    name: form.get('name'),
    scopes: form.getAll('scopes'),
    expires_in_days: days ? Number(days) : null,
  };
  return answerForm(createApiKeyInput, sent, async (input) => {
    const { key, secret } = await createApiKey(ctx, input);
    revalidatePath('/settings');
    return { name: key.name, secret };
  });
}

export async function revokeApiKeyAction(form: FormData): Promise<FormOutcome> {
  const ctx = await requireCtx('/settings');
  return answerForm(revokeApiKeyInput, { id: form.get('id') }, async (input) => {
    await revokeApiKey(ctx, input);
    revalidatePath('/settings');
    return undefined;
  });
}
