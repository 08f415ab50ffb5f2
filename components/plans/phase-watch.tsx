'use client';

import { useEffect, useRef } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { markReached, phaseName } from '#/lib/client/plans/format-phase.ts';
import { formatDuration, formatSpokenDuration } from '#/lib/client/time/format-time.ts';
import { MAX_TIMEOUT_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type PhaseWatchProps = { timer: TimerJson; phase: PhaseJson };

/**
 * A tab's announcements about a running plan, on any page: time left, each change of phase, and the chime if chosen.
 */
export function PhaseWatch({ timer, phase }: PhaseWatchProps) {
  useWhatIsLeft(phase.ends_at);
  useAnnouncedPhase(timer, phase);
  useChime(phase.ends_at);
  return null;
}

/** Announces when 5 minutes are left, and 1. */
function useWhatIsLeft(at: string | null): void {
  const { ticker, announcer } = useLive();
  useEffect(() => {
    if (!at) return;
    const deadline = Date.parse(at);
    let before: number | null = null;
    const notice = (now: number) => {
      const left = deadline - now;
      const mark = before === null ? null : markReached(before, left);
      if (mark !== null) announcer.announce(`${formatSpokenDuration(mark)} left`);
      before = left;
    };
    return ticker.add({ paint: notice, stepMs: MINUTE_MS, phase: deadline });
  }, [at, ticker, announcer]);
}

/**
 * Announces which phase has begun, by itself or not. One that is over without advancing has a separate notification.
 */
function useAnnouncedPhase(timer: TimerJson, phase: PhaseJson): void {
  const { announcer, mutations } = useLive();
  const key = `${mutations.keyOf(timer)} ${phase.kind} ${phase.round}`;
  const text = `${phaseName(timer, phase)}, ${formatDuration(phase.planned_ms)}`;
  const announced = useRef({ key, timer: mutations.keyOf(timer) });
  useEffect(() => {
    const before = announced.current;
    announced.current = { key, timer: mutations.keyOf(timer) };
    if (before.key !== key && before.timer === announced.current.timer) announcer.announce(text);
  }, [key, text, timer, mutations, announcer]);
}

/** Plays a sound at the end of a phase, if chosen, on any page. */
function useChime(at: string | null): void {
  const { clock, me } = useLive();
  useEffect(() => {
    const leftMs = at ? Date.parse(at) - clock.now() : 0;
    if (leftMs <= 0 || leftMs > MAX_TIMEOUT_MS) return;
    const timeout = setTimeout(() => {
      if (me.current().user.pomodoro.sound) void import('#/lib/client/page/chime.ts').then(({ chime }) => chime());
    }, leftMs);
    return () => clearTimeout(timeout);
  }, [at, clock, me]);
}
