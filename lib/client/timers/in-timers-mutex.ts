import type { QueryClient } from '@tanstack/react-query';
import { inKeyedMutex } from '#/lib/client/http/in-keyed-mutex.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';

const RETRY_AFTER_MS = 1_000;

/**
 * Runs changes of timers one after the other; what the server says while one is in flight does not replace it. Retries
 * this many times if there was no response. The order is that of TanStack's mutation scopes, which the page
 * has anyway: a lock of its own would be bytes that Today's page (200,000 at most) does not have to spare.
 */
export function inTimersMutex<T>(client: QueryClient, repeats: number, send: () => Promise<T>): Promise<T> {
  const mutationFn = () => withRetries(send, repeats);
  return inKeyedMutex(client, { mutationKey: TIMERS_KEY, scope: { id: 'timers' }, mutationFn }, undefined);
}

/** TanStack's own repeats would wait until someone looks at the page again. */
async function withRetries<T>(send: () => Promise<T>, repeats: number): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (repeats === 0 || !(error instanceof NoResponse)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return withRetries(send, repeats - 1);
  }
}
