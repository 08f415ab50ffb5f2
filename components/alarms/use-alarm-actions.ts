'use client';

import { useMemo } from 'react';
import { alarmName } from '#/components/alarms/format-alarm.ts';
import type { ListedAlarmJson, RescheduleAlarmBody } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AlarmMutations, DeadLetterChoice } from '#/lib/client/alarm-mutations.ts';
import { counted } from '#/lib/client/format-time.ts';
import type { Live } from '#/lib/client/live.ts';
import { ApiProblem } from '#/lib/client/problem.ts';
import { useAlarmMutations } from '#/lib/client/use-alarm-mutations.ts';
import { useLive } from '#/lib/client/use-live.tsx';

export type AlarmActions = ReturnType<typeof alarmActions>;

/** What a person can do to alarms, with the words about how it went. */
export function useAlarmActions(): AlarmActions {
  const live = useLive();
  const alarmPresses = useAlarmMutations();
  return useMemo(() => alarmActions(live, alarmPresses), [live, alarmPresses]);
}

function alarmActions(live: Live, alarmPresses: AlarmMutations) {
  const { notices } = live;
  return {
    /** Tries one that waits at once, and redrives one that is dead. */
    redrive: (alarm: ListedAlarmJson) =>
      alarmPresses.redrive(alarm).then(
        () => {
          const lead = alarm.status === 'retrying' ? 'Trying now:' : 'Redriven:';
          notices.show({ icon: 'check', lead, text: alarmName(alarm) });
        },
        (error: unknown) => toastRejected(live, error),
      ),

    abort: (alarm: ListedAlarmJson) =>
      alarmPresses.abort(alarm).then(
        () => {
          const when = alarm.attempts === 0 ? 'before it fired' : 'before its next attempt';
          notices.show({ icon: 'discard', lead: `Aborted ${when}:`, text: alarmName(alarm) });
        },
        (error: unknown) => toastRejected(live, error, 'it can’t be aborted.'),
      ),

    /** Rejects with what is wrong about the time; tells all else. */
    async move(alarm: ListedAlarmJson, body: RescheduleAlarmBody): Promise<void> {
      try {
        await alarmPresses.move(alarm, body);
        notices.show({ icon: 'check', lead: 'Rescheduled:', text: alarmName(alarm) });
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 400) throw error;
        toastRejected(live, error, 'it can’t be rescheduled.');
      }
    },

    redriveDeadLetters: (choice: DeadLetterChoice) =>
      alarmPresses.redriveDeadLetters(choice).then(
        ({ count }) => notices.show({ icon: 'check', lead: `Redriven ${counted(count, 'dead letter')}.` }),
        (error: unknown) => toastRejected(live, error),
      ),
  };
}

function toastRejected({ notices }: Live, error: unknown, tooLate = ''): void {
  const code = error instanceof ApiProblem ? error.code : null;
  if (code === 'alarm_already_firing') {
    notices.show({ icon: 'warning', lead: tooLate ? 'Already firing;' : 'Already firing.', text: tooLate });
  } else if (code === 'alarm_version_mismatch') {
    const text = 'it was changed meanwhile. This is the latest version.';
    notices.show({ icon: 'warning', lead: 'Couldn’t do that:', text });
  } else if (error instanceof ApiProblem) {
    notices.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  } else {
    const text = 'It may have worked; check the list.';
    notices.show({ icon: 'warning', lead: 'No response from the server.', text });
  }
}
