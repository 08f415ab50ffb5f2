'use client';

import { useCallback } from 'react';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { notifyOtherTabs } from '#/lib/client/live/other-tabs.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/**
 * Moves the session to another workspace with an action, then leaves for a page with a full load. Updates in between
 * are ignored, because they might be of either workspace.
 */
export function useMoveSession(): (action: () => Promise<FormOutcome>, leave: () => void) => Promise<FormOutcome> {
  const live = useLive();
  return useCallback(
    async (action, leave) => {
      live.stop();
      const outcome = await action().catch(() => UNREACHABLE);
      if (!outcome.ok) {
        live.start();
        return outcome;
      }
      notifyOtherTabs();
      leave();
      return outcome;
    },
    [live],
  );
}

/** Today, with a full load. */
export function reloadIntoToday(): void {
  window.location.assign('/');
}
