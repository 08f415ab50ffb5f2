'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { counted } from '#/lib/client/time/format-time.ts';

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
      <FormProblem text={message} />
    </form>
  );
}
