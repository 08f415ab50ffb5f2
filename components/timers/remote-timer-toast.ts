import type { TimerEvent } from '#/lib/client/live/event-stream.ts';
import type { Toast } from '#/lib/client/page/toasts.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

/** Events that change nothing visible of a timer, or are shown by a separate card. */
export const SILENT_EVENTS: ReadonlySet<TimerEvent['type']> = new Set([
  'timer.stale',
  'timer.away',
  'timer.answered',
  'timer.snoozed',
  'timer.reviewed',
  // Announced with the plan.
  'timer.phase_started',
  'timer.phase_ended',
]);

/** Null if no toast is needed: edits, and ends that a start at the same instant explains. */
export function toastOf({ type, timer, actor }: TimerEvent): Toast | null {
  const where = whereOf(timer, actor);
  const length = formatDuration(timer.elapsed_ms);
  const what = `${timerName(timer)}, ${length}.`;
  switch (type) {
    case 'timer.started':
      return { icon: 'switch', lead: `Timer started ${where}.`, text: 'That timer is shown now.' };
    case 'timer.resumed':
      return { icon: 'play', lead: `Timer resumed ${where}.`, text: what };
    case 'timer.paused':
      return { icon: 'pause', lead: `Timer paused ${where}.`, text: what };
    case 'timer.stopped':
      return timer.end_reason === 'switched' ? null : { icon: 'stop', lead: `Timer stopped ${where}.`, text: what };
    case 'timer.completed':
      if (timer.end_reason === 'finished') return finished(timer, length);
      return { icon: 'warning', lead: `Stopped at ${length}.`, text: `${timerName(timer)} has reached the cap.` };
    case 'timer.discarded':
      return { icon: 'discard', lead: `Timer discarded ${where}.`, text: timerName(timer) };
    case 'timer.restored':
      return { icon: 'play', lead: `Timer restored ${where}.`, text: what };
    case 'timer.stale':
    case 'timer.edited':
    case 'timer.added':
    case 'timer.corrected':
    case 'timer.away':
    case 'timer.answered':
    case 'timer.snoozed':
    case 'timer.reviewed':
    case 'timer.phase_started':
    case 'timer.phase_ended':
    case 'timer.phase_extended':
      return null;
    case 'timer.phase_overdue':
      return overdue(timer);
  }
}

function finished(timer: TimerEvent['timer'], length: string): Toast {
  const label = timer.type === 'countdown' ? `Time is up on ${timerName(timer)},` : `${timerName(timer)} is done,`;
  return { icon: 'check', lead: label, text: `${length}.` };
}

function overdue(timer: TimerEvent['timer']): Toast {
  const isWork = timer.phase?.kind === 'work';
  return isWork
    ? { icon: 'check', lead: 'Work is over,', text: 'and still counting.' }
    : { icon: 'check', lead: 'Break is over.', text: `Start cycle ${(timer.phase?.round ?? 0) + 1}?` };
}

/** By an admin who disables timers, or by the person. */
function whereOf(timer: TimerEvent['timer'], actor: TimerEvent['actor']): string {
  if (actor.user_id !== undefined && actor.user_id !== timer.user_id) return 'by an admin';
  return actor.kind === 'api_key' ? 'through the API' : 'in another tab or on another device';
}
