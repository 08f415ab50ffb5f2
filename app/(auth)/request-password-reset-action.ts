'use server';

import { headers } from 'next/headers';
import { submitForm } from '#/app/_server/submit-form.ts';
import { requestPasswordResetInput } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { requestPasswordReset } from '#/lib/accounts/password-resets/request-password-reset.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

/** Responds in the same way whether the address has an account or not. */
export async function requestPasswordResetAction(form: FormData): Promise<FormOutcome> {
  return submitForm(requestPasswordResetInput, { email: form.get('email') }, async ({ email }) => {
    await requestPasswordReset(defaultSystem(), { email, address: clientAddress(await headers()) });
    return undefined;
  });
}
