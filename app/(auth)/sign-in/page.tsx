import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { findActor } from '#/app/_server/require-actor.ts';
import { formLinkClass } from '#/components/auth/form-link-class.ts';
import { SignInForm } from '#/components/auth/sign-in-form.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { formatLostAccess } from '#/lib/accounts/memberships/lost-access.ts';
import { PASSWORD_SET } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { callbackPath } from '#/lib/accounts/sessions/callback-path.ts';
import { lostAccessOf } from '#/lib/accounts/sessions/lost-access-of.ts';
import { signInProblem } from '#/lib/accounts/sessions/sign-in-problem.ts';
import { findSignUpRule } from '#/lib/accounts/users/sign-up-rule.ts';
import { ACCOUNT_CREATED } from '#/lib/accounts/users/user.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { env, readMailSettings } from '#/lib/core/env.ts';

export const metadata: Metadata = { title: 'Sign in' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams;
  const path = callbackPath(query.callbackUrl);
  if (await findActor()) redirect(path);
  const cookie = (await headers()).get('cookie');
  const [lost, rule] = await Promise.all([lostAccessOf(defaultSystem(), cookie), findSignUpRule(defaultSystem())]);
  if (rule === 'first_run') redirect('/welcome');
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      {query.done === PASSWORD_SET && <Notice>Your new password is set. Sign in with it.</Notice>}
      {query.done === ACCOUNT_CREATED && <Notice>Your account is ready. Sign in with it.</Notice>}
      <SignInForm
        hasMail={Boolean(readMailSettings().SMTP_URL)}
        path={path}
        hasGithub={Boolean(env().GITHUB_ID)}
        problem={lost ? formatLostAccess(lost) : signInProblem(query.error, query.retry_after)}
      />
      <p className="mt-2 text-xs text-text-3">{rule === 'open' ? <SignUpHint /> : 'New here? Ask your admin.'}</p>
    </>
  );
}

function SignUpHint() {
  return (
    <>
      New here?{' '}
      <Link href="/sign-up" className={formLinkClass}>
        Create your account
      </Link>
    </>
  );
}
