'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

export const clockClass =
  '-ml-1 text-[80px]/[80px] tracking-[-0.028em] max-[374px]:text-[64px]/[64px] md:text-[88px]/[88px]';

/** The digits at an instant of the server: minutes, seconds with their colon, and all of it in words. */
export type ClockFace = (serverNow: number) => { digits: [string, string]; spoken: string };

type ClockDigitsProps = {
  face: ClockFace;
  /** An instant from which on they change every second; null when they don't. */
  nextTickAt: number | null;
  look: 'live' | 'still' | 'unsure';
};

/**
 * The large digits: minutes in ink, seconds in the color of what is live. They are painted directly every second; their
 * accessible name changes once a minute and is not announced.
 */
export function ClockDigits({ face, nextTickAt, look }: ClockDigitsProps) {
  const { ticker, clock, madeAt } = useLive();
  const [minutes, seconds] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  const box = useRef<HTMLDivElement>(null);
  const [first] = useState(() => face(typeof window === 'undefined' ? madeAt : clock.now()));
  const [firstMinutes, firstSeconds] = first.digits;
  useLayoutEffect(() => {
    const paint = (now: number) => {
      const { digits, spoken } = face(now);
      const [inMinutes, inSeconds] = digits;
      if (minutes.current) minutes.current.textContent = inMinutes;
      if (seconds.current) seconds.current.textContent = inSeconds;
      if (box.current?.getAttribute('aria-label') !== spoken) box.current?.setAttribute('aria-label', spoken);
    };
    if (nextTickAt !== null) return ticker.add({ paint, stepMs: SECOND_MS, phase: nextTickAt });
    paint(clock.now());
  }, [face, nextTickAt, ticker, clock, minutes, seconds]);
  return (
    <div
      ref={box}
      role="timer"
      aria-live="off"
      aria-label={first.spoken}
      suppressHydrationWarning
      className={classNames(clockClass, CLASSES[look])}
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

const CLASSES = { live: 'text-text', still: 'text-text-2', unsure: 'text-text-3' };
