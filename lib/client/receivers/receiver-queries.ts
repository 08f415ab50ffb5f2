import { queryOptions } from '@tanstack/react-query';
import type { AlarmCountsJson, AlarmListJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { ReceiverListJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import type { ScheduleListJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ALARMS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import type { AlarmSource, FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { originsOf } from '#/lib/client/receivers/receiver-rows.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/** Among those of alarms: a change of a receiver is streamed as a change of alarms. */
export const RECEIVERS_KEY = [...ALARMS_KEY, 'receivers'] as const;
export const RECEIVER_LIST_KEY = [...RECEIVERS_KEY, 'list'] as const;

/** The number of waiting alarms changes by itself. A hidden page does not poll. */
const COUNT_MS = 5 * SECOND_MS;
/** The last and the next alarms up to this number show which origins this workspace calls. */
const ALARM_SAMPLE = 100;

export function receiversQuery(get: FetchApi) {
  return queryOptions({
    queryKey: RECEIVER_LIST_KEY,
    queryFn: ({ signal }) => get<ReceiverListJson>('/receivers', signal),
    refetchInterval: COUNT_MS,
  });
}

/** The origins that alarms and schedules call: from the last due alarms, the next ones, and the newest schedules. */
export function usedOriginsQuery({ get, serverNow }: Pick<AlarmSource, 'get' | 'serverNow'>) {
  return queryOptions({
    queryKey: ['used-origins'] as const,
    queryFn: async ({ signal }) => {
      const now = new Date(serverNow()).toISOString();
      const [last, next, scheduled] = await Promise.all([
        get<AlarmListJson>(`/alarms?order=desc&due_to=${now}&limit=${ALARM_SAMPLE}`, signal),
        get<AlarmListJson>(`/alarms?order=asc&due_from=${now}&limit=${ALARM_SAMPLE}`, signal),
        get<ScheduleListJson>(`/schedules?limit=${ALARM_SAMPLE}`, signal),
      ]);
      return originsOf([...last.alarms, ...next.alarms, ...scheduled.schedules].map(({ url }) => url));
    },
    staleTime: MINUTE_MS,
  });
}

/**
 * How many alarms become due in the next 24 h, to one origin or, without one, in the workspace; or at least this many.
 */
export function dueSoonQuery({ get, serverNow }: Pick<AlarmSource, 'get' | 'serverNow'>, origin: string | null) {
  return queryOptions({
    queryKey: ['due-soon', origin] as const,
    queryFn: async ({ signal }) => {
      const now = serverNow();
      const query = new URLSearchParams({
        due_from: new Date(now).toISOString(),
        due_to: new Date(now + DAY_MS).toISOString(),
        ...(origin && { name: `${origin}/` }),
      });
      const { counts, more } = await get<AlarmCountsJson>(`/alarms/counts?${query}`, signal);
      return { count: counts.scheduled + counts.retrying, isAtLeast: more };
    },
    gcTime: 0,
  });
}
