'use client';

import { alarmName, formatExact } from '#/components/alarms/format-alarm.ts';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { ConfirmDialog } from '#/components/ui/dialog/confirm-dialog.tsx';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

/** Asks, since it cannot be undone. The server decides whether it is in time. */
export function AbortAlarm({ alarm, onClose }: { alarm: ListedAlarmJson; onClose: () => void }) {
  const { abort } = useAlarmActions();
  const style = useTimeStyle();
  const at = formatExact(Date.parse(alarm.next_attempt_at ?? alarm.due_at), style);
  return (
    <ConfirmDialog
      title="Abort this alarm?"
      label="Abort"
      busyLabel="Aborting…"
      onConfirm={() =>
        abort(alarm)
          .finally(onClose)
          .then(() => null)
      }
      onCancel={onClose}
    >
      {alarmName(alarm)} won’t {alarm.attempts === 0 ? 'fire at' : 'be retried at'} {at}. This can’t be undone.
    </ConfirmDialog>
  );
}
