'use client';

import { useEffect, useState } from 'react';
import { useCurrentTimer, useLive } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { phaseDigits, phaseTime } from '#/lib/client/plans/phase-time.ts';
import { clockDigits, formatSpokenDuration } from '#/lib/client/time/format-time.ts';
import { elapsedMs, nextTickAt } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { HOUR_MS, MAX_TIMEOUT_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Later than the worker, so that its event usually comes first. */
const AFTER_CAP_MS = 1_500;
const PHASE_WATCH = new LazyModule(() => import('#/components/plans/phase-watch.tsx').then((part) => part.PhaseWatch));
const ignore = () => {};
const RING = '<circle cx="8" cy="8" r="6.5" fill="none" stroke="#1f9d7c" stroke-width="2"/>';
const DRAWINGS = {
  running: `${RING}<circle cx="8" cy="8" r="3" fill="#1f9d7c"/>`,
  paused:
    '<circle cx="8" cy="8" r="6.5" fill="none" stroke="#8a8f8d" stroke-width="2"/><path d="M6.5 5.5v5M9.5 5.5v5" stroke="#8a8f8d" stroke-width="2"/>',
};

/**
 * A tab's display of the running timer, on any page: its title shows how long and on what, its icon whether it runs,
 * each full hour is announced, and at the cap it reloads.
 */
export function TimerWatch() {
  const { data } = useCurrentTimer();
  const running = data?.timer ?? null;
  const elsewhere = data?.elsewhere?.timer ?? null;
  const timer = running ?? data?.paused[0] ?? null;
  useTitle(running ?? elsewhere ?? (timer?.phase?.ends_at ? timer : null));
  useIcon(elsewhere ? 'running' : timer && (timer.status === 'running' ? 'running' : 'paused'));
  useFullHours(running);
  useDeadline((running ?? elsewhere)?.cap_at);
  useDeadline(timer?.phase?.ends_at);
  const Watch = usePhaseWatch(Boolean(timer?.phase));
  return timer?.phase && Watch ? <Watch timer={timer} phase={timer.phase} /> : null;
}

/** Most timers have no plan: loaded when one has. */
function usePhaseWatch(isWanted: boolean) {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    // Without a response it is loaded with the next plan; nothing on the page needs it.
    if (isWanted && !PHASE_WATCH.loaded()) PHASE_WATCH.get().then(() => setLoaded(true), ignore);
  }, [isWanted]);
  return PHASE_WATCH.loaded();
}

function useTitle(timer: TimerJson | null): void {
  const { ticker } = useLive();
  useEffect(() => {
    if (!timer) return;
    let pageTitle = document.title;
    let ownTitle = '';
    const paint = (now: number) => {
      if (document.title !== ownTitle) pageTitle = document.title;
      ownTitle = `${titleDigits(timer, now)} ${timer.ticket?.key ?? timer.title}`.trim();
      if (document.title !== ownTitle) document.title = ownTitle;
    };
    // Every second, though the text changes by the minute: a change of page sets its own title.
    const stop = ticker.add({ paint, stepMs: SECOND_MS, phase: nextTickAt(timer) ?? 0 });
    return () => {
      stop();
      document.title = pageTitle;
    };
  }, [timer, ticker]);
}

/** By the minute; for a plan the remaining time, to the second. */
function titleDigits(timer: TimerJson, now: number): string {
  return timer.phase ? phaseDigits(phaseTime(timer.phase, now)).join('') : clockDigits(elapsedMs(timer, now))[0];
}

function useIcon(state: keyof typeof DRAWINGS | null): void {
  useEffect(() => {
    if (!state) return;
    const link = document.createElement('link');
    link.rel = 'icon';
    link.type = 'image/svg+xml';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${DRAWINGS[state]}</svg>`;
    link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    document.head.append(link);
    return () => link.remove();
  }, [state]);
}

function useFullHours(timer: TimerJson | null): void {
  const { ticker, announcer } = useLive();
  useEffect(() => {
    if (!timer) return;
    let hours: number | null = null;
    const notice = (now: number) => {
      const passed = Math.floor(elapsedMs(timer, now) / HOUR_MS);
      if (hours !== null && passed > hours)
        announcer.announce(`${timerName(timer)}, ${formatSpokenDuration(passed * HOUR_MS)}`);
      hours = passed;
    };
    return ticker.add({ paint: notice, stepMs: MINUTE_MS, phase: nextTickAt(timer) ?? 0 });
  }, [timer, ticker, announcer]);
}

/** The server ends a timer at its cap, and advances phases at their deadline; a page without an update reloads then. */
function useDeadline(at: string | null | undefined): void {
  const { clock, updates } = useLive();
  useEffect(() => {
    if (!at) return;
    const timeout = setTimeout(
      () => void updates.refresh(),
      Math.min(Date.parse(at) - clock.now() + AFTER_CAP_MS, MAX_TIMEOUT_MS),
    );
    return () => clearTimeout(timeout);
  }, [at, clock, updates]);
}
