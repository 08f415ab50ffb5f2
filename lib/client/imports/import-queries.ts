import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { IMPORTS_KEY } from '#/lib/client/http/cache-keys.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type {
  ImportListJson,
  ImportResponseJson,
  ImportRowListJson,
  ImportRowState,
  ImportStatusName,
} from '#/lib/tracking/imports/import-schemas.ts';

/** How many are listed at once. */
export const IMPORT_ROWS_AT_ONCE = 50;
export const IMPORTS_AT_ONCE = 20;
/** A worker advances an import several times a second. */
const PROGRESS_POLL_MS = SECOND_MS;

/** Imports, newest first. */
export function importListQuery(get: FetchApi) {
  return infiniteQueryOptions({
    queryKey: [...IMPORTS_KEY, 'list'] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(IMPORTS_AT_ONCE) });
      if (pageParam) query.set('cursor', pageParam);
      return get<ImportListJson>(`/imports?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** One import; while a worker is at it, with its progress. */
export function importQuery(get: FetchApi, id: string) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, id] as const,
    queryFn: async ({ signal }) => (await get<ImportResponseJson>(`/imports/${id}`, signal)).import,
    refetchInterval: ({ state }) => (isInProgress(state.data?.status) ? PROGRESS_POLL_MS : false),
  });
}

/** The rows of an import in one state, in file order. */
export function importRowsQuery(get: FetchApi, id: string, state: ImportRowState, version: number) {
  return infiniteQueryOptions({
    queryKey: [...IMPORTS_KEY, id, 'rows', state, version] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ state, limit: String(IMPORT_ROWS_AT_ONCE) });
      if (pageParam) query.set('cursor', pageParam);
      return get<ImportRowListJson>(`/imports/${id}/rows?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Whether a worker is recording or undoing it. */
export function isInProgress(status: ImportStatusName | undefined): boolean {
  return status === 'applying' || status === 'undoing';
}
