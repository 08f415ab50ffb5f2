import type { z } from 'zod';
import { findCtx } from '#/app/_server/require-actor.ts';
import { SIGNED_OUT, submitForm } from '#/app/_server/submit-form.ts';
import { requireWorkspace } from '#/lib/accounts/workspaces/require-workspace.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Ctx } from '#/lib/context/context.ts';

/**
 * As `submitForm`, for changes of a workspace: rejected with a message when the session has ended, or is in another
 * workspace than `workspaceId`, the one that the page shows. Typed text stays in the form.
 */
export async function submitWorkspaceForm<S extends z.ZodType, T>(
  workspaceId: string,
  schema: S,
  sent: unknown,
  verb: (ctx: Ctx, input: z.output<S>) => Promise<T>,
): Promise<FormOutcome<T>> {
  const ctx = await findCtx();
  if (!ctx) return SIGNED_OUT;
  return submitForm(schema, sent, async (input) => {
    await requireWorkspace(ctx, workspaceId);
    return verb(ctx, input);
  });
}
