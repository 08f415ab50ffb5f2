import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  AlarmCountsJson,
  AlarmJson,
  AlarmListJson,
  AlarmResponseJson,
  DeadLetterJson,
  ListedAlarmJson,
} from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AttemptListJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { alarmKey, attemptsKey, COUNTS_KEY, LISTS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import {
  alarmPath,
  attemptsPath,
  comingPath,
  countsPath,
  pagePath,
  UPCOMING_COUNT,
} from '#/lib/client/alarms/alarm-paths.ts';
import type { AlarmView } from '#/lib/client/alarms/alarm-view.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Sends requests to the API: the page's own function on the server, `Http` in the browser. */
export type FetchApi = <T extends { server_time: string }>(path: `/${string}`, signal?: AbortSignal) => Promise<T>;
export type AlarmSource = {
  get: FetchApi;
  /** Epoch milliseconds on the server's clock. */
  serverNow: () => number;
  /** Whether updates are streamed. */
  isStreaming: () => boolean;
};

/** An alarm in a list; for dead letters with its last attempt. */
export type ListedAlarm = ListedAlarmJson & Partial<Pick<DeadLetterJson, 'last_attempt'>>;
/** False for an alarm with only the fields of a list. */
export function isWhole(alarm: AlarmJson | ListedAlarm): alarm is AlarmJson {
  return 'headers' in alarm;
}

type AlarmPage = Omit<AlarmListJson, 'alarms'> & {
  alarms: ListedAlarm[];
  /** A search has not covered all upcoming alarms. */
  isComingPartial?: boolean;
};

/** While no stream brings updates. A hidden page does not poll. */
const POLL_MS = 10 * SECOND_MS;

export function alarmListQuery(source: AlarmSource, view: AlarmView) {
  return infiniteQueryOptions({
    queryKey: [...LISTS_KEY, view],
    queryFn: ({ pageParam, signal }) => fetchPage(source, view, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: pollWithoutStream(source),
  });
}

/** How many alarms of each state the view's window and search match. */
export function alarmCountsQuery(source: AlarmSource, view: AlarmView) {
  return queryOptions({
    queryKey: [...COUNTS_KEY, view.window, view.search, view.schedule],
    queryFn: ({ signal }) => source.get<AlarmCountsJson>(countsPath(view, source.serverNow()), signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollWithoutStream(source),
  });
}

export function alarmQuery(source: AlarmSource, id: string) {
  return queryOptions({
    queryKey: alarmKey(id),
    queryFn: async ({ signal }): Promise<AlarmJson | ListedAlarm> =>
      (await source.get<AlarmResponseJson>(alarmPath(id), signal)).alarm,
    refetchInterval: pollWithoutStream(source),
  });
}

export function attemptsQuery(source: AlarmSource, id: string) {
  return queryOptions({
    queryKey: attemptsKey(id),
    queryFn: ({ signal }) => source.get<AttemptListJson>(attemptsPath(id), signal),
    refetchInterval: pollWithoutStream(source),
  });
}

/** The first page of all begins with the few upcoming ones; both parts are split at the same instant. */
async function fetchPage(
  { get, serverNow }: AlarmSource,
  view: AlarmView,
  cursor: string | null,
  signal: AbortSignal,
): Promise<AlarmPage> {
  const now = serverNow();
  const coming = cursor === null ? comingPath(view, now) : null;
  const [next, page] = await Promise.all([
    coming && get<AlarmListJson>(coming, signal),
    get<AlarmPage>(pagePath(view, now, cursor), signal),
  ]);
  if (!next) return page;
  const isComingPartial = next.next_cursor !== null && next.alarms.length < UPCOMING_COUNT;
  return { ...page, alarms: [...next.alarms, ...page.alarms], isComingPartial };
}

function pollWithoutStream({ isStreaming }: AlarmSource): () => number | false {
  return () => (isStreaming() ? false : POLL_MS);
}
