import type { z } from 'zod';
import { requireCtx } from '#/app/_server/require-actor.ts';
import { submitForm } from '#/app/_server/submit-form.ts';
import { requireWorkspace } from '#/lib/accounts/workspaces/require-workspace.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** Where a form stands: the page, to come back to after signing in, and the workspace that the page shows. */
export type FormPlace = { path: string; workspaceId: string };

/**
 * As `submitForm`, for what changes a workspace: rejected with words when the session works in another one than the
 * page shows. Checks by itself who is signed in.
 */
export async function submitWorkspaceForm<S extends z.ZodType, T>(
  { path, workspaceId }: FormPlace,
  schema: S,
  sent: unknown,
  verb: (ctx: Ctx, input: z.output<S>) => Promise<T>,
): Promise<FormOutcome<T>> {
  const ctx = await requireCtx(path);
  return submitForm(schema, sent, async (input) => {
    await requireWorkspace(ctx, workspaceId);
    return verb(ctx, input);
  });
}
