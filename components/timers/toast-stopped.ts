import { undoToasts } from '#/components/timers/undo-toasts.ts';
import type { Live } from '#/lib/client/live/live.ts';
import type { Toast } from '#/lib/client/page/toasts.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';
import { undoStop } from '#/lib/client/timers/undo-stop.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Shows that a timer was stopped, with undo. */
export function toastStopped(live: Live, before: TimerJson, response: ChangeTimerJson, toast: Toast): void {
  if (!response.changed || response.timer.status !== 'stopped') {
    live.toasts.show(toast);
    return;
  }
  const style = timeStyleOf(live.me.current().user, live.localCycle);
  undoToasts(live, style).show(toast, () => undoStop(live, before, response.timer), { isUntilStart: true });
}
