import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { openCycle } from '#/lib/tracking/cycles/cycle.ts';
import { nextPhase } from '#/lib/tracking/cycles/plan.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/** After an outage, no one is notified of a phase that ended longer ago than this. */
const MAX_NOTIFICATION_AGE_MS = 10 * MINUTE_MS;

/** The notification for a phase whose deadline has passed; null without a plan, or when it is too old. */
export function phaseNotification(before: Timer, after: Timer, due: Date, now: Date): NotificationPayload | null {
  const { plan, type } = before;
  const cycle = openCycle(before);
  if (!plan || type === 'manual' || !cycle || now.getTime() - due.getTime() > MAX_NOTIFICATION_AGE_MS) return null;
  const next = nextPhase(plan, cycle);
  return {
    workspaceId: before.workspaceId,
    userId: before.userId,
    kind: 'phase_ended',
    // Extending a phase that has ended sets another deadline, which is another fact.
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
