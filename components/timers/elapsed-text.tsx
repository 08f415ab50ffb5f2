'use client';

import { useCallback } from 'react';
import { LiveText } from '#/components/ui/live-text.tsx';
import { elapsedMs, elapsedWithinMs, turnsAt } from '#/lib/client/elapsed.ts';
import { clockDigits } from '#/lib/client/time-words.ts';
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
  return <LiveText text={text} phase={turnsAt(timer)} className={className} />;
}
