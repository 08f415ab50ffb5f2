'use client';

import { signInWithPassword } from '#/components/auth/auth-requests.ts';
import { TimeZoneField } from '#/components/settings/time-zone-field.tsx';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { ACCOUNT_CREATED, PASSWORD_MIN } from '#/lib/accounts/users/user.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = {
  action: (form: FormData) => Promise<FormOutcome>;
  zones: string[];
  /** With it no workspace is created: the person joins the inviting one, by the invited address. */
  invitation?: { token: string; email: string | null };
};

/** Creates the account and signs in to it. */
export function CreateAccountForm({ action, zones, invitation }: Props) {
  const { form, isBusy, message, errorOf } = useForm(async (sent) => {
    const created = await action(sent);
    if (!created.ok) return created;
    // The account exists, so creating it again would be rejected: if this fails, the sign-in page is next.
    const signedIn = await signInWithPassword(sent).catch(() => null);
    window.location.assign(signedIn?.ok ? '/' : `/sign-in?done=${ACCOUNT_CREATED}`);
    return created;
  });
  return (
    <form {...form} className="grid gap-3">
      <FormProblem text={message} />
      <TextField label="Your name" name="name" size="lg" autoComplete="name" autoFocus error={errorOf('name')} />
      <TextField
        label="Email"
        name="email"
        type="email"
        size="lg"
        autoComplete="username"
        defaultValue={invitation?.email ?? undefined}
        readOnly={Boolean(invitation?.email)}
        error={errorOf('email')}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        size="lg"
        autoComplete="new-password"
        hint={!errorOf('password') && `At least ${PASSWORD_MIN} characters; a few words are best`}
        error={errorOf('password')}
      />
      {invitation ? (
        <input type="hidden" name="invitation" value={invitation.token} />
      ) : (
        <TextField
          label="Workspace"
          name="workspace_name"
          size="lg"
          autoComplete="organization"
          hint="For example, your team’s name"
          error={errorOf('workspace_name')}
        />
      )}
      <TimeZoneField zones={zones} error={errorOf('time_zone')} size="lg" hint="Your days start at midnight here" />
      <Button type="submit" variant="ink" size="lg" busy={isBusy} busyLabel="Creating…" keyLabel="↵">
        Create account
      </Button>
    </form>
  );
}
