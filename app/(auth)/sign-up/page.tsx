import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { findActor } from '#/app/_server/require-actor.ts';
import { createAccountAction } from '#/app/(auth)/create-account-action.ts';
import { CreateAccountForm } from '#/components/auth/create-account-form.tsx';
import { formLinkClass } from '#/components/auth/form-link-class.ts';
import { findSignUpRule } from '#/lib/accounts/users/sign-up-rule.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

export const metadata: Metadata = { title: 'Create your account' };

/** Only if the setting `SIGN_UP` is `open`: everyone gets a workspace of their own. */
export default async function SignUpPage() {
  if (await findActor()) redirect('/');
  const rule = await findSignUpRule(defaultSystem());
  if (rule !== 'open') redirect(rule === 'first_run' ? '/welcome' : '/sign-in');
  return (
    <>
      <h1 className="text-xl font-semibold">Create your account</h1>
      <CreateAccountForm action={createAccountAction} zones={timeZones()} />
      <p className="mt-2 text-xs text-text-3">
        Already have an account?{' '}
        <Link href="/sign-in" className={formLinkClass}>
          Sign in
        </Link>
      </p>
    </>
  );
}
