import { lockMembershipForShare } from '#/lib/accounts/memberships/lock-memberships.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { changesClosed } from '#/lib/tracking/closing/closed-time.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';
import { correctedTimer } from '#/lib/tracking/corrections/corrected-timer.ts';
import { factsOf } from '#/lib/tracking/corrections/correction.ts';
import { assertTimerNotFuture, resolveEdit } from '#/lib/tracking/corrections/create-correction.ts';
import { rejectedEdit } from '#/lib/tracking/corrections/edit-errors.ts';
import type { Corrected } from '#/lib/tracking/corrections/effect.ts';
import { assertNotCorrected } from '#/lib/tracking/corrections/save-corrected.ts';
import type { ChangedProposal } from '#/lib/tracking/proposals/change-proposal.ts';
import { notifyAdmins } from '#/lib/tracking/proposals/notify-of-proposal.ts';
import type { Proposal } from '#/lib/tracking/proposals/proposal.ts';
import { proposesNothing, timeNotClosed, timerNotEnded } from '#/lib/tracking/proposals/proposal-errors.ts';
import type { ProposeCorrectionInput, ProposedChange } from '#/lib/tracking/proposals/proposal-schemas.ts';
import { insertProposal } from '#/lib/tracking/proposals/proposal-store.ts';
import { recordProposal } from '#/lib/tracking/proposals/record-proposal.ts';
import { supersedeProposalsOf } from '#/lib/tracking/proposals/supersede-proposals.ts';
import { changeTimer } from '#/lib/tracking/timers/change-timer.ts';
import { isEnded, type Timer } from '#/lib/tracking/timers/timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Proposes a correction of the actor's own locked time; an admin decides. A later proposal for the same timer replaces
 * the earlier one.
 * @throws AppError 400 `proposal_changes_nothing`, `time_in_future`; 403 for another member's timer; 404; 409
 * `time_not_closed` when they can change it themselves, `timer_ended`, `timer_not_ended`, `open_span_mismatch`,
 * `time_overlaps`; 412 with the current timer
 */
export async function proposeCorrection(ctx: Ctx, input: ProposeCorrectionInput): Promise<ChangedProposal> {
  authorize(ctx, 'timers:write');
  const target = { id: input.timer_id, ifMatch: [input.version] };
  return transaction(ctx, async (tx) => {
    // A member who was removed meanwhile must leave no open proposal.
    await lockMembershipForShare(tx);
    return changeTimer(tx, target, (tx, timer, now) => proposed(tx, timer, input, now));
  });
}

async function proposed(ctx: TxCtx, timer: Timer, input: ProposeCorrectionInput, now: Date) {
  const after = await proposedTimer(ctx, timer, input, now);
  await checkClosed(ctx, { before: timer, after }, now);
  await assertNotCorrected(ctx, [{ before: timer, after }], now);
  const proposal = proposalOf(ctx, input, { before: timer, after }, now);
  await supersedeProposalsOf(ctx, { timerId: timer.id }, now);
  await insertProposal(ctx.tx, proposal);
  await recordProposal(ctx, null, proposal, now);
  await notifyAdmins(ctx, proposal);
  return { proposal, timer, changed: true, ended: null, now };
}

async function proposedTimer(ctx: TxCtx, timer: Timer, input: ProposeCorrectionInput, now: Date): Promise<Timer> {
  if (timer.status === 'discarded') throw timerEnded(timer, now);
  if (!isEnded(timer)) throw timerNotEnded(timer, now);
  assertTimerNotFuture(input, '', now);
  const after = correctedTimer(timer, await resolveEdit(ctx, input, timer, { isPlanned: true }), { now, newId });
  if (typeof after === 'string') throw rejectedEdit(after, timer, now);
  if (after === timer) throw proposesNothing();
  return after;
}

/** A week that is only submitted can be withdrawn by its member; closed days and approved weeks need an admin. */
async function checkClosed(ctx: TxCtx, change: Corrected, now: Date): Promise<void> {
  if (ctx.actor.scopes.has('admin:corrections')) throw timeNotClosed('admin');
  const closed = await listClosedTimes(ctx.tx, ctx.actor, [change], now);
  const touched = closed.filter((time) => changesClosed(change, time));
  if (touched.some(({ week }) => week?.status !== 'submitted')) return;
  throw timeNotClosed(touched[0]?.week ?? 'open');
}

function proposalOf(ctx: TxCtx, input: ProposeCorrectionInput, { before, after }: Corrected, now: Date): Proposal {
  const { timer_id: _timer, version, reason, ...change } = input;
  return {
    id: newId(),
    workspaceId: ctx.actor.workspaceId,
    userId: ctx.actor.userId,
    timerId: before.id,
    version,
    // Instants as text, as stored.
    change: JSON.parse(JSON.stringify(change)) as ProposedChange,
    before: factsOf(before),
    after: factsOf(after),
    reason,
    status: 'open',
    createdAt: now,
    decidedAt: null,
    decidedBy: null,
    note: '',
    correctionId: null,
  };
}
