import type { Metadata } from 'next';
import Link from 'next/link';
import { resetPasswordAction } from '#/app/(auth)/reset-password/[token]/reset-password-action.ts';
import { ResetPasswordForm } from '#/components/auth/reset-password-form.tsx';
import { buttonClass } from '#/components/ui/button.tsx';
import { isResetOpen } from '#/lib/accounts/password-resets/find-password-reset.ts';
import { resetLinkOver } from '#/lib/accounts/password-resets/password-reset.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

// The secret in the URL must not leak in the Referer header.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' };

/** The page of a mailed link. Opening it changes nothing: mail scanners open it too. */
export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const isOpen = await isResetOpen(defaultSystem(), token);
  return (
    <>
      <h1 className="text-xl font-semibold">Set a new password</h1>
      {isOpen ? <ResetPasswordForm action={resetPasswordAction.bind(null, token)} /> : <LinkOver />}
    </>
  );
}

function LinkOver() {
  return (
    <>
      <p className="mb-2 text-text-2">{resetLinkOver().detail}</p>
      <Link href="/forgot-password" className={buttonClass({ variant: 'ink', size: 'lg' })}>
        Send another link
      </Link>
    </>
  );
}
