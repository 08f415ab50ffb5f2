import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';

const REPEAT_AFTER_MS = 1_000;

/** `scope` names what runs one after the other, `mutationKey` finds mutations in flight. */
type Mutex<T, V> = Required<Pick<MutationOptions<T, Error, V, unknown>, 'mutationKey' | 'scope' | 'mutationFn'>>;

/**
 * Changes of one scope run one after the other, and a failed one does not block the others. `variables` are for
 * displaying them.
 */
export function inKeyedMutex<T, V>(client: QueryClient, mutex: Mutex<T, V>, variables: V): Promise<T> {
  return client.getMutationCache().build(client, mutex).execute(variables);
}

/**
 * Runs changes of timers one after the other; responses and events do not replace them while one is in flight. Retries
 * this many times if there was no response. The order is that of TanStack's mutation scopes, which the page has anyway:
 * a separate lock would take bytes that Today's page (200,000 at most) can't spare.
 */
export function inTimersMutex<T>(client: QueryClient, repeats: number, send: () => Promise<T>): Promise<T> {
  const mutationFn = () => tried(send, repeats);
  return inKeyedMutex(client, { mutationKey: TIMERS_KEY, scope: { id: 'timers' }, mutationFn }, undefined);
}

/** TanStack's own retries would wait until the page is visible again. */
async function tried<T>(send: () => Promise<T>, repeats: number): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (repeats === 0 || !(error instanceof NoResponse)) throw error;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
    return tried(send, repeats - 1);
  }
}
