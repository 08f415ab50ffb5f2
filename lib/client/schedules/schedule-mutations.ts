import type { QueryClient } from '@tanstack/react-query';
import type {
  ChangeScheduleResponse,
  ListedScheduleJson,
  ScheduleJson,
  ScheduleResponse,
} from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ALARMS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import {
  SCHEDULE_LISTS_KEY,
  SCHEDULES_KEY,
  type SchedulePages,
  scheduleKey,
} from '#/lib/client/schedules/schedule-queries.ts';

type Deleted = ScheduleResponse & { aborted_count: number };
type Changes = { now: number };

/**
 * Mutations of schedules. Pausing and resuming are optimistic and rolled back on an error; only the server knows the
 * result of an edit. All reject with ApiProblem or NoResponse.
 */
export class ScheduleMutations {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  async create(body: object): Promise<ScheduleJson> {
    const { schedule } = await createOnce<ScheduleResponse>(this.#http, { path: '/schedules', body });
    await this.#refresh();
    return schedule;
  }

  /** The current state, with headers and payload. */
  async read(id: string): Promise<ScheduleJson> {
    return (await this.#http.send<ScheduleResponse>(`/schedules/${id}`)).schedule;
  }

  /** Changes the version that was read. */
  async edit({ id, version }: ListedScheduleJson, body: object): Promise<ScheduleJson> {
    const request = { method: 'PATCH', body, ifMatch: version } as const;
    try {
      return (await this.#http.send<ChangeScheduleResponse>(`/schedules/${id}`, request)).schedule;
    } finally {
      void this.#refresh();
    }
  }

  pause(schedule: ListedScheduleJson, { now }: Changes): Promise<ScheduleJson> {
    const paused_at = new Date(now).toISOString();
    return this.#pauseOrResume({ ...schedule, status: 'paused', paused_at, next_runs: [] }, 'pause');
  }

  resume(schedule: ListedScheduleJson): Promise<ScheduleJson> {
    return this.#pauseOrResume({ ...schedule, status: 'active', paused_at: null }, 'resume');
  }

  /** Returns how many runs were aborted before they were sent. */
  async remove({ id }: ListedScheduleJson): Promise<number> {
    try {
      return (await this.#http.send<Deleted>(`/schedules/${id}`, { method: 'DELETE' })).aborted_count;
    } finally {
      await this.#refresh();
    }
  }

  async #pauseOrResume(optimistic: ListedScheduleJson, action: 'pause' | 'resume'): Promise<ScheduleJson> {
    // A response in flight is older than what is shown from here on.
    await this.#client.cancelQueries({ queryKey: SCHEDULES_KEY });
    const before = this.#client.getQueriesData({ queryKey: SCHEDULES_KEY });
    this.#show(optimistic);
    try {
      const request = { method: 'POST', body: {}, idempotencyKey: randomId() } as const;
      const { schedule } = await this.#http.send<ChangeScheduleResponse>(
        `/schedules/${optimistic.id}/${action}`,
        request,
      );
      this.#show(schedule);
      return schedule;
    } catch (error) {
      for (const [key, data] of before) this.#client.setQueryData(key, data);
      throw error;
    } finally {
      void this.#refresh();
    }
  }

  #show(schedule: ListedScheduleJson): void {
    this.#client.setQueryData<ScheduleJson>(scheduleKey(schedule.id), (known) => known && { ...known, ...schedule });
    this.#client.setQueriesData<SchedulePages>(
      { queryKey: SCHEDULE_LISTS_KEY },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            schedules: page.schedules.map((row) => (row.id === schedule.id ? { ...row, ...schedule } : row)),
          })),
        },
    );
  }

  /** Its runs are alarms. */
  #refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: ALARMS_KEY });
  }
}
