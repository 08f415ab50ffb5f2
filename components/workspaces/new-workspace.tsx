'use client';

import { reloadIntoToday, useMoveSession } from '#/components/auth/use-move-session.ts';
import { useAccountActions } from '#/components/settings/account-actions.tsx';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';

/** Asks for its name, creates it, and switches to it. */
export function NewWorkspace({ onClose }: { onClose: () => void }) {
  const { createWorkspace } = useAccountActions();
  const move = useMoveSession();
  const { form, isBusy, message, errorOf } = useForm((sent) => move(() => createWorkspace(sent), reloadIntoToday));
  return (
    <Modal title="New workspace" onClose={onClose}>
      <form {...form} className="grid gap-4">
        <p className="text-text-2">You’ll be the owner. Workspaces don’t share time, tickets, alarms, or keys.</p>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          data-autofocus
          hint="For example, your team’s name"
          error={errorOf('name')}
        />
        <FormProblem text={message} />
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Creating…">
            Create workspace
          </Button>
        </div>
      </form>
    </Modal>
  );
}
