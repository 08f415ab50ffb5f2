import type { QueryClient } from '@tanstack/react-query';
import type { CreateAlarmBody, RescheduleAlarmBody } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type {
  AlarmJson,
  AlarmResponseJson,
  ChangeAlarmJson,
  ListedAlarmJson,
  RedrivenJson,
} from '#/lib/alarms/alarms/alarm-schemas.ts';
import { alarmPath } from '#/lib/client/alarms/alarm-paths.ts';
import { showAlarm } from '#/lib/client/alarms/show-alarm.ts';
import { DEAD_LETTERS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { ThrottledRefresh } from '#/lib/client/http/throttled-refresh.ts';

/** The dead letters to redrive: these, or all that the filter matches. */
export type DeadLetterChoice = { ids: string[] } | { name?: string; finished_from: string; finished_to: string };

/**
 * Mutations of alarms. None is optimistic: only the server decides whether an alarm fires. All reject with ApiProblem
 * or NoResponse.
 */
export class AlarmMutations {
  readonly #http: Http;
  readonly #client: QueryClient;
  readonly #updates: ThrottledRefresh;

  constructor(http: Http, client: QueryClient, updates: ThrottledRefresh) {
    this.#http = http;
    this.#client = client;
    this.#updates = updates;
  }

  /** `idempotencyKey`: one per form, so that sending it again after no response creates no second alarm. */
  create(body: CreateAlarmBody, idempotencyKey: string): Promise<AlarmResponseJson> {
    return this.#apply(this.#http.send<AlarmResponseJson>('/alarms', { method: 'POST', body, idempotencyKey }));
  }

  /** Changes the due time of the version that is shown. */
  reschedule({ id, version }: ListedAlarmJson, body: RescheduleAlarmBody): Promise<ChangeAlarmJson> {
    return this.#apply(this.#http.send<ChangeAlarmJson>(alarmPath(id), { method: 'PATCH', body, ifMatch: version }));
  }

  abort({ id }: ListedAlarmJson): Promise<ChangeAlarmJson> {
    return this.#apply(this.#http.send<ChangeAlarmJson>(`${alarmPath(id)}/abort`, { method: 'POST', body: {} }));
  }

  /** Fires a scheduled one now, and a finished one again. */
  async redrive({ id }: ListedAlarmJson): Promise<ChangeAlarmJson> {
    const request = { method: 'POST', body: {}, idempotencyKey: randomId() } as const;
    try {
      return await this.#apply(this.#http.send<ChangeAlarmJson>(`${alarmPath(id)}/redrive`, request));
    } finally {
      this.#recountDead();
    }
  }

  countDeadLetters(choice: DeadLetterChoice): Promise<RedrivenJson> {
    return this.#http.send('/dead-letters/redrive', { method: 'POST', body: { ...choice, dry_run: true } });
  }

  async redriveDeadLetters(choice: DeadLetterChoice): Promise<RedrivenJson> {
    const again = () =>
      this.#http.send<RedrivenJson>('/dead-letters/redrive', {
        method: 'POST',
        body: choice,
        idempotencyKey: randomId(),
      });
    try {
      let response = await again();
      for (let { count } = response; response.more; response = { ...response, count }) {
        response = await again();
        count += response.count;
      }
      return response;
    } finally {
      this.#updates.run();
      this.#recountDead();
    }
  }

  /**
   * At once, so that the count in the navigation agrees with that of the tab; updates would reload it seconds later.
   */
  #recountDead(): void {
    void this.#client.invalidateQueries({ queryKey: DEAD_LETTERS_KEY });
  }

  /** Shows the alarm in a response or an error, then reloads everything else. */
  async #apply<T extends { alarm: AlarmJson }>(request: Promise<T>): Promise<T> {
    try {
      const response = await request;
      showAlarm(this.#client, response.alarm);
      return response;
    } catch (error) {
      const current = error instanceof ApiProblem ? (error.current as AlarmJson | null) : null;
      if (current) showAlarm(this.#client, current);
      throw error;
    } finally {
      this.#updates.run();
    }
  }
}
