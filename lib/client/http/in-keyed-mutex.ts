import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/** `scope` names what runs one after the other, `mutationKey` finds what is under way. */
type Mutex<T, V> = Required<Pick<MutationOptions<T, Error, V, unknown>, 'mutationKey' | 'scope' | 'mutationFn'>>;

/** Changes of one scope run one after the other, and a failed one holds none back. `variables` are for who shows them. */
export function inKeyedMutex<T, V>(client: QueryClient, mutex: Mutex<T, V>, variables: V): Promise<T> {
  return client.getMutationCache().build(client, mutex).execute(variables);
}
