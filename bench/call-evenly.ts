import { setTimeout as delay } from 'node:timers/promises';

export type EvenCalls = {
  /** How long each accepted call took, in milliseconds, shortest first. */
  sortedMs: Float64Array;
  rejected: number;
  /** From the first call until the last response. */
  tookMs: number;
};

/** Until V8 has compiled what a request runs: measured, some 10,000 requests. */
export const WARM_CALL_SECONDS = 5;

/**
 * Makes calls at an even rate, without waiting for earlier ones. Times count from the instant when a call should have
 * been sent, so that a stall shows in all calls behind it. Keeps only the time of each call: whatever survives a garbage
 * collection stalls this process and would count as latency.
 */
export async function callEvenly(
  call: (n: number) => Promise<unknown>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<EvenCalls> {
  const count = perSecond * seconds;
  const acceptedMs = new Float64Array(count);
  let accepted = 0;
  let rejected = 0;
  const done = Promise.withResolvers<void>();
  const began = performance.now();
  const send = async (n: number) => {
    try {
      await call(n);
      acceptedMs[accepted++] = performance.now() - (began + (n * 1000) / perSecond);
    } catch {
      rejected++;
    }
    if (accepted + rejected === count) done.resolve();
  };
  for (let sent = 0; sent < count; ) {
    const due = Math.min(count, ((performance.now() - began) * perSecond) / 1000);
    while (sent < due) void send(sent++);
    await delay(1);
  }
  await done.promise;
  return { sortedMs: acceptedMs.subarray(0, accepted).sort(), rejected, tookMs: performance.now() - began };
}
