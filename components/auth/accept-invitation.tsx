'use client';

import { InvitationHeader } from '#/components/auth/invitation-header.tsx';
import type { PublicInvitation } from '#/components/auth/public-invitation.ts';
import { Button, buttonClass } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { notifyOtherTabs } from '#/lib/client/live/other-tabs.ts';

type Props = {
  token: string;
  invitation: PublicInvitation;
  name: string;
  isMember: boolean;
  accept: (token: string) => Promise<FormOutcome>;
};

/** For a signed-in person: one click, and their session is in the workspace. */
export function AcceptInvitation({ token, invitation, name, isMember, accept }: Props) {
  const { form, isBusy, message } = useForm(
    () => accept(token),
    () => {
      notifyOtherTabs();
      window.location.assign('/');
    },
  );
  if (isMember) return <AlreadyMember workspaceName={invitation.workspace.name} />;
  return (
    <>
      <InvitationHeader invitation={invitation} />
      <form {...form} className="grid gap-3">
        <FormProblem text={message} />
        <Button type="submit" variant="ink" size="lg" autoFocus busy={isBusy} busyLabel="Joining…" keyLabel="↵">
          Accept as {name}
        </Button>
      </form>
      <a href="/" className={buttonClass({ variant: 'ghost', size: 'lg' })}>
        Not now
      </a>
    </>
  );
}

function AlreadyMember({ workspaceName }: { workspaceName: string }) {
  return (
    <>
      <h1 className="text-xl font-semibold wrap-anywhere">You’re already in {workspaceName}</h1>
      <p className="mb-2 text-text-2">Open it from the workspace menu.</p>
      <a href="/" className={buttonClass({ variant: 'ink', size: 'lg' })}>
        Go to Today
      </a>
    </>
  );
}
