'use server';

import { headers } from 'next/headers';
import { answerForm } from '#/lib/accounts/answer-form.ts';
import { defaultSystem } from '#/lib/accounts/default-system.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { requestPasswordResetInput } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { requestPasswordReset } from '#/lib/accounts/password-resets/request-password-reset.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';

/** Answers alike whether the address has an account or not. */
export async function requestPasswordResetAction(form: FormData): Promise<FormOutcome> {
  return answerForm(requestPasswordResetInput, { email: form.get('email') }, async ({ email }) => {
    await requestPasswordReset(defaultSystem(), { email, address: clientAddress(await headers()) });
    return undefined;
  });
}
