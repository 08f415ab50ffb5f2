'use server';

import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { rotateSecret } from '#/lib/webhooks/secrets/rotate-secret.ts';
import { rotateSecretInput } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

/** Signs alarms with a new secret; the old one also signs for `overlap`, a duration. For admins. */
export async function rotateWebhookSecretAction(workspaceId: string, overlap: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, rotateSecretInput, { overlap }, async (ctx, input) => {
    await rotateSecret(ctx, input.overlap);
    return undefined;
  });
}
