'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { elapsedMs, turnsAt } from '#/lib/client/elapsed.ts';
import { clockDigits, spokenLength } from '#/lib/client/time-words.ts';
import { useLive } from '#/lib/client/use-live.tsx';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export const clockLook =
  '-ml-1 text-[80px]/[80px] tracking-[-0.028em] max-[374px]:text-[64px]/[64px] md:text-[88px]/[88px]';

type TimerClockProps = { timer: TimerJson; look: 'live' | 'still' | 'unsure' };

/**
 * The large digits: minutes in ink, seconds in the color of what is live. They are painted by hand each second; for
 * ears there is a name in words that changes once a minute and is not read out by itself.
 */
export function TimerClock({ timer, look }: TimerClockProps) {
  const { ticker, clock, madeAt } = useLive();
  const [minutes, seconds] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  const box = useRef<HTMLDivElement>(null);
  const [first] = useState(() => elapsedMs(timer, typeof window === 'undefined' ? madeAt : clock.now()));
  const [firstMinutes, firstSeconds] = clockDigits(first);
  useLayoutEffect(() => {
    const paint = (now: number) => {
      const elapsed = elapsedMs(timer, now);
      const [inMinutes, inSeconds] = clockDigits(elapsed);
      if (minutes.current) minutes.current.textContent = inMinutes;
      if (seconds.current) seconds.current.textContent = inSeconds;
      const words = minuteWords(elapsed);
      if (box.current?.getAttribute('aria-label') !== words) box.current?.setAttribute('aria-label', words);
    };
    const turns = turnsAt(timer);
    if (turns !== null) return ticker.add({ paint, stepMs: SECOND_MS, phase: turns });
    paint(clock.now());
  }, [timer, ticker, clock, minutes, seconds]);
  return (
    <div
      ref={box}
      role="timer"
      aria-live="off"
      aria-label={minuteWords(first)}
      suppressHydrationWarning
      className={classNames(clockLook, LOOKS[look])}
    >
      <span ref={minutes} suppressHydrationWarning>
        {firstMinutes}
      </span>
      <span ref={seconds} suppressHydrationWarning className={look === 'live' ? 'text-accent' : undefined}>
        {firstSeconds}
      </span>
    </div>
  );
}

/** In whole minutes, so that the name changes no more often than that. */
function minuteWords(elapsed: number): string {
  return elapsed < MINUTE_MS ? 'less than a minute' : spokenLength(elapsed);
}

const LOOKS = { live: 'text-text', still: 'text-text-2', unsure: 'text-text-3' };
