'use server';

import { revalidatePath } from 'next/cache';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import { createApiKeyInput, revokeApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

const PATH = '/settings';

/** Returns the secret, which is shown once and can't be asked for again. */
export async function createApiKeyAction(
  workspaceId: string,
  form: FormData,
): Promise<FormOutcome<{ name: string; secret: string }>> {
  const days = form.get('expires_in_days');
  const sent = {
    name: form.get('name'),
    scopes: form.getAll('scopes'),
    expires_in_days: days ? Number(days) : null,
  };
  return submitWorkspaceForm({ path: PATH, workspaceId }, createApiKeyInput, sent, async (ctx, input) => {
    const { key, secret } = await createApiKey(ctx, input);
    revalidatePath('/settings');
    return { name: key.name, secret };
  });
}

export async function revokeApiKeyAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  return submitWorkspaceForm(
    { path: PATH, workspaceId },
    revokeApiKeyInput,
    { id: form.get('id') },
    async (ctx, input) => {
      await revokeApiKey(ctx, input);
      revalidatePath('/settings');
      return undefined;
    },
  );
}
