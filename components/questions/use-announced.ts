import { useEffect, useRef } from 'react';
import { useLive } from '#/lib/client/use-live.tsx';

/** Has words read out when there is time, once for each `time` that they are said. */
export function useSaid(words: string, time: string): void {
  const { announcer } = useLive();
  const said = useRef('');
  useEffect(() => {
    if (said.current === time) return;
    said.current = time;
    announcer.say(words);
  }, [announcer, words, time]);
}
