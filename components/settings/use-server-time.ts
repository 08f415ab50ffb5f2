'use client';

import { useEffect, useState } from 'react';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

const SAMPLES = 3;
const ASK_AGAIN_MS = MINUTE_MS;
const TRY_AGAIN_MS = 4 * SECOND_MS;

type ServerTime = { state: 'checking' | 'synced' | 'unreachable'; now: Date | null };

/** The server's clock for pages without a signed-in person; no number before the server has responded. */
export function useServerTime(): ServerTime {
  const [clock] = useState(() => new ServerClock({ wall: Date.now, monotonic: () => performance.now() }));
  const [state, setState] = useState<ServerTime['state']>('checking');
  const now = useTick(clock, state === 'synced');

  useEffect(() => {
    let again: ReturnType<typeof setTimeout>;
    const ask = async () => {
      clearTimeout(again);
      const hasResponded = await measure(clock).catch(() => false);
      setState(hasResponded ? 'synced' : 'unreachable');
      again = setTimeout(ask, hasResponded ? ASK_AGAIN_MS : TRY_AGAIN_MS);
    };
    void ask();
    const stop = clock.onDrift(() => void ask());
    return () => {
      stop();
      clearTimeout(again);
    };
  }, [clock]);

  return { state, now };
}

/** Now, and again at each full second of the server. Null while unknown. */
function useTick(clock: ServerClock, isKnown: boolean): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    let next: ReturnType<typeof setTimeout>;
    const tick = () => {
      const ms = clock.now();
      setNow(new Date(ms));
      next = setTimeout(tick, SECOND_MS - (ms % SECOND_MS));
    };
    tick();
    return () => {
      clearTimeout(next);
      setNow(null);
    };
  }, [clock, isKnown]);
  return now;
}

async function measure(clock: ServerClock): Promise<boolean> {
  for (let i = 0; i < SAMPLES; i++) {
    const timeResponse = clock.sample();
    const response = await fetch('/api/v1/time', { cache: 'no-store' });
    if (!response.ok) return false;
    const { server_time } = (await response.json()) as { server_time: string };
    timeResponse(Date.parse(server_time));
  }
  return true;
}
