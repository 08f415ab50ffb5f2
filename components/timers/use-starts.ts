'use client';

import { useCallback } from 'react';
import { useDoubleClickGuard } from '#/components/timers/use-double-click-guard.ts';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';

/**
 * Starting from a field, and starting from a list that moves up once the first of it has started. What runs unknown to
 * this page makes room without a question for those who want the last start to win. Words that were rejected come back.
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
  const isOnePress = useDoubleClickGuard();
  // The second half of a double press must not hit the next.
  const startFromList = useCallback(
    (draft: TimerDraft) => {
      if (isOnePress()) start(draft);
    },
    [isOnePress, start],
  );
  return { start, startFromList };
}
