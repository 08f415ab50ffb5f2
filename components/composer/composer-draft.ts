'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { draftKey, storeDraft, takeDraft } from '#/lib/client/page/stored-drafts.ts';
import type { TypeChoice } from '#/lib/client/timers/type-choice.ts';

/** The text of the composer, kept while its field is closed, so that nothing typed is lost. */
export type ComposerDraft = {
  read: () => string;
  write: (text: string) => void;
  /** The choices made with the text that was sent last, restored with it. */
  sent?: TypeChoice;
  back?: TypeChoice | undefined;
};

/**
 * The text of the composer, kept across pages and a reload of this tab. `hasText` is true while the visible field has
 * text; a new `key` makes the field begin with the restored text.
 */
export function useComposerDraft() {
  const { user, workspace } = useMe();
  const storageKey = draftKey(user.id, workspace.id);
  const text = useRef('');
  const [{ hasText, key }, set] = useState({ hasText: false, key: 0 });
  const isShown = useRef(false);
  const setHasText = useCallback((has: boolean) => {
    isShown.current = has;
    set((before) => (before.hasText === has ? before : { ...before, hasText: has }));
  }, []);
  const draft = useMemo<ComposerDraft>(
    () => ({
      read: () => text.current,
      write: (next) => {
        text.current = next;
        setHasText(next !== '');
      },
    }),
    [setHasText],
  );
  /** Restores text, unless other text has been typed since. True when it did. */
  const bringBack = useCallback(
    (restored: string): boolean => {
      if (!restored || text.current) return false;
      draft.write(restored);
      draft.back = draft.sent;
      set((before) => ({ ...before, key: before.key + 1 }));
      return true;
    },
    [draft],
  );
  useEffect(() => {
    bringBack(takeDraft(storageKey));
    const save = () => isShown.current && storeDraft(storageKey, text.current);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [storageKey, bringBack]);
  return { draft, hasText, setHasText, key, bringBack };
}
