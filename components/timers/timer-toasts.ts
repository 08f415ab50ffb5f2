import { formatEntryError } from '#/components/entries/format-entry.ts';
import type { Elsewhere } from '#/components/timers/elsewhere-timer.tsx';
import type { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { draftName, startBody, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { conflictingTimer } from '#/lib/client/timers/timer-results.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Shows which timer an action ended, and which one runs instead. */
export function toastEnded({ toasts, clock }: Live, ended: TimerJson, then: string): void {
  const length = formatDuration(elapsedMs(ended, clock.now()));
  const how = ended.status === 'paused' ? 'paused' : 'stopped';
  toasts.show({ icon: 'switch', lead: `${timerName(ended)} ${how} at ${length},`, text: then });
}

/** Shows which timer of another workspace an action here ended. */
export function toastElsewhere(
  { toasts }: Live,
  { timer, workspace }: Elsewhere,
  how: 'stopped' | 'paused',
  instead: TimerJson,
  began = 'started',
): void {
  const lead = `${timerName(timer)} ${how} in ${workspace.name},`;
  toasts.show({ icon: 'switch', lead, text: `${timerName(instead)} ${began}` });
}

/** Why the server has rejected an action. */
export function toastProblem({ toasts, me, localCycle, refreshMe }: Live, error: ApiProblem): void {
  if (error.code === 'timer_version_mismatch') {
    toasts.show({
      icon: 'warning',
      lead: 'Not saved:',
      text: 'it was changed in another tab or on another device. This is the latest version.',
    });
    return;
  }
  if (error.code === 'timers_disabled') refreshMe();
  const style = timeStyleOf(me.current().user, localCycle);
  toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: formatEntryError(error, style) });
}

/** Another device has started a timer first, or one runs in another workspace: offers a way out. */
export function toastConflict({ toasts }: Live, { current }: ApiProblem, switchOver: () => void, name: string): void {
  const isHere = current !== null;
  toasts.show({
    icon: 'switch',
    lead: isHere ? 'Timer started in another tab or on another device.' : 'A timer is running in another workspace.',
    text: isHere ? 'That timer is shown now.' : 'Starting here stops it there.',
    action: { label: `Switch to ${name}`, run: switchOver },
  });
}

/**
 * Moves the timer to another ticket, or to none; one that another device chose meanwhile stays until this is clicked
 * again.
 */
export function retarget(live: Live, base: TimerJson, draft: TimerDraft, onRejected: (error: unknown) => void): void {
  const { on_conflict: _, title = '', tags = [], ticket_id = null, ...ticket } = startBody(draft, 'reject');
  const change = ticket.ticket_key ? ticket : { ticket_id };
  const named = draft.ticket && base.title && base.title !== base.ticket?.title ? base.title : title;
  const all = [...new Set([...base.tags, ...tags])];
  live.mutations
    .edit(base, { title: named, tags: all, ...change }, { title: named, tags: all, ticket: draft.ticket })
    .catch((error: unknown) => {
      const theirs = conflictingTimer(error);
      if (!theirs) return onRejected(error);
      live.toasts.show({
        icon: 'warning',
        lead: 'Not saved:',
        text: `it was changed to ${timerName(theirs)} in another tab or on another device.`,
        action: { label: `Change it to ${draftName(draft)}`, run: () => retarget(live, theirs, draft, onRejected) },
      });
    });
}
