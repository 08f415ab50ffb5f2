'use client';

import { useEffect, useState } from 'react';
import { timerName } from '#/components/timers/use-timer-actions.ts';
import { elapsedMs, turnsAt } from '#/lib/client/elapsed.ts';
import { clockDigits, spokenLength } from '#/lib/client/time-words.ts';
import { useCurrentTimer, useLive } from '#/lib/client/use-live.tsx';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Later than the worker, so that its event comes first as a rule. */
const AFTER_CAP_MS = 1_500;
const RING = '<circle cx="8" cy="8" r="6.5" fill="none" stroke="#1f9d7c" stroke-width="2"/>';
const DRAWINGS = {
  running: `${RING}<circle cx="8" cy="8" r="3" fill="#1f9d7c"/>`,
  paused:
    '<circle cx="8" cy="8" r="6.5" fill="none" stroke="#8a8f8d" stroke-width="2"/><path d="M6.5 5.5v5M9.5 5.5v5" stroke="#8a8f8d" stroke-width="2"/>',
};

/**
 * What a tab does about the running timer, whatever page it shows: its title says how long and on what, its icon
 * whether it runs, each full hour is said, and at the cap it looks again. It waits for the page: a question asked before
 * it would keep the answers that come with it out of the first frame.
 */
export function TimerWatch() {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady && <RunningTimerWatch />;
}

function RunningTimerWatch() {
  const { data } = useCurrentTimer();
  const running = data?.timer ?? null;
  const timer = running ?? data?.paused[0] ?? null;
  useTitle(running);
  useIcon(timer && (timer.status === 'running' ? 'running' : 'paused'));
  useFullHours(running);
  useCap(running);
  return null;
}

function useTitle(timer: TimerJson | null): void {
  const { ticker } = useLive();
  useEffect(() => {
    if (!timer) return;
    let pageTitle = document.title;
    let ownTitle = '';
    const paint = (now: number) => {
      if (document.title !== ownTitle) pageTitle = document.title;
      ownTitle = `${clockDigits(elapsedMs(timer, now))[0]} ${timer.ticket?.key ?? timer.title}`.trim();
      if (document.title !== ownTitle) document.title = ownTitle;
    };
    // By the second, though the words turn by the minute: a change of page sets a title of its own.
    const stop = ticker.add({ paint, stepMs: SECOND_MS, phase: turnsAt(timer) ?? 0 });
    return () => {
      stop();
      document.title = pageTitle;
    };
  }, [timer, ticker]);
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
      if (hours !== null && passed > hours) announcer.say(`${timerName(timer)}, ${spokenLength(passed * HOUR_MS)}`);
      hours = passed;
    };
    return ticker.add({ paint: notice, stepMs: MINUTE_MS, phase: turnsAt(timer) ?? 0 });
  }, [timer, ticker, announcer]);
}

/** The server ends a timer at its cap by itself; a page that hears nothing asks. */
function useCap(timer: TimerJson | null): void {
  const { clock, news } = useLive();
  const capAt = timer?.cap_at;
  useEffect(() => {
    if (!capAt) return;
    const timeout = setTimeout(() => void news.refresh(), Date.parse(capAt) - clock.now() + AFTER_CAP_MS);
    return () => clearTimeout(timeout);
  }, [capAt, clock, news]);
}
