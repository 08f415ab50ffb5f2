import { getMember } from '#/lib/accounts/me/member-query.ts';
import { listAdmins } from '#/lib/accounts/memberships/admins-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import type { TimerFacts } from '#/lib/tracking/corrections/correction.ts';
import type { Proposal } from '#/lib/tracking/proposals/proposal.ts';
import { elapsedMs } from '#/lib/tracking/timers/timer.ts';

/** Notifies everyone who may decide, except the proposer. */
export async function notifyAdmins(ctx: TxCtx, proposal: Proposal): Promise<void> {
  const { workspaceId, userId: proposer } = proposal;
  const data = { ...aboutOf(proposal), of_name: await nameOf(ctx, proposer), reason: proposal.reason };
  for (const { userId } of await listAdmins(ctx.tx, workspaceId)) {
    if (userId === proposer) continue;
    const fact = `proposal ${proposal.id}`;
    await enqueueNotification(ctx, { workspaceId, userId, kind: 'correction_proposed', fact, data });
  }
}

/** Notifies the proposer of the decision, unless they decided themselves. */
export async function notifyOfDecision(ctx: TxCtx, proposal: Proposal): Promise<void> {
  const { id, workspaceId, userId, status, note } = proposal;
  if (userId === ctx.actor.userId || (status !== 'accepted' && status !== 'declined')) return;
  const data = { ...aboutOf(proposal), by_name: await nameOf(ctx, ctx.actor.userId), decision: status, note };
  await enqueueNotification(ctx, {
    workspaceId,
    userId,
    kind: 'proposal_decided',
    fact: `proposal ${id} decided`,
    data,
  });
}

function aboutOf({ id, timerId, before, after, createdAt }: Proposal) {
  const seconds = (facts: TimerFacts) => Math.floor(elapsedMs(facts, createdAt) / SECOND_MS);
  return {
    timer_id: timerId,
    label: before.ticket?.key ?? before.title,
    proposal_id: id,
    started_at: before.startedAt.toISOString(),
    before_seconds: seconds(before),
    after_seconds: seconds(after),
  };
}

async function nameOf(ctx: TxCtx, userId: string): Promise<string> {
  return (await getMember(ctx.tx, ctx.actor.workspaceId, userId)).user.name;
}
