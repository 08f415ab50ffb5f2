import type { QueryClient } from '@tanstack/react-query';
import type {
  ChangeReceiverResponse,
  EditReceiverInput,
  ReceiverJson,
  ReceiverListJson,
  ReceiverResponse,
} from '#/lib/alarms/receivers/receiver-schemas.ts';
import { createOnce } from '#/lib/client/create-once.ts';
import type { Http } from '#/lib/client/http.ts';
import { RECEIVERS_KEY } from '#/lib/client/receiver-queries.ts';
import type { ReceiverRow, RowTarget } from '#/lib/client/receiver-rows.ts';

const LIST_KEY = [...RECEIVERS_KEY, 'list'] as const;

/**
 * Mutations of receivers. Changes of an existing one are optimistic and rolled back on an error. All reject with
 * ApiProblem or NoResponse.
 */
export class ReceiverMutations {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  /** Pauses, resumes or limits; one that no one has touched yet is created so. */
  change({ receiver, target }: Pick<ReceiverRow, 'receiver' | 'target'>, change: EditReceiverInput): Promise<void> {
    return receiver ? this.#edit(receiver, change) : this.create(target, change);
  }

  async create(target: RowTarget, settings: EditReceiverInput): Promise<void> {
    try {
      await createOnce<ReceiverResponse>(this.#http, { path: '/receivers', body: { ...target, ...settings } });
    } finally {
      await this.#refresh();
    }
  }

  /** What waits is sent. */
  async remove({ id, version }: ReceiverJson): Promise<void> {
    try {
      await this.#http.send<ReceiverResponse>(`/receivers/${id}`, { method: 'DELETE', ifMatch: version });
    } finally {
      await this.#refresh();
    }
  }

  async #edit(receiver: ReceiverJson, change: EditReceiverInput): Promise<void> {
    // A response on its way is older than what is shown from here on.
    await this.#client.cancelQueries({ queryKey: RECEIVERS_KEY });
    const before = this.#client.getQueryData(LIST_KEY);
    this.#show({ ...receiver, ...definedOf(change) });
    try {
      const request = { method: 'PATCH', body: change, ifMatch: receiver.version } as const;
      this.#show((await this.#http.send<ChangeReceiverResponse>(`/receivers/${receiver.id}`, request)).receiver);
    } catch (error) {
      this.#client.setQueryData(LIST_KEY, before);
      throw error;
    } finally {
      void this.#refresh();
    }
  }

  #show(receiver: ReceiverJson): void {
    this.#client.setQueryData<ReceiverListJson>(
      LIST_KEY,
      (list) => list && { ...list, receivers: list.receivers.map((one) => (one.id === receiver.id ? receiver : one)) },
    );
  }

  #refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: RECEIVERS_KEY });
  }
}

type Settings = Partial<Pick<ReceiverJson, 'paused' | 'max_per_second' | 'max_concurrency'>>;

function definedOf(change: EditReceiverInput): Settings {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
