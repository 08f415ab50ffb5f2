import type { QueryClient } from '@tanstack/react-query';
import { NoResponse } from '#/lib/client/problem.ts';
import { TIMERS_KEY } from '#/lib/client/timer-keys.ts';

const REPEAT_AFTER_MS = 1_000;

/**
 * Runs changes of timers one after the other; what the server says while one is in flight does not replace it. Retries
 * this many times if there was no response. The order is that of TanStack's mutation scopes, which the page
 * has anyway: a lock of its own would be bytes that Today's page (200,000 at most) does not have to spare.
 */
export function inKeyedMutex<T>(client: QueryClient, repeats: number, send: () => Promise<T>): Promise<T> {
  return client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, {
      mutationKey: TIMERS_KEY,
      scope: { id: 'timers' },
      mutationFn: () => tried(send, repeats),
    })
    .execute();
}

/** TanStack's own repeats would wait until someone looks at the page again. */
async function tried<T>(send: () => Promise<T>, repeats: number): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (repeats === 0 || !(error instanceof NoResponse)) throw error;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
    return tried(send, repeats - 1);
  }
}
