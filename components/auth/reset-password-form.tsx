'use client';

import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { PASSWORD_SET } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { PASSWORD_MIN } from '#/lib/accounts/users/user.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

/** Sets the password, then leads to the sign-in page. */
export function ResetPasswordForm({ action }: { action: (form: FormData) => Promise<FormOutcome> }) {
  const leave = () => window.location.assign(`/sign-in?done=${PASSWORD_SET}`);
  const { form, isBusy, message, errorOf } = useForm(action, leave);
  return (
    <form {...form} className="grid gap-3">
      <FormProblem text={message} />
      <TextField
        label="New password"
        name="password"
        type="password"
        size="lg"
        autoComplete="new-password"
        autoFocus
        hint={`${errorOf('password') ? '' : `At least ${PASSWORD_MIN} characters; a few words are best. `}All your devices are signed out.`}
        error={errorOf('password')}
      />
      <Button type="submit" variant="ink" size="lg" busy={isBusy} busyLabel="Saving…" keyLabel="↵">
        Set password
      </Button>
    </form>
  );
}
