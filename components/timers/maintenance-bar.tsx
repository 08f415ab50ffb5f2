'use client';

import { Notice } from '#/components/ui/notice.tsx';
import { whenWords } from '#/lib/client/time-words.ts';
import { useMe, useTimeStyle, useToday } from '#/lib/client/use-live.tsx';

/** Nothing can be started or resumed in this workspace until its admins allow it again. */
export function MaintenanceBar() {
  const { timers_disabled_at: since } = useMe().workspace;
  const style = useTimeStyle();
  const today = useToday();
  if (!since) return null;
  return (
    <Notice tone="warn" className="rounded-none border-b border-line px-4 md:px-8">
      Timers have been paused for maintenance since {whenWords(Date.parse(since), style, today)}.{' '}
      <span className="text-text-2">What you tracked is kept; stopping works.</span>
    </Notice>
  );
}
