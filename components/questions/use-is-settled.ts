import { useEffect, useState } from 'react';
import { DOUBLE_PRESS_MS } from '#/components/timers/use-one-press.ts';

/** False while a click may be the second half of one that was meant for what lay here before. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timeout = setTimeout(() => setSettled(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timeout);
  }, []);
  return isSettled;
}
