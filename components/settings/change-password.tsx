'use client';

import { useRef, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { PASSWORD_MIN } from '#/lib/accounts/users/user.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = {
  email: string;
  /** Returns how many other sessions have ended. */
  action: (form: FormData) => Promise<FormOutcome<number>>;
};

/**
 * Changes the password, after the current one. Not saved while typing: it is the one setting that can lock someone out.
 */
export function ChangePassword({ email, action }: Props) {
  const [ended, setEnded] = useState<number | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const { form, isBusy, message, errorOf } = useForm(action, (count) => {
    setEnded(count);
    for (const field of fields.current?.querySelectorAll<HTMLInputElement>('[type=password]') ?? []) field.value = '';
  });
  return (
    <form {...form} onChange={() => setEnded(null)}>
      {/* For password managers, which otherwise would not know the account. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div ref={fields} className="grid max-w-[560px] gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Current password"
            name="current_password"
            type="password"
            autoComplete="current-password"
            error={errorOf('current_password')}
          />
          <TextField
            label="New password"
            name="new_password"
            type="password"
            autoComplete="new-password"
            hint={!errorOf('new_password') && `At least ${PASSWORD_MIN} characters; a few words are best`}
            error={errorOf('new_password')}
          />
        </div>
        <FormProblem text={message} />
        <div className="flex items-center gap-3">
          <Button type="submit" busy={isBusy} busyLabel="Changing…">
            Change password
          </Button>
          <p role="status" className="text-xs text-text-2">
            {ended !== null && !isBusy && `Changed. ${formatEnded(ended)}`}
          </p>
        </div>
      </div>
    </form>
  );
}

function formatEnded(count: number): string {
  if (count === 0) return 'You aren’t signed in anywhere else.';
  return count === 1 ? 'Your other device was signed out.' : `Your ${count} other devices were signed out.`;
}
