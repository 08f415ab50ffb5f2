import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';

const REPEAT_AFTER_MS = 1_000;

/** `scope` names what runs one after the other, `mutationKey` finds what is under way. */
type Mutex<T, V> = Required<Pick<MutationOptions<T, Error, V, unknown>, 'mutationKey' | 'scope' | 'mutationFn'>>;

/** Changes of one scope run one after the other, and a failed one holds none back. `variables` are for who shows them. */
export function inKeyedMutex<T, V>(client: QueryClient, mutex: Mutex<T, V>, variables: V): Promise<T> {
  return client.getMutationCache().build(client, mutex).execute(variables);
}

/**
 * Runs changes of timers one after the other; what the server says while one is in flight does not replace it. Retries
 * this many times if there was no response. The order is that of TanStack's mutation scopes, which the page
 * has anyway: a lock of its own would be bytes that Today's page (200,000 at most) does not have to spare.
 */
export function inTimersMutex<T>(client: QueryClient, repeats: number, send: () => Promise<T>): Promise<T> {
  const mutationFn = () => tried(send, repeats);
  return inKeyedMutex(client, { mutationKey: TIMERS_KEY, scope: { id: 'timers' }, mutationFn }, undefined);
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
