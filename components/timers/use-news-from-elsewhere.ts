'use client';

import { useEffect } from 'react';
import { timerName } from '#/components/timers/use-timer-actions.ts';
import { elapsedMs } from '#/lib/client/elapsed.ts';
import type { TimerEvent } from '#/lib/client/event-stream.ts';
import type { Notice } from '#/lib/client/notices.ts';
import { lengthWords } from '#/lib/client/time-words.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/** Tells quietly what happened to timers in other tabs, on other devices, over the API, or by the cap. */
export function useNewsFromElsewhere(): void {
  const { onElsewhere, notices, announcer } = useLive();
  useEffect(
    () =>
      onElsewhere((event) => {
        const notice = noticeOf(event);
        if (notice) notices.show(notice);
        else announcer.say(`${timerName(event.timer)} was changed elsewhere`);
      }),
    [onElsewhere, notices, announcer],
  );
}

/** Null for what needs no notice: edits, and ends that a start at the same instant explains. */
export function noticeOf({ type, timer, actor, server_time: at }: TimerEvent): Notice | null {
  const where = whereOf(timer, actor);
  const length = lengthWords(elapsedMs(timer, Date.parse(at)));
  const what = `${timerName(timer)}, ${length}.`;
  switch (type) {
    case 'timer.started':
      return { icon: 'switch', lead: `Timer started ${where}.`, text: 'You are seeing that timer now.' };
    case 'timer.resumed':
      return { icon: 'play', lead: `Timer resumed ${where}.`, text: what };
    case 'timer.paused':
      return { icon: 'pause', lead: `Timer paused ${where}.`, text: what };
    case 'timer.stopped':
      return timer.end_reason === 'switched' ? null : { icon: 'stop', lead: `Timer stopped ${where}.`, text: what };
    case 'timer.completed':
      return { icon: 'warning', lead: `Stopped at ${length}.`, text: `${timerName(timer)} has reached the cap.` };
    case 'timer.discarded':
      return { icon: 'discard', lead: `Timer discarded ${where}.`, text: timerName(timer) };
    case 'timer.edited':
      return null;
  }
}

/** An admin does it by disabling timers, or the person. */
function whereOf(timer: TimerEvent['timer'], actor: TimerEvent['actor']): string {
  if (actor.user_id !== undefined && actor.user_id !== timer.user_id) return 'by an admin';
  return actor.kind === 'api_key' ? 'over the API' : 'in another tab';
}
