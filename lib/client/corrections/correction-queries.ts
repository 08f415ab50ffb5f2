import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AskApi } from '#/lib/client/alarms/alarm-queries.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import type {
  CorrectionListJson,
  MakeCorrectionBody,
  PreviewJson,
} from '#/lib/tracking/corrections/correction-schemas.ts';
import type { TeamTimersJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';

/** Everything that a correction makes stale: the queue, the list of corrections, the open timers. */
export const CORRECTIONS_KEY = ['corrections'] as const;
export const QUEUE_PAGE = 50;
/** What others do comes by no stream. */
const POLL_MS = 30 * SECOND_MS;
/** Of a preview that got no response, before that is said. */
const MOST_REPEATS = 3;
const ASK_AGAIN_MS = 5 * SECOND_MS;

export type TimerEventsJson = { events: EventJson[]; next_cursor: string | null; server_time: string };

export const TIMERS_HREF = '/team/corrections';
export const timerHref = (id: string) => `${TIMERS_HREF}/${id}`;

/** What needs a look, the newest first, a page at a time. */
export function queueQuery(ask: AskApi) {
  return teamTimerPages(ask, 'queue', 'flag=needs_look');
}

/** What was looked for, as the query of an address says it. */
export function foundQuery(ask: AskApi, query: string) {
  return teamTimerPages(ask, 'found', query);
}

function teamTimerPages(ask: AskApi, name: string, query: string) {
  return infiniteQueryOptions({
    queryKey: [...CORRECTIONS_KEY, name, query],
    queryFn: ({ pageParam, signal }) => ask<TeamTimersJson>(pagePath(`/team/timers?${query}`, pageParam), signal),
    ...PAGED,
  });
}

/** How many need a look; asked beside the queue, since every page shows it. */
export function queueCountQuery(ask: AskApi) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'count'],
    queryFn: ({ signal }) => ask<TeamTimersJson>('/team/timers?flag=needs_look&limit=1', signal),
    refetchInterval: 2 * POLL_MS,
    select: ({ count }) => count,
  });
}

/** Corrections made since an instant, a page at a time. */
export function correctedQuery(ask: AskApi, since: string) {
  return infiniteQueryOptions({
    queryKey: [...CORRECTIONS_KEY, 'made', since],
    queryFn: ({ pageParam, signal }) =>
      ask<CorrectionListJson>(pagePath(`/corrections?from=${encodeURIComponent(since)}`, pageParam), signal),
    ...PAGED,
  });
}

/** One timer with whose it is; none when there is no such timer. */
export function teamTimerQuery(ask: AskApi, id: string) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'timer', id],
    queryFn: ({ signal }) => ask<TeamTimersJson>(`/team/timers?timer_id=${id}`, signal),
    refetchInterval: POLL_MS,
  });
}

/** Corrections of one timer. */
export function timerCorrectionsQuery(ask: AskApi, id: string) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'of', id],
    queryFn: ({ signal }) => ask<CorrectionListJson>(`/corrections?timer_id=${id}&limit=100`, signal),
    refetchInterval: POLL_MS,
  });
}

/** Everything that was done to one timer, the newest first, a page at a time. */
export function timerEventsQuery(ask: AskApi, id: string) {
  return infiniteQueryOptions({
    queryKey: [...CORRECTIONS_KEY, 'events', id],
    queryFn: ({ pageParam, signal }) =>
      ask<TimerEventsJson>(pagePath(`/events?subject_id=${id}&type=timer.*`, pageParam), signal),
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

/** What taking a correction back would do. */
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
  ask: { method: 'POST'; body: unknown; signal: AbortSignal },
) => Promise<T>;

/** No one else asks again for what one person is about to do. */
const PREVIEWED = {
  retry: (count: number, error: Error) => error instanceof NoResponse && count < MOST_REPEATS,
  retryDelay: SECOND_MS,
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    state.error instanceof NoResponse ? ASK_AGAIN_MS : (false as const),
  staleTime: 0,
  gcTime: 0,
};

/** The effect of a correction. Fetched for each body; only the latest response is shown. */
export function previewQuery(send: Send, body: MakeCorrectionBody | null) {
  return queryOptions({
    // Not of what a correction makes stale: it would be asked for once more, of a version that is over.
    queryKey: ['correction-preview', body],
    queryFn: ({ signal }) => send<PreviewJson>('/corrections/preview', { method: 'POST', body, signal }),
    enabled: body !== null,
    ...PREVIEWED,
  });
}
