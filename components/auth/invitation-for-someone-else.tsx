'use client';

import type { PublicInvitation } from '#/components/auth/public-invitation.ts';
import { endSignIn } from '#/components/auth/sign-out.ts';
import { Button, buttonClass } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = { token: string; invitation: PublicInvitation; email: string };

/** The invitation names another address than the one that is signed in. */
export function InvitationForSomeoneElse({ token, invitation, email }: Props) {
  const { form, isBusy, message } = useForm(() => leave(token));
  return (
    <>
      <h1 className="text-xl font-semibold">This invitation is for someone else</h1>
      <p className="text-text-2 wrap-anywhere">
        {invitation.invitedByName} invites {invitation.email} to {invitation.workspace.name}, and you’re signed in as{' '}
        {email}.
      </p>
      <p className="mb-2 text-text-2">
        If both accounts are yours, sign out and use the other one. Otherwise, ask for your own invitation.
      </p>
      <form {...form} className="grid gap-3">
        <FormProblem text={message} />
        <Button type="submit" size="lg" busy={isBusy} busyLabel="Signing out…">
          Sign out and switch
        </Button>
      </form>
      <a href="/" className={buttonClass({ variant: 'ghost', size: 'lg' })}>
        Go to Today
      </a>
    </>
  );
}

async function leave(token: string): Promise<FormOutcome> {
  await endSignIn(`/invitations/${token}`);
  return { ok: true, value: undefined };
}
