'use client';

import { useMemo, useRef, useState } from 'react';
import type { Draft } from '#/lib/client/corrections/correction-draft.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A correction in progress: its base version, the draft, and the reason. */
export type SavedDraft = { base: TimerJson; draft: Draft; reason: string };
export type SavedDrafts = {
  of: (timerId: string) => SavedDraft | undefined;
  /** Null when there is nothing to keep. */
  keep: (timerId: string, begun: SavedDraft | null) => void;
  /** The timers with unsaved changes. */
  ids: ReadonlySet<string>;
};

/** Unsaved corrections by timer, as long as the page is open: the person may open another timer meanwhile. */
export function useSavedDrafts(): SavedDrafts {
  const drafts = useRef(new Map<string, SavedDraft>());
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const parts = useMemo(
    () => ({
      of: (timerId: string) => drafts.current.get(timerId),
      keep: (timerId: string, begun: SavedDraft | null) => {
        if (begun) drafts.current.set(timerId, begun);
        else drafts.current.delete(timerId);
        setIds((known) => (known.has(timerId) === (begun !== null) ? known : new Set(drafts.current.keys())));
      },
    }),
    [],
  );
  return useMemo(() => ({ ...parts, ids }), [parts, ids]);
}
