'use client';

import { FormProblem } from '#/components/accounts/form-problem.tsx';
import { useForm } from '#/components/accounts/use-form.ts';
import { Button } from '#/components/ui/button.tsx';
import { TextField } from '#/components/ui/text-field.tsx';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';

type Props = { unlock: (form: FormData) => Promise<FormOutcome> };

/** Asks for the password of a shared report. */
export function UnlockReportForm({ unlock }: Props) {
  const { form, isBusy, message, errorOf } = useForm(unlock);
  return (
    <form {...form} className="grid gap-4">
      <TextField
        label="Password"
        name="password"
        type="password"
        size="lg"
        autoComplete="off"
        error={errorOf('password')}
      />
      <FormProblem words={message} />
      <Button type="submit" variant="ink" size="lg" busy={isBusy} busyLabel="Opening…">
        Open report
      </Button>
    </form>
  );
}
