'use client';

import { useState } from 'react';
import { alarmName, formatExact } from '#/components/alarms/format-alarm.ts';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { useTimeStyle } from '#/lib/client/use-live.tsx';

/** Asks, since it cannot be undone. Whether it is in time is the server's to say. */
export function AbortAlarm({ alarm, onClose }: { alarm: ListedAlarmJson; onClose: () => void }) {
  const { abort } = useAlarmActions();
  const [isBusy, setBusy] = useState(false);
  const style = useTimeStyle();
  const at = formatExact(Date.parse(alarm.next_attempt_at ?? alarm.due_at), style);
  const confirm = () => {
    setBusy(true);
    void abort(alarm).finally(onClose);
  };
  return (
    <Modal role="alertdialog" title="Abort this alarm?" onClose={onClose}>
      <p className="text-text-2 wrap-anywhere">
        {alarmName(alarm)} will not {alarm.attempts === 0 ? 'fire at' : 'be tried again at'} {at}. This can’t be undone.
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button data-confirm variant="danger" busy={isBusy} busyLabel="Aborting…" onClick={confirm}>
          Abort
        </Button>
      </div>
    </Modal>
  );
}
