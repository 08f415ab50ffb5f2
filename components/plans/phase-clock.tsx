'use client';

import { useCallback } from 'react';
import { ClockDigits, type ClockFace } from '#/components/timers/clock-digits.tsx';
import { formatSpokenPhase } from '#/lib/client/plans/format-phase.ts';
import { phaseDigits, phaseTime } from '#/lib/client/plans/phase-time.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';

type PhaseClockProps = { phase: PhaseJson; look: 'live' | 'still' | 'unsure' };

/** The rest of a phase, or, with a plus, how long it has been over, in large digits. */
export function PhaseClock({ phase, look }: PhaseClockProps) {
  const face = useCallback<ClockFace>(
    (now) => {
      const time = phaseTime(phase, now);
      return { digits: phaseDigits(time), spoken: formatSpokenPhase(time) };
    },
    [phase],
  );
  const deadline = Date.parse(phase.ends_at ?? phase.overdue_since ?? phase.started_at);
  return <ClockDigits face={face} nextTickAt={phase.state === 'frozen' ? null : deadline} look={look} />;
}
