import type { StartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { beginCycle, type Cycle } from '#/lib/tracking/cycles/cycle.ts';
import { firstPhase } from '#/lib/tracking/cycles/plan.ts';
import { zonesOf } from '#/lib/tracking/spans/span.ts';
import { resolveSubject, type SubjectInput } from '#/lib/tracking/timers/resolve-subject.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

type NewTimerFields = Pick<
  Timer,
  | 'type'
  | 'status'
  | 'createdAt'
  | 'startedAt'
  | 'endedAt'
  | 'endReason'
  | 'expectedEndAt'
  | 'plan'
  | 'spans'
  | 'lastSeenAt'
> & {
  /** For a plan in progress; without them the plan begins. */
  cycles?: Cycle[];
};
type About = SubjectInput & { title: string; tags: string[] };

/** A timer of the actor's own that is not stored yet. @throws AppError 404 for an unknown ticket or project */
export async function newTimer(
  ctx: TxCtx,
  about: About,
  { capSeconds, timeZone }: Pick<StartPolicy, 'capSeconds' | 'timeZone'>,
  begun: NewTimerFields,
): Promise<Timer> {
  const { ticket, project } = await resolveSubject(ctx, about);
  const id = newId();
  return {
    id,
    workspaceId: ctx.actor.workspaceId,
    userId: ctx.actor.userId,
    title: about.title || ticket?.title || '',
    ticket,
    project,
    tags: about.tags,
    capSeconds,
    version: 1,
    reasonBeforeDiscard: null,
    needsReview: false,
    capPoint: 'cap',
    timeZone,
    createdVia: ctx.actor.credential.kind === 'session' ? 'web' : 'api',
    ...begun,
    updatedAt: begun.createdAt,
    spans: begun.spans.map((span) => ({ ...span, ...zonesOf(span, { timeZone }) })),
    cycles: begun.cycles ?? firstCycles(begun, id),
  };
}

function firstCycles({ plan, startedAt }: NewTimerFields, id: string): Cycle[] {
  return plan ? [beginCycle(plan, firstPhase(plan), { id, position: 0 }, startedAt)] : [];
}
