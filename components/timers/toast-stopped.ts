import { undoToasts } from '#/components/timers/undo-toasts.ts';
import type { Live } from '#/lib/client/live.ts';
import { timeStyleOf } from '#/lib/client/time-style.ts';
import type { Notice } from '#/lib/client/toasts.ts';
import { undoStop } from '#/lib/client/undo-stop.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A stop by this very press can be undone: not one that had come from elsewhere, or from the cap. */
export function toastStopped(live: Live, before: TimerJson, answer: ChangeTimerJson, notice: Notice): void {
  if (!answer.changed || answer.timer.status !== 'stopped') {
    live.notices.show(notice);
    return;
  }
  const style = timeStyleOf(live.me.current().user, live.localCycle);
  undoToasts(live, style).tell(notice, () => undoStop(live, before, answer.timer));
}
