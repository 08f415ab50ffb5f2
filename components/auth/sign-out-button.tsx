'use client';

import { signOut } from '#/components/auth/sign-out.ts';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

/** Signs out of this device. */
export function SignOutButton() {
  const { form, isBusy, message } = useForm(leave);
  return (
    <form {...form}>
      <Button
        type="submit"
        variant="ghost"
        size="sm"
        className="-my-1 px-1"
        busy={isBusy}
        busyLabel="Signing out…"
        aria-label="Sign out here"
      >
        Sign out
      </Button>
      <FormProblem text={message} />
    </form>
  );
}

async function leave(): Promise<FormOutcome> {
  await signOut();
  return { ok: true, value: undefined };
}
