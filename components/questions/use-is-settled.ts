import { useEffect, useState } from 'react';
import { DOUBLE_CLICK_MS } from '#/components/timers/use-double-click-guard.ts';

/** False while a click may be the second half of one that was meant for what lay here before. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timeout = setTimeout(() => setSettled(true), DOUBLE_CLICK_MS);
    return () => clearTimeout(timeout);
  }, []);
  return isSettled;
}
