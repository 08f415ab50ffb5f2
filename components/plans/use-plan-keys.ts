'use client';

import { useMemo } from 'react';
import { usePhaseSteps } from '#/components/plans/use-phase-steps.ts';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { useShortcuts, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { timer: TimerJson; phase: PhaseJson; actions: TimerActions; onSwitch: () => void };

/**
 * The possible actions on a plan, each undefined when impossible; bound to its keys as well. Offline the steps of the
 * plan only show a message; other actions are queued.
 */
export function usePlanKeys({ timer, phase, actions, onSwitch }: Parts) {
  const steps = usePhaseSteps();
  const needsServer = useNeedsServer();
  const isRejected = useStartBlockedReason() !== null;
  const planActions = useMemo(() => {
    const isBreak = phase.kind !== 'work';
    const isFrozen = phase.state === 'frozen';
    const isStrict = timer.plan?.strict === true;
    const isBound = isStrict && phase.overdue_since === null;
    const cannotBegin = isRejected && isBreak && phase.next !== null;
    const resume = isRejected && !isBreak ? undefined : () => actions.resume(timer);
    const pause = isBound ? undefined : () => actions.pause(timer);
    return {
      skip: isBound || cannotBegin ? undefined : needsServer(() => steps.skip(timer, 'now')),
      endAtDeadline: phase.state === 'overtime' ? needsServer(() => steps.skip(timer, 'deadline')) : undefined,
      extend: isStrict ? undefined : needsServer(() => steps.extend(timer)),
      restart: isStrict ? undefined : needsServer(() => steps.restart(timer)),
      pauseOrResume: isFrozen || phase.state === 'waiting' ? resume : pause,
      stop: () => actions.stop(timer),
      switchOver: isRejected ? undefined : onSwitch,
    };
  }, [needsServer, isRejected, timer, phase, actions, steps, onSwitch]);
  const keys = useMemo(
    () => ({
      w: planActions.switchOver,
      b: planActions.skip,
      r: planActions.restart,
      p: planActions.pauseOrResume,
      s: planActions.stop,
    }),
    [planActions],
  );
  useShortcuts(keys);
  return planActions;
}
