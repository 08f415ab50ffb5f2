'use client';

import { useMemo } from 'react';
import { entryActions } from '#/components/timers/entry-actions.ts';
import { useLive, useTimeStyle } from '#/lib/client/use-live.tsx';

/** What the forms do, with the words about how it went. */
export function useEntryActions() {
  const live = useLive();
  const style = useTimeStyle();
  return useMemo(() => entryActions(live, style), [live, style]);
}
