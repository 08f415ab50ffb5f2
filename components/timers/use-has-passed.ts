'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

/**
 * Whether an instant of the server has passed; renders again when it does. The first render uses the time at which the
 * page was rendered.
 */
export function useHasPassed(at: string | null): boolean {
  const { clock, ticker, madeAt } = useLive();
  const instant = at === null ? Number.POSITIVE_INFINITY : Date.parse(at);
  const subscribe = useCallback(
    (changed: () => void) => {
      if (instant === Number.POSITIVE_INFINITY) return () => {};
      return ticker.add({ paint: changed, stepMs: SECOND_MS, phase: instant });
    },
    [ticker, instant],
  );
  return useSyncExternalStore(
    subscribe,
    () => clock.now() >= instant,
    () => madeAt >= instant,
  );
}
