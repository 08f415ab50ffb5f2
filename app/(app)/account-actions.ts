'use server';

import { revalidatePath } from 'next/cache';
import { findCtx, requireCtx } from '#/app/_server/require-actor.ts';
import { SIGNED_OUT, submitForm } from '#/app/_server/submit-form.ts';
import { type EditSettingsInput, editSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import { createWorkspace } from '#/lib/accounts/workspaces/create-workspace.ts';
import { switchWorkspace } from '#/lib/accounts/workspaces/switch-workspace.ts';
import { createWorkspaceInput, switchWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { editOwnSettings } from '#/lib/tracking/presence/edit-own-settings.ts';

/** Changes the actor's own settings, in every workspace. */
export async function editSettingsAction(change: EditSettingsInput): Promise<FormOutcome> {
  const ctx = await findCtx();
  if (!ctx) return SIGNED_OUT;
  return submitForm(editSettingsInput, change, async (input) => {
    await editOwnSettings(ctx, input);
    // Every page shows times, and the shell the name.
    revalidatePath('/', 'layout');
    return undefined;
  });
}

/** Switches the session to the chosen workspace; the page that requested it reloads. */
export async function switchWorkspaceAction(workspaceId: string): Promise<FormOutcome> {
  const ctx = await requireCtx();
  return submitForm(switchWorkspaceInput, { workspace_id: workspaceId }, async (input) => {
    await switchWorkspace(ctx, input);
    return undefined;
  });
}

/** Creates a workspace owned by the person, and switches the session to it. */
export async function createWorkspaceAction(form: FormData): Promise<FormOutcome> {
  const ctx = await findCtx();
  if (!ctx) return SIGNED_OUT;
  const created = await submitForm(createWorkspaceInput, { name: form.get('name') }, (input) =>
    createWorkspace(ctx, input),
  );
  if (!created.ok) return created;
  const opened = await submitForm(switchWorkspaceInput, { workspace_id: created.value.id }, async (input) => {
    await switchWorkspace(ctx, input);
    return undefined;
  });
  if (opened.ok) return opened;
  revalidatePath('/', 'layout');
  return { ok: false, message: CREATED_NOT_OPENED, fields: {} };
}

// The form must not be sent again, which would create another one with the same name.
const CREATED_NOT_OPENED =
  'The workspace was created but couldn’t be opened. Cancel, then choose it in the workspace menu.';
