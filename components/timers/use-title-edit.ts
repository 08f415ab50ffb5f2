'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { splitTags } from '#/lib/client/typed/typed-tags.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The text of a title being typed, and its caret: survives the field that shows it. */
export type TitleDraft = { text: string; from: number; to: number };

export type TitleEdit = ReturnType<typeof useTitleEdit>;

/**
 * The title being edited on Today, and its timer. Another timer may replace its own at any moment; the text stays, and
 * is saved to the timer that it was begun for.
 */
export function useTitleEdit(actions: TimerActions) {
  const { mutations } = useLive();
  const [edited, setEdited] = useState<{ timer: TimerJson; isConflict: boolean } | null>(null);
  const timer = edited?.timer ?? null;
  const draft = useRef<TitleDraft | null>(null);
  const isEditing = useRef(false);
  const begin = useCallback((next: TimerJson, first: TitleDraft | null = null, isConflict = false) => {
    // One at a time: text being typed stays.
    if (isEditing.current) return false;
    isEditing.current = true;
    draft.current = first;
    setEdited({ timer: next, isConflict });
    return true;
  }, []);
  const end = useCallback(() => {
    isEditing.current = false;
    setEdited(null);
  }, []);
  const latest = timer && mutations.latest(timer);
  const renamed = latest && latest.version > timer.version && latest.title !== timer.title ? latest : null;
  useEffect(() => {
    if (!timer || !renamed) return;
    const typed = draft.current?.text ?? timer.title;
    // An unedited title follows theirs.
    setEdited({ timer: renamed, isConflict: typed !== timer.title && typed !== renamed.title });
    if (typed === timer.title) draft.current = null;
  }, [timer, renamed]);
  const keep = useCallback(
    (text: string) => {
      end();
      if (!timer || text === timer.title) return;
      const { title, tags } = splitTags(text);
      actions.rename(timer, title, tags, (theirs) =>
        begin(theirs ?? timer, { text, from: text.length, to: text.length }, theirs !== null),
      );
    },
    [timer, actions, begin, end],
  );
  return useMemo(
    () => ({
      draft,
      begin,
      end,
      keep,
      /** The title as another device has saved it meanwhile: the typed text overwrites it only by choice. */
      theirs: edited?.isConflict ? edited.timer.title : null,
      /** Name of the timer being edited, unless the page shows that one. */
      heldFor: (shown: TimerJson | null) =>
        timer && (!shown || mutations.keyOf(shown) !== mutations.keyOf(timer)) ? timerName(timer) : null,
      isOn: (shown: TimerJson) => timer !== null && mutations.keyOf(shown) === mutations.keyOf(timer),
      title: timer?.title ?? '',
    }),
    [edited, timer, mutations, begin, end, keep],
  );
}
