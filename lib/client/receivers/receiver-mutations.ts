import type { QueryClient } from '@tanstack/react-query';
import type {
  ChangeReceiverResponse,
  EditReceiverInput,
  ReceiverJson,
  ReceiverListJson,
  ReceiverResponse,
} from '#/lib/alarms/receivers/receiver-schemas.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { inKeyedMutex } from '#/lib/client/http/in-keyed-mutex.ts';
import { RECEIVER_LIST_KEY, RECEIVERS_KEY } from '#/lib/client/receivers/receiver-queries.ts';
import { type PendingChange, type RowTarget, receiverOf, targetKey } from '#/lib/client/receivers/receiver-rows.ts';

/** Null for one without a pause or limits. */
type CachedReceiver = ReceiverJson | null;
type QueuedChange = {
  target: RowTarget;
  /** Null if nothing is shown before the response. */
  change: EditReceiverInput | null;
  /** The request for the receiver as it is when its turn comes. */
  send: (known: CachedReceiver) => Promise<CachedReceiver>;
};

type Result = { before: CachedReceiver; after: CachedReceiver };

export const RECEIVER_CHANGES = { mutationKey: [...RECEIVERS_KEY, 'change'], status: 'pending' } as const;

/** Results of changes in flight so far, in order, by target. */
const results = new WeakMap<QueryClient, Map<string, Result[]>>();

/** Changes shown before their response, oldest first. */
export function pendingChanges(client: QueryClient): PendingChange[] {
  return client
    .getMutationCache()
    .findAll(RECEIVER_CHANGES)
    .flatMap(({ state }) => pendingChange(state.variables));
}

export function pendingChange(variables: unknown): PendingChange[] {
  return variables ? [variables as PendingChange] : [];
}

/**
 * Mutations of receivers. Changes of one run one after the other, each for the version that the person saw or the
 * result of the previous ones; they are shown while in flight (`pendingChanges`). All reject with ApiProblem or
 * NoResponse.
 */
export class ReceiverMutations {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  /** Pauses, resumes or limits; creates a receiver that does not exist yet. */
  change(target: RowTarget, change: EditReceiverInput): Promise<void> {
    const send = (known: CachedReceiver) => (known ? this.#edit(known, change) : this.#create(target, change));
    return this.#inOrder({ target, change, send });
  }

  /** @throws ApiProblem if there is already one */
  create(target: RowTarget): Promise<void> {
    return this.#inOrder({ target, change: null, send: () => this.#create(target, {}) });
  }

  /** Waiting alarms are sent. */
  remove(target: RowTarget): Promise<void> {
    return this.#inOrder({ target, change: null, send: (known) => this.#remove(known) });
  }

  async #edit({ id, version }: ReceiverJson, change: EditReceiverInput): Promise<ReceiverJson> {
    const request = { method: 'PATCH', body: change, ifMatch: version } as const;
    return (await this.#http.send<ChangeReceiverResponse>(`/receivers/${id}`, request)).receiver;
  }

  async #create(target: RowTarget, settings: EditReceiverInput): Promise<ReceiverJson> {
    const creation = { path: '/receivers', body: { ...target, ...settings } };
    return (await createOnce<ReceiverResponse>(this.#http, creation)).receiver;
  }

  async #remove(known: CachedReceiver): Promise<null> {
    if (!known) return null;
    await this.#http.send<ReceiverResponse>(`/receivers/${known.id}`, { method: 'DELETE', ifMatch: known.version });
    return null;
  }

  async #inOrder({ target, change, send }: QueuedChange): Promise<void> {
    const seen = this.#listed(target);
    const mutationKey = [...RECEIVER_CHANGES.mutationKey, targetKey(target)];
    const mutationFn = async () => {
      const known = this.#latest(target, seen);
      const created = await send(known);
      this.#resultsOf(target).push({ before: known, after: created });
      await this.#show(target, created);
    };
    try {
      const mutex = { mutationKey, scope: { id: mutationKey.join(' ') }, mutationFn };
      await inKeyedMutex(this.#client, mutex, change && { target, change });
    } finally {
      const isLast = this.#client.isMutating({ mutationKey }) === 0;
      if (isLast) results.get(this.#client)?.delete(targetKey(target));
      void this.#client.invalidateQueries({ queryKey: RECEIVERS_KEY });
    }
  }

  /** A receiver as a person saw it, or the result of the previous changes. */
  #latest(target: RowTarget, seen: CachedReceiver): CachedReceiver {
    return this.#resultsOf(target).reduce(
      (latest, { before, after }) => (isSame(latest, before) ? after : latest),
      seen,
    );
  }

  #resultsOf(target: RowTarget): Result[] {
    const all = results.get(this.#client) ?? new Map<string, Result[]>();
    results.set(this.#client, all);
    const own = all.get(targetKey(target)) ?? [];
    all.set(targetKey(target), own);
    return own;
  }

  #listed(target: RowTarget): CachedReceiver {
    return receiverOf(this.#client.getQueryData<ReceiverListJson>(RECEIVER_LIST_KEY)?.receivers ?? [], target);
  }

  async #show(target: RowTarget, made: CachedReceiver): Promise<void> {
    // A response in flight is older than this one.
    await this.#client.cancelQueries({ queryKey: RECEIVERS_KEY });
    this.#client.setQueryData<ReceiverListJson>(RECEIVER_LIST_KEY, (list) => {
      if (!list) return list;
      const before = receiverOf(list.receivers, target);
      const kept = list.receivers.flatMap((one) => (one === before ? (made ?? []) : one));
      return { ...list, receivers: before || !made ? kept : [...kept, made] };
    });
  }
}

function isSame(one: CachedReceiver, other: CachedReceiver): boolean {
  return one?.id === other?.id && one?.version === other?.version;
}
