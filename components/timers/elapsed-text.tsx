'use client';

import { useCallback } from 'react';
import { LiveText } from '#/components/ui/live-text.tsx';
import { phaseDigits, phaseTime } from '#/lib/client/plans/phase-time.ts';
import { clockDigits } from '#/lib/client/time/format-time.ts';
import { elapsedMs, elapsedWithinMs, nextTickAt } from '#/lib/client/timers/elapsed.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type ElapsedTextProps = { timer: TimerJson; within?: { from: number; to: number }; className?: string };

/** `1:23:45`, small: the running time of a timer, or of its part in a range. */
export function ElapsedText({ timer, within, className }: ElapsedTextProps) {
  const from = within?.from;
  const to = within?.to;
  const text = useCallback(
    (now: number) => {
      const ms =
        from !== undefined && to !== undefined ? elapsedWithinMs(timer, { from, to }, now) : elapsedMs(timer, now);
      return clockDigits(ms).join('');
    },
    [timer, from, to],
  );
  return <LiveText text={text} phase={nextTickAt(timer)} className={className} />;
}

/** A timer's digits wherever it is shown: with a plan the rest of the phase, else its running time. */
export function LiveDigits({ timer, className }: { timer: TimerJson; className?: string }) {
  const { phase } = timer;
  const text = useCallback((now: number) => (phase ? phaseDigits(phaseTime(phase, now)).join('') : ''), [phase]);
  if (!phase) return <ElapsedText timer={timer} className={className} />;
  const phaseEnd = phase.ends_at ?? phase.overdue_since;
  return <LiveText text={text} phase={phaseEnd ? Date.parse(phaseEnd) : 0} className={className} />;
}
