'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import { type TimerActions, timerName } from '#/components/timers/use-timer-actions.ts';
import { splitTags } from '#/lib/client/typed-words.ts';
import { useLive } from '#/lib/client/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What is typed as a title, and where the caret is: survives the field that shows it. */
export type TitleDraft = { text: string; from: number; to: number };

export type TitleEdit = ReturnType<typeof useTitleEdit>;

/**
 * The title being edited on Today, and whose it is. Another timer may take the place of its own at any moment; the words
 * stay, and go to the timer that they were begun for.
 */
export function useTitleEdit(actions: TimerActions) {
  const { presses } = useLive();
  const [timer, setTimer] = useState<TimerJson | null>(null);
  const words = useRef<TitleDraft | null>(null);
  const isEditing = useRef(false);
  const begin = useCallback((next: TimerJson, first: TitleDraft | null = null) => {
    // One at a time: what is being typed stays.
    if (isEditing.current) return;
    isEditing.current = true;
    words.current = first;
    setTimer(next);
  }, []);
  const end = useCallback(() => {
    isEditing.current = false;
    setTimer(null);
  }, []);
  const keep = useCallback(
    (text: string) => {
      end();
      if (!timer || text === timer.title) return;
      const { title, tags } = splitTags(text);
      actions.rename(presses.latest(timer), title, tags, () => {
        begin(timer, { text, from: text.length, to: text.length });
      });
    },
    [timer, actions, presses, begin, end],
  );
  return useMemo(
    () => ({
      words,
      begin,
      end,
      keep,
      /** Name of the timer that is edited, unless the page shows that one. */
      heldFor: (shown: TimerJson | null) =>
        timer && (!shown || presses.keyOf(shown) !== presses.keyOf(timer)) ? timerName(timer) : null,
      isOn: (shown: TimerJson) => timer !== null && presses.keyOf(shown) === presses.keyOf(timer),
      title: timer?.title ?? '',
    }),
    [timer, presses, begin, end, keep],
  );
}
