'use client';

import { useState } from 'react';
import { FormProblem } from '#/components/accounts/form-problem.tsx';
import { useForm } from '#/components/accounts/use-form.ts';
import { Button } from '#/components/ui/button.tsx';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { counted } from '#/lib/client/format-time.ts';

type Props = { count: number; action: () => Promise<FormOutcome<number>> };

export function SignOutOthers({ count, action }: Props) {
  const [ended, setEnded] = useState<number | null>(null);
  const { form, isBusy, message } = useForm(action, setEnded);
  return (
    <form {...form} className="grid justify-items-start gap-2">
      {count > 0 && (
        <Button type="submit" variant="soft" size="sm" busy={isBusy} busyLabel="Signing out…">
          Sign out other devices
        </Button>
      )}
      <p role="status" className="text-xs text-text-2">
        {ended !== null && `Signed out ${counted(ended, 'other device')}`}
      </p>
      <FormProblem words={message} />
    </form>
  );
}
