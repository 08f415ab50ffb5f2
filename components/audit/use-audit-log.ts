import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { newEventsLabel, withNewEvents } from '#/lib/client/audit/audit-pages.ts';
import { auditListQuery, newEventsQuery } from '#/lib/client/audit/audit-queries.ts';
import type { AuditView } from '#/lib/client/audit/audit-view.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

/**
 * Entries of the log, updated live. While someone reads, new ones are held back, and `newLabel` counts them: shown ones
 * neither move nor disappear.
 */
export function useAuditLog(view: AuditView, isReading: boolean) {
  const get = useFetchApi();
  const style = useTimeStyle();
  const client = useQueryClient();
  const options = useMemo(() => auditListQuery(get, view, style), [get, view, style]);
  const list = useInfiniteQuery(options);
  const { data: newer } = useQuery(newEventsQuery(get, view, style, list.data?.pages[0]?.next_after));
  const newLabel = newEventsLabel(newer);
  const showNew = useMemo(() => {
    if (!newer || newer.events.length === 0) return null;
    // More than a page: entries between would be missing, so the list reloads, without disappearing meanwhile.
    if (newer.more) return () => void client.prefetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 });
    return () =>
      client.setQueryData(options.queryKey, (known) => {
        const [first, ...others] = known?.pages ?? [];
        return first && known ? { ...known, pages: [withNewEvents(first, newer), ...others] } : known;
      });
  }, [newer, client, options]);
  useEffect(() => {
    if (!isReading) showNew?.();
  }, [isReading, showNew]);
  return { list, newLabel: isReading ? newLabel : null, showNew };
}
