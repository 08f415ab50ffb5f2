'use server';

import { headers } from 'next/headers';
import { submitForm } from '#/app/_server/submit-form.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { createAccountInput } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

/** Creates the account; the form then signs in to it, through next-auth like everyone. */
export async function createAccountAction(form: FormData): Promise<FormOutcome> {
  const fields = ['name', 'email', 'password', 'workspace_name', 'time_zone', 'invitation'];
  // A form with an invitation has no workspace, the others no invitation.
  const sent = Object.fromEntries(fields.flatMap((field) => (form.has(field) ? [[field, form.get(field)]] : [])));
  return submitForm(createAccountInput, sent, async (input) => {
    await createAccount(defaultSystem(), input, clientAddress(await headers()));
    return undefined;
  });
}
