'use client';

import type { ComponentProps, ReactNode } from 'react';
import { usePlanKeys } from '#/components/plans/use-plan-keys.ts';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { useIsOffline, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatBreak } from '#/lib/client/plans/format-phase.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type PlanActionsProps = {
  timer: TimerJson;
  phase: PhaseJson;
  actions: TimerActions;
  onSwitch: () => void;
  /** The menu of the timer, with a restart of the phase, if possible. */
  menu: (onRestart?: () => void) => ReactNode;
};

/** Skip, more time, pause or resume, stop; past a deadline the answers to it. By button and by key. */
export function PlanActions({ timer, phase, actions, onSwitch, menu }: PlanActionsProps) {
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  const can = usePlanKeys({ timer, phase, actions, onSwitch });
  const isStrict = timer.plan?.strict === true;
  const isFrozen = phase.state === 'frozen';
  const beginsWork = phase.kind !== 'work' && phase.next !== null;
  return (
    <div className="max-xl:mt-5">
      <div className="flex flex-wrap items-start gap-2">
        {phase.state === 'overtime' && phase.overdue_since && (
          <Step icon="check" does={can.endAtDeadline}>
            Ended at {timeOfDay(Date.parse(phase.overdue_since), style)}
          </Step>
        )}
        <Step
          icon={beginsWork ? 'play' : 'check'}
          variant={phase.state === 'waiting' ? 'go' : 'outline'}
          keyLabel="B"
          does={can.skip}
        >
          {formatSkipped(phase)}
        </Step>
        {!isStrict && (
          <Step icon="plus" does={can.extend}>
            5 min
          </Step>
        )}
        {phase.state !== 'waiting' && (
          <Step
            icon={isFrozen ? 'play' : 'pause'}
            variant={isFrozen ? 'go' : 'outline'}
            keyLabel="P"
            does={can.pauseOrResume}
          >
            {isFrozen ? 'Resume' : 'Pause'}
          </Step>
        )}
        <Step icon="stop" variant="ink" keyLabel="S" does={can.stop}>
          Stop
        </Step>
        {menu(can.restart)}
      </div>
      {isOffline && (
        <p className="mt-2 text-xs text-text-3 xl:text-right">
          {can.pauseOrResume && phase.state !== 'waiting' ? `${isFrozen ? 'Resume' : 'Pause'} and Stop are` : 'Stop is'}{' '}
          sent when you’re back online.
        </p>
      )}
      {isStrict && phase.overdue_since === null && (
        <p className="mt-2 text-xs text-text-3 xl:text-right">Strict: you can only stop it.</p>
      )}
    </div>
  );
}

type StepProps = Pick<ComponentProps<typeof Button>, 'icon' | 'variant' | 'keyLabel' | 'children'> & {
  does: (() => void) | undefined;
};

function Step({ does, keyLabel, ...look }: StepProps) {
  return (
    <Button
      {...look}
      size="lg"
      className="max-md:h-12 max-md:text-[15px]"
      {...(keyLabel && { keyLabel, 'aria-keyshortcuts': keyLabel.toLowerCase() })}
      disabled={!does}
      onClick={() => does?.()}
    />
  );
}

/** The action that ends the phase, named after its effect. */
function formatSkipped({ kind, state, next, round }: PhaseJson): string {
  if (!next) return 'Finish';
  if (kind === 'work') return `${state === 'overtime' ? 'Count it and take the' : 'Skip to'} ${formatBreak(next)}`;
  return state === 'waiting' ? `Start cycle ${round + 1}` : `Skip ${formatBreak({ kind })}`;
}
