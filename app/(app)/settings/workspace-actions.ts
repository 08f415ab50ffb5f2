'use server';

import { revalidatePath } from 'next/cache';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import {
  type EditWorkspaceInput,
  editWorkspaceInput,
  leaveWorkspaceInput,
} from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';

/** Changes the settings of the workspace; omitted fields stay. For admins. */
export async function editWorkspaceAction(workspaceId: string, change: EditWorkspaceInput): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, editWorkspaceInput, change, async (ctx, input) => {
    await editWorkspace(ctx, input);
    // Every page shows the workspace's name and whether timers are disabled.
    revalidatePath('/', 'layout');
    return undefined;
  });
}

/** Removes the person from the workspace. For every member except the owner. */
export async function leaveWorkspaceAction(workspaceId: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, leaveWorkspaceInput, { workspace_id: workspaceId }, async (ctx, input) => {
    await leaveWorkspace(ctx, input);
    return undefined;
  });
}
