import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { REVIEW_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { questionListOut } from '#/lib/tracking/questions/answer-schemas.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type QuestionListJson = z.infer<typeof questionListOut>;

/** Timers that ended without their owner and need review. Updates of them reload it. */
export function reviewQuery(get: FetchApi) {
  return queryOptions({
    queryKey: REVIEW_KEY,
    queryFn: async ({ signal }) => (await get<TimerListJson>('/timers?needs_review=true&limit=50', signal)).timers,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Answers that can be undone, including those by the person's settings. */
export function undoableQuery(http: Http) {
  return queryOptions({
    queryKey: [...REVIEW_KEY, 'undoable'] as const,
    queryFn: async ({ signal }) => (await http.send<QuestionListJson>('/timers/questions', { signal })).undoable,
  });
}
