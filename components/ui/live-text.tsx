'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';

type LiveTextProps = {
  /** The text at an instant of the server, epoch milliseconds. */
  text: (serverNow: number) => string;
  stepMs?: number;
  /** An instant at which the text changes; then every `stepMs`. */
  phase?: number | null;
  className?: string;
};

/** Text that follows the server's clock. It is painted directly: nothing around it renders when it changes. */
export function LiveText({ text, stepMs = 1_000, phase, className }: LiveTextProps) {
  const { ticker, clock, madeAt } = useLive();
  const ref = useRef<HTMLSpanElement>(null);
  const [first] = useState(() => text(typeof window === 'undefined' ? madeAt : clock.now()));
  useLayoutEffect(() => {
    const paint = (now: number) => {
      const label = text(now);
      if (ref.current && ref.current.textContent !== label) ref.current.textContent = label;
    };
    return ticker.add({ paint, stepMs, phase: phase ?? 0 });
  }, [ticker, text, stepMs, phase]);
  return (
    <span ref={ref} className={className} suppressHydrationWarning>
      {first}
    </span>
  );
}
