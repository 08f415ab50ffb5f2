import type { OfflineActionKind, QueuedAction, UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

const VERBS: Record<OfflineActionKind, string> = { start: 'Start', pause: 'Pause', resume: 'Resume', stop: 'Stop' };

/** "Stop API-412 at 14:02". */
export function formatQueuedAction({ kind, name, serverAt }: QueuedAction, style: TimeStyle): string {
  return `${VERBS[kind]} ${name} at ${timeOfDay(serverAt, style)}`;
}

/** The label of the button that applies the proposal. */
export function acceptLabel({ kind, serverAt, proposal }: UnconfirmedAction, style: TimeStyle): string {
  const at = timeOfDay(serverAt, style);
  if (proposal?.kind === 'add') {
    return `Add ${timeOfDay(Date.parse(proposal.started_at), style)} – ${timeOfDay(Date.parse(proposal.ended_at), style)}`;
  }
  if (proposal?.kind === 'correct') return `End it at ${at}`;
  return `${VERBS[kind]} at ${at}`;
}
