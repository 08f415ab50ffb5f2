'use server';

import { headers } from 'next/headers';
import { defaultSystem } from '#/lib/accounts/default-system.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { resetPasswordInput } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { resetPassword } from '#/lib/accounts/password-resets/reset-password.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { submitForm } from '#/lib/accounts/submit-form.ts';

/** Sets the password; the person signs in with it then, like everyone. */
export async function resetPasswordAction(token: string, form: FormData): Promise<FormOutcome> {
  return submitForm(resetPasswordInput, { token, password: form.get('password') }, async (input) => {
    await resetPassword(defaultSystem(), input, clientAddress(await headers()));
    return undefined;
  });
}
