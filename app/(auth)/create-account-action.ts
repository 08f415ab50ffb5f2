'use server';

import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { createAccountInput } from '#/lib/accounts/users/user-schemas.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';

/** Makes the account; the form signs in with it then, through next-auth like everyone. */
export async function createAccountAction(form: FormData): Promise<FormOutcome> {
  const fields = ['name', 'email', 'password', 'workspace_name', 'time_zone'];
  const sent = Object.fromEntries(fields.map((field) => [field, form.get(field)]));
  return answerForm(createAccountInput, sent, async (input) => {
    await createAccount({ db: db(), clock: databaseClock, signUp: env().SIGN_UP }, input);
    return undefined;
  });
}
