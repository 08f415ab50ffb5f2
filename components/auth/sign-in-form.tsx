'use client';

import Link from 'next/link';
import { signInWithPassword } from '#/components/auth/auth-requests.ts';
import { formLinkClass } from '#/components/auth/form-link-class.ts';
import { GithubButton } from '#/components/auth/github-button.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { WRONG_CREDENTIALS } from '#/lib/accounts/sessions/session.ts';

type Props = {
  /** Where to go afterwards: a path of this site. */
  path: string;
  hasGithub: boolean;
  /** Whether a link for a new password can be mailed. */
  hasMail: boolean;
  /** The message for a sign-in that a provider has just rejected. */
  problem: string | null;
};

/** Only configured providers are shown. */
export function SignInForm({ path, hasGithub, hasMail, problem }: Props) {
  const { form, isBusy, message, errorOf } = useForm(signInWithPassword, () => window.location.assign(path));
  const isWrong = message === WRONG_CREDENTIALS;
  // A person without a workspace may sign in to accept an invitation.
  const invitation = /^\/invitations\/([\w-]+)$/.exec(path)?.[1];
  return (
    <div className="grid gap-3">
      <form {...form} className="grid gap-3">
        <FormProblem text={message ?? problem} />
        {invitation && <input type="hidden" name="invitation" value={invitation} />}
        <TextField
          label="Email"
          name="email"
          type="email"
          size="lg"
          autoComplete="username"
          autoFocus
          error={errorOf('email')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          size="lg"
          autoComplete="current-password"
          aria-invalid={isWrong || undefined}
          error={errorOf('password')}
        />
        <Button type="submit" variant="ink" size="lg" busy={isBusy} busyLabel="Signing in…" keyLabel="↵">
          Sign in
        </Button>
      </form>
      {hasMail && (
        <Link href="/forgot-password" className={classNames('justify-self-start text-xs text-text-3', formLinkClass)}>
          Forgot your password?
        </Link>
      )}
      {hasGithub && <GithubButton path={path} />}
    </div>
  );
}
