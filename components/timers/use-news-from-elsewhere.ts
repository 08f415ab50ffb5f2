'use client';

import { useEffect } from 'react';
import { timerName } from '#/components/timers/use-timer-actions.ts';
import type { TimerEvent } from '#/lib/client/event-stream.ts';
import { Late } from '#/lib/client/late.ts';
import type { Notice } from '#/lib/client/notices.ts';
import { useLive } from '#/lib/client/use-live.tsx';

// Words for what happens seldom: fetched when it does.
const NOTICE = new Late(() => import('#/components/timers/elsewhere-notice.ts').then((part) => part.noticeOf));

/** What changes nothing that a page shows of a timer, or is asked about by a card of its own. */
const IN_SILENCE: ReadonlySet<TimerEvent['type']> = new Set([
  'timer.stale',
  'timer.away',
  'timer.answered',
  'timer.snoozed',
  'timer.reviewed',
  // Said by what watches the plan.
  'timer.phase_started',
  'timer.phase_ended',
]);

/** Tells quietly what happened to timers in other tabs, on other devices, over the API, or by the cap. */
export function useNewsFromElsewhere(): void {
  const { onElsewhere, notices, announcer } = useLive();
  useEffect(
    () =>
      onElsewhere((event) => {
        const tell = (noticeOf: (event: TimerEvent) => Notice | null) => {
          const notice = noticeOf(event);
          if (notice) notices.show({ ...notice, isFromElsewhere: true });
          else if (!IN_SILENCE.has(event.type)) announcer.say(`${timerName(event.timer)} was changed elsewhere`);
        };
        // Without it the page shows what has changed all the same.
        NOTICE.get().then(tell, () => announcer.say(`${timerName(event.timer)} was changed elsewhere`));
      }),
    [onElsewhere, notices, announcer],
  );
}
