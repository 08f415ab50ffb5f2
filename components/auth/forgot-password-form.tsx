'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { Notice } from '#/components/ui/notice.tsx';
import { RESET_VALID_MS } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** Requests the email address. The message afterwards is the same whether there is an account or not. */
export function ForgotPasswordForm({ action }: { action: (form: FormData) => Promise<FormOutcome> }) {
  const [isSent, setSent] = useState(false);
  const { form, isBusy, message, errorOf } = useForm(action, () => setSent(true));
  if (isSent) {
    return (
      // Replaces the field that had the focus.
      <div ref={takeFocus} tabIndex={-1} className="outline-none">
        <Notice>
          If this address has an account, a link is on its way. It works once, for {RESET_VALID_MS / MINUTE_MS}
          &nbsp;min.
        </Notice>
      </div>
    );
  }
  return (
    <form {...form} className="grid gap-3">
      <FormProblem text={message} />
      <TextField
        label="Email"
        name="email"
        type="email"
        size="lg"
        autoComplete="username"
        autoFocus
        hint="We’ll send a link to set a new password"
        error={errorOf('email')}
      />
      <Button type="submit" variant="ink" size="lg" busy={isBusy} busyLabel="Sending…" keyLabel="↵">
        Send link
      </Button>
    </form>
  );
}

function takeFocus(sent: HTMLElement | null): void {
  sent?.focus();
}
