'use client';

import { useMemo } from 'react';
import { toastEndedTimer, toastRejected } from '#/components/timers/use-timer-actions.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { sendPhaseAction } from '#/lib/client/plans/phase-mutations.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Actions on the phase of a plan, with announcements of their results. */
export function usePhaseSteps() {
  const live = useLive();
  return useMemo(
    () => ({
      /** Ends the phase now, or work past its deadline at that deadline. */
      skip(timer: TimerJson, at: 'now' | 'deadline'): void {
        sendPhaseAction(live, timer, 'skip', { at }).then(
          ({ ended }) => ended && toastEndedTimer(live, ended, `${timerName(timer)} keeps running`),
          (error: unknown) => toastRejected(live, error),
        );
      },

      /** Restarts the phase, with its whole time. */
      restart(timer: TimerJson): void {
        sendPhaseAction(live, timer, 'restart', {}).then(
          () => live.announcer.announce('Phase restarted'),
          (error: unknown) => toastRejected(live, error),
        );
      },

      /** Extends the phase by five minutes. */
      extend(timer: TimerJson): void {
        sendPhaseAction(live, timer, 'extend', {}).catch((error: unknown) => toastRejected(live, error));
        live.announcer.announce('5 more minutes');
      },
    }),
    [live],
  );
}
