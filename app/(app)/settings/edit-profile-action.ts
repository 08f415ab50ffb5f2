'use server';

import { revalidatePath } from 'next/cache';
import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { editProfile } from '#/lib/accounts/users/edit-profile.ts';
import { editProfileInput } from '#/lib/accounts/users/user-schemas.ts';

export async function editProfileAction(form: FormData): Promise<FormOutcome> {
  const ctx = await requireCtx('/settings');
  return answerForm(editProfileInput, { name: form.get('name'), time_zone: form.get('time_zone') }, async (input) => {
    await editProfile(ctx, input);
    // The shell shows the name too.
    revalidatePath('/', 'layout');
    return undefined;
  });
}
