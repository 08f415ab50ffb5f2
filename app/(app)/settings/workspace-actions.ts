'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { type EditWorkspaceInput, editWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';

export async function editWorkspaceAction(change: EditWorkspaceInput): Promise<FormOutcome> {
  const ctx = await requireCtx('/settings');
  return answerForm(editWorkspaceInput, change, async (input) => {
    await editWorkspace(ctx, input);
    // Every page shows the workspace's name and whether timers are disabled.
    revalidatePath('/', 'layout');
    return undefined;
  });
}

export async function leaveWorkspaceAction(): Promise<FormOutcome> {
  const ctx = await requireCtx('/settings');
  return answerForm(z.object({}), {}, async () => {
    await leaveWorkspace(ctx);
    return undefined;
  });
}
