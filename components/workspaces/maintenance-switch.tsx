'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { EditWorkspaceInput, WorkspaceJson } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { counted, formatWhen } from '#/lib/client/time/format-time.ts';

type Edit = (change: EditWorkspaceInput) => Promise<FormOutcome>;
type Props = {
  workspace: Pick<WorkspaceJson, 'name' | 'timers_disabled_at'>;
  edit: Edit;
  /** The number of running timers, if known. */
  running?: number;
};

/** Disables timers for everyone, after explaining the effect; enabling them again does not ask. */
export function MaintenanceSwitch({ workspace, edit, running }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { timers_disabled_at: since } = workspace;
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-medium">Maintenance</h3>
      {since ? (
        <Allow since={since} edit={edit} />
      ) : (
        <>
          <p className="text-xs text-text-3">
            For a migration or a cleanup. Pauses running timers and blocks new ones.
          </p>
          <Button size="sm" icon="pause" className="justify-self-start" onClick={() => setOpen(true)}>
            Pause timers for maintenance…
          </Button>
        </>
      )}
      {isOpen && (
        <Disable
          workspace={workspace}
          edit={edit}
          {...(running !== undefined && { running })}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function Allow({ since, edit }: { since: string; edit: Edit }) {
  const style = useTimeStyle();
  const today = useToday();
  const { form, isBusy, message } = useForm(() => edit({ timers_disabled: false }));
  return (
    <form {...form} className="grid justify-items-start gap-2">
      <p className="text-text-2">
        Timers have been paused for maintenance since {formatWhen(Date.parse(since), style, today)}. Allowing them again
        doesn’t start any: everyone resumes their own.
      </p>
      <FormProblem text={message} />
      <Button type="submit" size="sm" icon="play" busy={isBusy} busyLabel="Allowing…">
        Allow timers again
      </Button>
    </form>
  );
}

function Disable({ workspace, edit, running, onClose }: Props & { onClose: () => void }) {
  const { form, isBusy, message } = useForm(() => edit({ timers_disabled: true }), onClose);
  return (
    <Modal title={`Pause timers in ${workspace.name}?`} role="alertdialog" onClose={onClose}>
      <form {...form} className="grid gap-4">
        <p className="text-text-2">
          Every running timer is paused, for everyone, and nobody can start or resume one until you allow timers again.
          Tracked time is kept, and timers can still be stopped. Alarms aren’t affected.
        </p>
        {running !== undefined && (
          <p className="text-text">
            {running === 0 ? 'No timer is running.' : `${counted(running, 'timer is', 'timers are')} running.`}
          </p>
        )}
        <FormProblem text={message} />
        <div className="flex justify-end gap-2">
          <Button type="button" data-autofocus onClick={onClose}>
            Keep them running
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} busyLabel="Pausing…">
            Pause timers
          </Button>
        </div>
      </form>
    </Modal>
  );
}
