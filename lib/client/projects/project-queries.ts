import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { PROJECTS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { ProjectView } from '#/lib/client/projects/project-view.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { ProjectListJson } from '#/lib/tracking/projects/project-schemas.ts';

/** The maximum of the API's page. */
const MAX_CHOICES = 100;

/** Projects to choose from. */
export function projectsQuery(get: FetchApi) {
  return queryOptions({
    queryKey: [...PROJECTS_KEY, 'choices'] as const,
    queryFn: ({ signal }) => get<ProjectListJson>(`/projects?limit=${MAX_CHOICES}`, signal),
    staleTime: MINUTE_MS,
  });
}

export type ProjectPages = InfiniteData<ProjectListJson, string | null>;
/** Every list on the page of projects. */
export const PROJECT_LISTS_KEY = [...PROJECTS_KEY, { list: {} }] as const;
const PAGE = 50;

/** Projects by name with their time, page by page. Others' timers are polled every minute. */
export function projectListQuery(get: FetchApi, view: ProjectView) {
  return infiniteQueryOptions({
    queryKey: [...PROJECTS_KEY, { list: view }] as const,
    queryFn: ({ pageParam, signal }) => get<ProjectListJson>(listPath(view, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
}

function listPath({ search, state }: ProjectView, cursor: string | null): `/${string}` {
  const query = new URLSearchParams({
    with_time: 'true',
    limit: String(PAGE),
    state,
    ...(search && { search }),
    ...(cursor && { cursor }),
  });
  return `/projects?${query}`;
}
