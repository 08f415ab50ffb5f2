'use client';

import { useCallback } from 'react';
import { ClockDigits, type ClockFace } from '#/components/timers/clock-digits.tsx';
import { clockDigits, formatSpokenDuration } from '#/lib/client/time/format-time.ts';
import { elapsedMs, nextTickAt } from '#/lib/client/timers/elapsed.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type TimerClockProps = { timer: TimerJson; look: 'live' | 'still' | 'unsure' };

/** The elapsed time of a timer, in large digits. */
export function TimerClock({ timer, look }: TimerClockProps) {
  const face = useCallback<ClockFace>(
    (now) => {
      const elapsed = elapsedMs(timer, now);
      return { digits: clockDigits(elapsed), spoken: formatMinute(elapsed) };
    },
    [timer],
  );
  return <ClockDigits face={face} nextTickAt={nextTickAt(timer)} look={look} />;
}

/** In whole minutes, so that the name changes no more often. */
function formatMinute(elapsed: number): string {
  return elapsed < MINUTE_MS ? 'less than a minute' : formatSpokenDuration(elapsed);
}
