'use client';

import { useMemo } from 'react';
import { formatEntryError } from '#/components/entries/format-entry.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { OfflineQueue, UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { acceptProposal, dropAction } from '#/lib/client/offline/resolve-queued-action.ts';

/** Actions for a queued action that could not be done, with toasts of their results. */
export function useOfflineQueueActions(queue: OfflineQueue) {
  const live = useLive();
  const style = useTimeStyle();
  return useMemo(() => {
    const { mutations, http, clock, updates, toasts } = live;
    return {
      async accept(action: UnconfirmedAction): Promise<void> {
        try {
          const { confirm: onCreated, ownRequest } = mutations;
          await acceptProposal({ queue, http, clock, ownRequest, onCreated }, action);
          toasts.show({ icon: 'check', lead: 'Saved', text: 'with the original time.' });
        } catch (error) {
          const text =
            error instanceof ApiProblem
              ? formatEntryError(error, style)
              : 'Can’t reach the server. Your action is kept; try again.';
          toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text });
        } finally {
          void updates.refresh();
        }
      },
      drop: (action: UnconfirmedAction) => void dropAction(queue, action),
    };
  }, [live, style, queue]);
}
