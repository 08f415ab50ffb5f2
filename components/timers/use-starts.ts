'use client';

import { useCallback } from 'react';
import { useDoubleClickGuard } from '#/components/timers/use-double-click-guard.ts';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';

/**
 * Starting from a field, and from a list that moves up once the first of it has started. A running timer unknown to
 * this page is ended without a question if the person's setting is that the last start wins. Rejected text is restored.
 */
export function useStarts(
  actions: TimerActions,
  isRunning: boolean,
  on: { start: () => void; rejected: (text: string) => void },
) {
  const lastWins = useMe().user.conflict_policy === 'last_resume_wins';
  const start = useCallback(
    (draft: TimerDraft, text = '') => {
      on.start();
      actions.start(draft, isRunning || lastWins ? 'switch' : 'reject', () => on.rejected(text));
    },
    [actions, isRunning, lastWins, on],
  );
  const isSingleClick = useDoubleClickGuard();
  // The second half of a double click must not hit the next one.
  const startFromList = useCallback(
    (draft: TimerDraft) => {
      if (isSingleClick()) start(draft);
    },
    [isSingleClick, start],
  );
  return { start, startFromList };
}
