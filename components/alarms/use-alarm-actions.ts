'use client';

import { useMemo } from 'react';
import { alarmName } from '#/components/alarms/format-alarm.ts';
import type { RescheduleAlarmBody } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AlarmMutations, DeadLetterChoice } from '#/lib/client/alarms/alarm-mutations.ts';
import { useAlarmMutations } from '#/lib/client/alarms/use-alarm-mutations.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { counted } from '#/lib/client/time/format-time.ts';

export type AlarmActions = ReturnType<typeof alarmActions>;

/** Actions on alarms, with toasts of their results. */
export function useAlarmActions(): AlarmActions {
  const live = useLive();
  const alarmMutations = useAlarmMutations();
  return useMemo(() => alarmActions(live, alarmMutations), [live, alarmMutations]);
}

function alarmActions(live: Live, alarmMutations: AlarmMutations) {
  const { toasts } = live;
  return {
    /** Tries a waiting one at once, and redrives a dead one. */
    redrive: (alarm: ListedAlarmJson) =>
      alarmMutations.redrive(alarm).then(
        () => {
          const lead = alarm.status === 'retrying' ? 'Trying now:' : 'Redriven:';
          toasts.show({ icon: 'check', lead, text: alarmName(alarm) });
        },
        (error: unknown) => toastRejected(live, error),
      ),

    abort: (alarm: ListedAlarmJson) =>
      alarmMutations.abort(alarm).then(
        () => {
          const when = alarm.attempts === 0 ? 'before it fired' : 'before its next attempt';
          toasts.show({ icon: 'discard', lead: `Aborted ${when}:`, text: alarmName(alarm) });
        },
        (error: unknown) => toastRejected(live, error, 'it can’t be aborted.'),
      ),

    /** Rejects with an error in the time; shows all others. */
    async reschedule(alarm: ListedAlarmJson, body: RescheduleAlarmBody): Promise<void> {
      try {
        await alarmMutations.reschedule(alarm, body);
        toasts.show({ icon: 'check', lead: 'Rescheduled:', text: alarmName(alarm) });
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 400) throw error;
        toastRejected(live, error, 'it can’t be rescheduled.');
      }
    },

    redriveDeadLetters: (choice: DeadLetterChoice) =>
      alarmMutations.redriveDeadLetters(choice).then(
        ({ count }) => toasts.show({ icon: 'check', lead: `${counted(count, 'dead letter')} redriven.` }),
        (error: unknown) => toastRejected(live, error),
      ),
  };
}

function toastRejected({ toasts }: Live, error: unknown, tooLate = ''): void {
  const code = error instanceof ApiProblem ? error.code : null;
  if (code === 'alarm_already_firing') {
    toasts.show({ icon: 'warning', lead: tooLate ? 'Already firing;' : 'Already firing.', text: tooLate });
  } else if (code === 'alarm_version_mismatch') {
    const text = 'it has changed since. This is the latest version.';
    toasts.show({ icon: 'warning', lead: 'Couldn’t do that:', text });
  } else if (error instanceof ApiProblem) {
    toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  } else {
    const text = 'It may have worked; check the list.';
    toasts.show({ icon: 'warning', lead: 'No response from the server.', text });
  }
}
