'use client';

import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

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
      <FormProblem text={message} />
      <Button type="submit" variant="ink" size="lg" busy={isBusy} busyLabel="Opening…">
        Open report
      </Button>
    </form>
  );
}
