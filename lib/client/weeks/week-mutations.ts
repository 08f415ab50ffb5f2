import type { QueryClient } from '@tanstack/react-query';
import { WEEK_STATES_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { ChangeWeekJson, WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

/**
 * Mutations of weeks. They wait for the response, because a sum is part of it. All reject with ApiProblem or
 * NoResponse.
 */
export class WeekMutations {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  submit(startsOn: string): Promise<WeekJson> {
    return this.#mutate('submit', { starts_on: startsOn });
  }

  withdraw(startsOn: string): Promise<WeekJson> {
    return this.#mutate('withdraw', { starts_on: startsOn });
  }

  /** With the sum that is shown. */
  approve({ user_id, starts_on, total_ms }: WeekJson): Promise<WeekJson> {
    return this.#mutate('approve', { user_id, starts_on, total_ms });
  }

  returnWeek({ user_id, starts_on }: WeekJson, reason: string): Promise<WeekJson> {
    return this.#mutate('return', { user_id, starts_on, comment: reason });
  }

  async #mutate(verb: 'submit' | 'withdraw' | 'approve' | 'return', body: object): Promise<WeekJson> {
    try {
      const send = { method: 'POST', body, idempotencyKey: randomId() } as const;
      return (await this.#http.send<ChangeWeekJson>(`/weeks/${verb}`, send)).week;
    } finally {
      await this.#client.invalidateQueries({ queryKey: WEEK_STATES_KEY });
    }
  }
}
