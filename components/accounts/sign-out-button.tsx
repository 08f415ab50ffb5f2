'use client';

import { FormProblem } from '#/components/accounts/form-problem.tsx';
import { signOut } from '#/components/accounts/sign-out.ts';
import { useForm } from '#/components/accounts/use-form.ts';
import { Button } from '#/components/ui/button.tsx';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';

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
      <FormProblem words={message} />
    </form>
  );
}

async function leave(): Promise<FormOutcome> {
  await signOut();
  return { ok: true, value: undefined };
}
