'use client';

import { useQueryClient } from '@tanstack/react-query';
import { formatEntryError } from '#/components/entries/format-entry.ts';
import { CORRECTIONS_KEY } from '#/lib/client/corrections/correction-queries.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import type { CorrectionResponseJson } from '#/lib/tracking/corrections/correction-schemas.ts';

const UNDONE = 'Undone right after it was made.';

/** Shows that a correction was saved, with a way to revert it at once. */
export function useUndoCorrection(): (response: CorrectionResponseJson) => void {
  const { http, toasts } = useLive();
  const client = useQueryClient();
  const style = useTimeStyle();
  const undo = async (id: string) => {
    try {
      await createOnce<CorrectionResponseJson>(http, { path: `/corrections/${id}/revert`, body: { reason: UNDONE } });
      toasts.show({ icon: 'check', lead: 'Correction reverted.', text: 'Everything is as it was before.' });
    } catch (error) {
      toasts.show({ icon: 'warning', lead: 'Couldn’t revert it.', text: formatEntryError(error, style) });
    }
    void client.invalidateQueries({ queryKey: CORRECTIONS_KEY });
    void client.invalidateQueries({ queryKey: TIMERS_KEY });
  };
  return ({ correction }) =>
    toasts.show({
      icon: 'check',
      lead: 'Correction saved.',
      action: { undo: () => void undo(correction.id) },
    });
}
