'use server';

import { headers } from 'next/headers';
import { defaultSystem } from '#/lib/accounts/default-system.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { submitForm } from '#/lib/accounts/submit-form.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { createAccountInput } from '#/lib/accounts/users/user-schemas.ts';

/** Makes the account; the form signs in with it then, through next-auth like everyone. */
export async function createAccountAction(form: FormData): Promise<FormOutcome> {
  const fields = ['name', 'email', 'password', 'workspace_name', 'time_zone', 'invitation'];
  // A form by invitation has no workspace, the others no invitation.
  const sent = Object.fromEntries(fields.flatMap((field) => (form.has(field) ? [[field, form.get(field)]] : [])));
  return submitForm(createAccountInput, sent, async (input) => {
    await createAccount(defaultSystem(), input, clientAddress(await headers()));
    return undefined;
  });
}
