import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';
import { openCycle } from '#/lib/tracking/cycles/cycle.ts';
import { nextPhase } from '#/lib/tracking/cycles/plan.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/** After an outage nobody is told of a phase that was over this long ago. */
const NEWS_MS = 10 * MINUTE_MS;

/** What a person is told when the deadline of a phase has come; null without a plan, and when it is no news any more. */
export function phaseNotification(before: Timer, after: Timer, due: Date, now: Date): Notice | null {
  const { plan, type } = before;
  const cycle = openCycle(before);
  if (!plan || type === 'manual' || !cycle || now.getTime() - due.getTime() > NEWS_MS) return null;
  const next = nextPhase(plan, cycle);
  return {
    workspaceId: before.workspaceId,
    userId: before.userId,
    kind: 'phase_ended',
    // An extension of a phase that is over sets another deadline, which is another fact.
    fact: `${cycle.id} ended ${due.toISOString()}`,
    data: {
      timer_id: before.id,
      label: before.ticket?.key ?? before.title,
      timer_type: type,
      phase: cycle.kind,
      planned_seconds: Math.round(cycle.plannedMs / SECOND_MS),
      next: next && { phase: next.kind, planned_seconds: Math.round(next.plannedMs / SECOND_MS) },
      waits: openCycle(after)?.id === cycle.id,
      round: cycle.round,
    },
  };
}
