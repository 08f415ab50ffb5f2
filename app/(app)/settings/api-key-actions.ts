'use server';

import { revalidatePath } from 'next/cache';
import { openedVersion } from '#/app/_server/opened-version.ts';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import { createApiKeyInput, editApiKeyInput, revokeApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { editApiKey } from '#/lib/accounts/api-keys/edit-api-key.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

/** Form value that keeps a key's current expiry. */
const KEEP_EXPIRY = 'as_it_is';
const editOne = editApiKeyInput.safeExtend({ ...revokeApiKeyInput.shape, version: openedVersion });

/** Returns the secret, which is shown once and can't be read again. */
export async function createApiKeyAction(
  workspaceId: string,
  form: FormData,
): Promise<FormOutcome<{ name: string; secret: string }>> {
  const sent = {
    name: form.get('name'),
    scopes: form.getAll('scopes'),
    expires_in_days: daysOf(form),
  };
  return submitWorkspaceForm(workspaceId, createApiKeyInput, sent, async (ctx, input) => {
    const { key, secret } = await createApiKey(ctx, input);
    revalidatePath('/settings');
    return { name: key.name, secret };
  });
}

/** Changes a key; its secret stays valid. */
export async function editApiKeyAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  const sent = {
    id: form.get('id'),
    version: form.get('version'),
    name: form.get('name'),
    scopes: form.getAll('scopes'),
    expires_in_days: daysOf(form),
  };
  return submitWorkspaceForm(workspaceId, editOne, sent, async (ctx, { id, version, ...input }) => {
    await editApiKey(ctx, { id, ifMatch: [version] }, input);
    revalidatePath('/settings');
    return undefined;
  });
}

/** Null for a key that never expires, undefined to keep the current expiry. */
function daysOf(form: FormData): number | null | undefined {
  const days = form.get('expires_in_days');
  if (days === KEEP_EXPIRY) return undefined;
  return days ? Number(days) : null;
}

export async function revokeApiKeyAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, revokeApiKeyInput, { id: form.get('id') }, async (ctx, input) => {
    await revokeApiKey(ctx, input);
    revalidatePath('/settings');
    return undefined;
  });
}
