'use client';

import { useLayoutEffect, useRef } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { shareDone } from '#/lib/client/plans/phase-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';

/**
 * A ring that closes as the phase continues, in its text color. The digits and the bars next to it say the same in
 * words. Painted directly every second: nothing around it renders.
 */
export function PhaseRing({ phase }: { phase: PhaseJson }) {
  const { ticker } = useLive();
  const arc = useRef<SVGCircleElement>(null);
  useLayoutEffect(() => {
    const paint = (now: number) => arc.current?.setAttribute('stroke-dashoffset', String(1 - shareDone(phase, now)));
    return ticker.add({ paint, stepMs: SECOND_MS, phase: 0 });
  }, [ticker, phase]);
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 -rotate-90 fill-none stroke-current">
      <circle cx="8" cy="8" r="5.75" strokeWidth="2.5" strokeOpacity="0.3" />
      <circle
        ref={arc}
        data-phase-ring
        cx="8"
        cy="8"
        r="5.75"
        strokeWidth="2.5"
        pathLength="1"
        strokeDasharray="1"
        strokeDashoffset="1"
      />
    </svg>
  );
}
