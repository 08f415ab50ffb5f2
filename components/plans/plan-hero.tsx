'use client';

import { type ReactNode, useCallback } from 'react';
import { CycleBars } from '#/components/plans/cycle-bars.tsx';
import { CycleList } from '#/components/plans/cycle-list.tsx';
import { PhaseClock } from '#/components/plans/phase-clock.tsx';
import { PhaseRing } from '#/components/plans/phase-ring.tsx';
import { SyncMark } from '#/components/timers/sync-mark.tsx';
import { useHasPassed } from '#/components/timers/use-has-passed.ts';
import { LiveText } from '#/components/ui/live-text.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useIsOffline, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { capitalized, formatBreak, formatOverdue, phaseName } from '#/lib/client/plans/format-phase.ts';
import { formatDuration, formatWhen } from '#/lib/client/time/format-time.ts';
import { elapsedMs, nextTickAt } from '#/lib/client/timers/elapsed.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type PlanHeroProps = { timer: TimerJson; phase: PhaseJson; title: ReactNode };

/** A running plan: phase, time left, rounds, and what comes next. */
export function PlanHero({ timer, phase, title }: PlanHeroProps) {
  const isOffline = useIsOffline();
  const isLive = phase.state === 'running' || phase.state === 'overtime';
  const appearance = isOffline ? 'unsure' : isLive ? 'live' : 'still';
  return (
    <>
      <PhaseLabel timer={timer} phase={phase} isOffline={isOffline} isLive={isLive} />
      {title}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PhaseClock key={`${phase.cycle_id} ${phase.state}`} phase={phase} look={appearance} />
        <SyncMark />
      </div>
      <CycleBars phase={phase} />
      <PlanFacts timer={timer} phase={phase} />
      <CycleList timer={timer} />
    </>
  );
}

type LabelProps = { timer: TimerJson; phase: PhaseJson; isOffline: boolean; isLive: boolean };

function PhaseLabel({ timer, phase, isOffline, isLive }: LabelProps) {
  const over = formatOverdue(phase);
  const note = over ?? (phase.state === 'frozen' ? 'paused' : undefined);
  const isUp = useHasPassed(phase.ends_at);
  if (isOffline) {
    return (
      <StateLabel
        icon="offline"
        tone="warn"
        note={isUp ? 'this phase is over, waiting for the server' : 'the server keeps time'}
      >
        Offline
      </StateLabel>
    );
  }
  return (
    <StateLabel icon={isLive ? <PhaseRing phase={phase} /> : 'paused'} tone={isLive ? 'live' : 'plain'} note={note}>
      {phaseName(timer, phase)}
    </StateLabel>
  );
}

function PlanFacts({ timer, phase }: { timer: TimerJson; phase: PhaseJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const tracked = useCallback((now: number) => formatDuration(elapsedMs(timer, now)), [timer]);
  const facts: [string, ReactNode][] = [
    [
      phase.kind === 'work' ? 'Work' : capitalized(formatBreak(phase)),
      formatDuration(phase.planned_ms + phase.extended_ms),
    ],
    ['Tracked', <LiveText key="tracked" text={tracked} phase={nextTickAt(timer)} />],
    ['Started', formatWhen(Date.parse(timer.started_at), style, today)],
  ];
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-text-3 md:gap-x-6">
      {facts.map(([name, label]) => (
        <span key={name}>
          {name} <b className="font-medium text-text-2">{label}</b>
        </span>
      ))}
    </p>
  );
}
