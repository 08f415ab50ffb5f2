'use client';

import { scheduleName } from '#/components/schedules/format-schedule.ts';
import { useScheduleActions } from '#/components/schedules/use-schedule-actions.ts';
import { ConfirmDialog } from '#/components/ui/dialog/confirm-dialog.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

type Props = { schedule: ListedScheduleJson; onClose: (isDeleted: boolean) => void };

/** Asks, since it can't be undone. */
export function DeleteSchedule({ schedule, onClose }: Props) {
  const { remove } = useScheduleActions();
  return (
    <ConfirmDialog
      title="Delete this schedule?"
      label="Delete schedule"
      busyLabel="Deleting…"
      onConfirm={() =>
        remove(schedule)
          .then(onClose)
          .then(() => null)
      }
      onCancel={() => onClose(false)}
    >
      {scheduleName(schedule)} won’t run again, and runs not sent yet are aborted. Its finished runs stay in the list of
      alarms. This can’t be undone. To stop it for a while, pause it.
    </ConfirmDialog>
  );
}
