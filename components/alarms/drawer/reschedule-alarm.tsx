'use client';

import { type SubmitEvent, useState } from 'react';
import { WhenFields } from '#/components/alarms/form/when-fields.tsx';
import { alarmName } from '#/components/alarms/format-alarm.ts';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { readWhen, type TypedWhen, typedInstant } from '#/lib/client/alarms/alarm-when.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';

type RescheduleAlarmProps = { alarm: ListedAlarmJson; onClose: () => void };

/** Reschedules an alarm, conditional on the version at which the dialog was opened. */
export function RescheduleAlarm({ alarm, onClose }: RescheduleAlarmProps) {
  const { time_zone: timeZone } = useMe().user;
  const { reschedule } = useAlarmActions();
  const [opened] = useState(alarm);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [when, setWhen] = useState<TypedWhen>(() => ({
    kind: 'at',
    length: '',
    ...typedInstant(Date.parse(alarm.due_at), timeZone),
  }));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const read = readWhen(when, timeZone);
    if (!read.ok) return setError(read.problem);
    setBusy(true);
    try {
      await reschedule(opened, read.body);
      onClose();
    } catch (problem) {
      setError(problem instanceof ApiProblem ? problem.detail : 'Not rescheduled.');
      setBusy(false);
    }
  };
  return (
    <Modal title={`Reschedule ${alarmName(alarm)}`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <WhenFields
          when={when}
          error={error}
          onChange={(change) => {
            setError(undefined);
            setWhen((before) => ({ ...before, ...change }));
          }}
        />
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Rescheduling…">
            Reschedule
          </Button>
        </div>
      </form>
    </Modal>
  );
}
