'use client';

import { useState } from 'react';
import { scheduleName } from '#/components/schedules/format-schedule.ts';
import { useScheduleActions } from '#/components/schedules/use-schedule-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

type Props = { schedule: ListedScheduleJson; onClose: (isDeleted: boolean) => void };

/** Asks, since it can't be undone. */
export function DeleteSchedule({ schedule, onClose }: Props) {
  const { remove } = useScheduleActions();
  const [isBusy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    void remove(schedule).then(onClose);
  };
  return (
    <Modal role="alertdialog" title="Delete this schedule?" onClose={() => onClose(false)}>
      <p className="text-text-2 wrap-anywhere">
        {scheduleName(schedule)} will not run again, and runs that were not sent yet are aborted. Its finished runs stay
        in the list of alarms. This can’t be undone; to stop it for a while, pause it.
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={() => onClose(false)}>
          Keep it
        </Button>
        <Button data-confirm variant="danger" busy={isBusy} busyLabel="Deleting…" onClick={confirm}>
          Delete schedule
        </Button>
      </div>
    </Modal>
  );
}
