import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import type {
  CorrectionListJson,
  CreateCorrectionBody,
  PreviewJson,
} from '#/lib/tracking/corrections/correction-schemas.ts';
import type { TeamTimersJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';

/** Everything that a correction makes stale: the queue, the list of corrections, the open timers. */
export const CORRECTIONS_KEY = ['corrections'] as const;
export const QUEUE_PAGE = 50;
/** Others' changes are not streamed. */
const POLL_MS = 30 * SECOND_MS;
/** Retries of a preview without a response, before that is shown. */
const MAX_REPEATS = 3;
const ASK_AGAIN_MS = 5 * SECOND_MS;

export type TimerEventsJson = { events: EventJson[]; next_cursor: string | null; server_time: string };

export const TIMERS_HREF = '/team/corrections';
export const timerHref = (id: string) => `${TIMERS_HREF}/${id}`;

/** Timers that need a review, newest first, page by page. */
export function queueQuery(get: FetchApi) {
  return teamTimerPages(get, 'queue', 'flag=needs_attention');
}

/** The results of a search, given as the query of a URL. */
export function foundQuery(get: FetchApi, query: string) {
  return teamTimerPages(get, 'found', query);
}

function teamTimerPages(get: FetchApi, name: string, query: string) {
  return infiniteQueryOptions({
    queryKey: [...CORRECTIONS_KEY, name, query],
    queryFn: ({ pageParam, signal }) => get<TeamTimersJson>(pagePath(`/team/timers?${query}`, pageParam), signal),
    ...PAGED,
  });
}

/** How many timers need a review; loaded separately from the queue, since every page shows it. */
export function queueCountQuery(get: FetchApi) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'count'],
    queryFn: ({ signal }) => get<TeamTimersJson>('/team/timers?flag=needs_attention&limit=1', signal),
    refetchInterval: 2 * POLL_MS,
    select: ({ count }) => count,
  });
}

/** Corrections made since an instant, page by page. */
export function correctedQuery(get: FetchApi, since: string) {
  return infiniteQueryOptions({
    queryKey: [...CORRECTIONS_KEY, 'made', since],
    queryFn: ({ pageParam, signal }) =>
      get<CorrectionListJson>(pagePath(`/corrections?from=${encodeURIComponent(since)}`, pageParam), signal),
    ...PAGED,
  });
}

/** One timer with its owner; null if there is no such timer. */
export function teamTimerQuery(get: FetchApi, id: string) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'timer', id],
    queryFn: ({ signal }) => get<TeamTimersJson>(`/team/timers?timer_id=${id}`, signal),
    refetchInterval: POLL_MS,
  });
}

/** Corrections of one timer. */
export function timerCorrectionsQuery(get: FetchApi, id: string) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'of', id],
    queryFn: ({ signal }) => get<CorrectionListJson>(`/corrections?timer_id=${id}&limit=100`, signal),
    refetchInterval: POLL_MS,
  });
}

/** All events of one timer, newest first, page by page. */
export function timerEventsQuery(get: FetchApi, id: string) {
  return infiniteQueryOptions({
    queryKey: [...CORRECTIONS_KEY, 'events', id],
    queryFn: ({ pageParam, signal }) =>
      get<TimerEventsJson>(pagePath(`/events?subject_id=${id}&type=timer.*`, pageParam), signal),
    ...PAGED,
  });
}

const PAGED = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
  refetchInterval: POLL_MS,
};

function pagePath(path: `/${string}`, cursor: string | null): `/${string}` {
  return `${path}&limit=${QUEUE_PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
}

/** A preview of a revert. */
export function previewRevertQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: ['correction-preview', 'revert', id],
    queryFn: ({ signal }) =>
      send<PreviewJson>(`/corrections/${id}/revert/preview`, { method: 'POST', body: {}, signal }),
    ...PREVIEWED,
  });
}

type Send = <T extends { server_time: string }>(
  path: string,
  options: { method: 'POST'; body: unknown; signal: AbortSignal },
) => Promise<T>;

/** No one else changes what this person is about to do, so it is not polled. */
const PREVIEWED = {
  retry: (count: number, error: Error) => error instanceof NoResponse && count < MAX_REPEATS,
  retryDelay: SECOND_MS,
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    state.error instanceof NoResponse ? ASK_AGAIN_MS : (false as const),
  staleTime: 0,
  gcTime: 0,
};

/** The effect of a correction. Fetched for each body; only the latest response is shown. */
export function previewQuery(send: Send, body: CreateCorrectionBody | null) {
  return queryOptions({
    // Not among the keys that a correction makes stale: it would be requested once more, for an outdated version.
    queryKey: ['correction-preview', body],
    queryFn: ({ signal }) => send<PreviewJson>('/corrections/preview', { method: 'POST', body, signal }),
    enabled: body !== null,
    ...PREVIEWED,
  });
}
