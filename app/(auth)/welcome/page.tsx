import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { createAccountAction } from '#/app/(auth)/create-account-action.ts';
import { CreateAccountForm } from '#/components/auth/create-account-form.tsx';
import { findSignUpRule } from '#/lib/accounts/users/sign-up-rule.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

export const metadata: Metadata = { title: 'Create your account' };

/** First run. Once anyone has an account, only an old bookmark leads here. */
export default async function WelcomePage() {
  if ((await findSignUpRule(defaultSystem())) !== 'first_run') redirect('/');
  return (
    <>
      <h1 className="text-xl font-semibold">Create your account</h1>
      <p className="mb-2 text-text-2">You’re the first user, so you’ll own the workspace.</p>
      <CreateAccountForm action={createAccountAction} zones={timeZones()} />
    </>
  );
}
