'use client';

import { useLayoutEffect, useRef } from 'react';
import { useLive, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { phaseLabel } from '#/lib/client/plans/format-phase.ts';
import { shareDone } from '#/lib/client/plans/phase-time.ts';
import { formatDuration, formatWhen } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';

/** With more rounds than this, bars would be less readable than the number. */
const MAX_BARS = 12;

/** One bar per round: finished, the current one partly filled, and future ones; then what comes next, and when. */
export function CycleBars({ phase }: { phase: PhaseJson }) {
  const rounds = Array.from({ length: phase.rounds }, (_, index) => index + 1);
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-2 gap-y-2">
      {phase.rounds > 1 && phase.rounds <= MAX_BARS && (
        <span aria-hidden="true" className="flex max-w-full grow items-center gap-2 md:max-w-[500px]">
          {rounds.map((round) => (
            <Bar key={round} round={round} phase={phase} />
          ))}
        </span>
      )}
      <NextUp phase={phase} />
    </div>
  );
}

function Bar({ round, phase }: { round: number; phase: PhaseJson }) {
  const isCurrent = round === phase.round && phase.kind === 'work';
  const isDone = round < phase.round || (round === phase.round && !isCurrent);
  return (
    <span className="h-2 min-w-3 grow basis-0 overflow-hidden rounded-xs border border-line bg-sunken">
      {isDone && <span className="block h-full bg-text-3" />}
      {isCurrent && <Filling phase={phase} />}
    </span>
  );
}

/** Painted directly every second: nothing around it renders. */
function Filling({ phase }: { phase: PhaseJson }) {
  const { ticker } = useLive();
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const paint = (now: number) => {
      if (bar.current) bar.current.style.transform = `scaleX(${shareDone(phase, now)})`;
    };
    return ticker.add({ paint, stepMs: SECOND_MS, phase: 0 });
  }, [ticker, phase]);
  return <span ref={bar} className="block h-full origin-left bg-accent" style={{ transform: 'scaleX(0)' }} />;
}

/** "long break 15 min at 14:50". */
function NextUp({ phase }: { phase: PhaseJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const at = phase.ends_at ? ` at ${formatWhen(Date.parse(phase.ends_at), style, today)}` : '';
  const next = phase.next && `${phaseLabel(phase.next.kind)} ${formatDuration(phase.next.planned_ms)}`;
  const text = next ? `${next}${at}` : at && `ends${at}`;
  return text ? <span className="text-text-3">{text}</span> : null;
}
