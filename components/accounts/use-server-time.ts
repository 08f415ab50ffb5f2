'use client';

import { useEffect, useState } from 'react';

const SAMPLES = 3;
const ASK_AGAIN_MS = 60_000;
const TRY_AGAIN_MS = 4_000;

type Sample = { serverMs: number; at: number; roundTripMs: number };
type ServerTime = { state: 'asking' | 'in_step' | 'unreachable'; now: Date | null };

/** The server's clock by the best of a few samples, carried on by the monotonic clock: this device's own is not asked. */
export function useServerTime(): ServerTime {
  const [sample, setSample] = useState<Sample | null>(null);
  const [isReachable, setIsReachable] = useState(true);
  const now = useTick(sample);

  useEffect(() => {
    let again: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const best = await bestSample().catch(() => null);
      setIsReachable(best !== null);
      if (best) setSample(best);
      again = setTimeout(ask, best ? ASK_AGAIN_MS : TRY_AGAIN_MS);
    };
    void ask();
    return () => clearTimeout(again);
  }, []);

  if (!isReachable) return { state: 'unreachable', now: null };
  return { state: sample ? 'in_step' : 'asking', now };
}

/** Now by the sample, again at each full second of the server. */
function useTick(sample: Sample | null): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    if (!sample) return;
    let next: ReturnType<typeof setTimeout>;
    const tick = () => {
      const ms = sample.serverMs + performance.now() - sample.at;
      setNow(new Date(ms));
      next = setTimeout(tick, 1000 - (ms % 1000));
    };
    tick();
    return () => clearTimeout(next);
  }, [sample]);
  return now;
}

async function bestSample(): Promise<Sample> {
  let best = await takeSample();
  for (let i = 1; i < SAMPLES; i++) {
    const other = await takeSample();
    if (other.roundTripMs < best.roundTripMs) best = other;
  }
  return best;
}

/** The server read its clock about half-way through the round trip. */
async function takeSample(): Promise<Sample> {
  const sentAt = performance.now();
  const response = await fetch('/api/v1/time', { cache: 'no-store' });
  const { server_time } = (await response.json()) as { server_time: string };
  const roundTripMs = performance.now() - sentAt;
  return { serverMs: Date.parse(server_time), at: sentAt + roundTripMs / 2, roundTripMs };
}
