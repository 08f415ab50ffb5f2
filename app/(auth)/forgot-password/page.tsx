import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { requestPasswordResetAction } from '#/app/(auth)/request-password-reset-action.ts';
import { ForgotPasswordForm } from '#/components/auth/forgot-password-form.tsx';
import { formLinkClass } from '#/components/auth/form-link-class.ts';
import { readMailSettings } from '#/lib/core/env.ts';

export const metadata: Metadata = { title: 'Forgot your password?' };

/** Only if mail is set up. */
export default function ForgotPasswordPage() {
  if (!readMailSettings().SMTP_URL) redirect('/sign-in');
  return (
    <>
      <h1 className="text-xl font-semibold">Forgot your password?</h1>
      <ForgotPasswordForm action={requestPasswordResetAction} />
      <p className="mt-2 text-xs text-text-3">
        <Link href="/sign-in" className={formLinkClass}>
          Back to sign in
        </Link>
      </p>
    </>
  );
}
