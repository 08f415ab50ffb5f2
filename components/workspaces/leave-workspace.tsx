'use client';

import Link from 'next/link';
import { useState } from 'react';
import { reloadIntoToday, useMoveSession } from '#/components/auth/use-move-session.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';

type Props = { action: () => Promise<FormOutcome> };

/** Members can leave, except the owner, who has to transfer the workspace first. */
export function LeaveWorkspace({ action }: Props) {
  const { role, workspace } = useMe();
  const [isOpen, setOpen] = useState(false);
  if (role === 'owner') {
    return (
      <p className="text-text-2">
        You own {workspace.name}. To leave, first transfer ownership under{' '}
        <Link href="/team/members" className="underline">
          Members
        </Link>
        .
      </p>
    );
  }
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Leave {workspace.name}…
      </Button>
      {isOpen && <Leave action={action} onClose={() => setOpen(false)} />}
    </>
  );
}

function Leave({ action, onClose }: Props & { onClose: () => void }) {
  const { workspace, workspaces } = useMe();
  const move = useMoveSession();
  const { form, isBusy, message } = useForm(() => move(action, reloadIntoToday));
  return (
    <Modal title={`Leave ${workspace.name}?`} role="alertdialog" onClose={onClose}>
      <form {...form} className="grid gap-4">
        <p className="text-text-2">
          Your running timer is stopped and marked for review, and your API keys for this workspace stop working. Your
          tracked time stays. You can come back with a new invitation.
        </p>
        {workspaces.length === 1 && (
          <p className="text-text-2">This is your only workspace: you can’t sign in until someone invites you again.</p>
        )}
        <FormProblem text={message} />
        <div className="flex justify-end gap-2">
          <Button type="button" data-autofocus onClick={onClose}>
            Stay
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} busyLabel="Leaving…">
            Leave workspace
          </Button>
        </div>
      </form>
    </Modal>
  );
}
