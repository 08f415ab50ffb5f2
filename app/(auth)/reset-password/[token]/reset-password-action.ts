'use server';

import { headers } from 'next/headers';
import { submitForm } from '#/app/_server/submit-form.ts';
import { resetPasswordInput } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { resetPassword } from '#/lib/accounts/password-resets/reset-password.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

/** Sets the password; the person then signs in with it, like everyone. */
export async function resetPasswordAction(token: string, form: FormData): Promise<FormOutcome> {
  return submitForm(resetPasswordInput, { token, password: form.get('password') }, async (input) => {
    await resetPassword(defaultSystem(), input, clientAddress(await headers()));
    return undefined;
  });
}
