import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { authorizeClosedTime } from '#/lib/tracking/corrections/authorize-closed-time.ts';
import { correctedTimer, type TimerEdit } from '#/lib/tracking/corrections/corrected-timer.ts';
import { type Correction, factsOf } from '#/lib/tracking/corrections/correction.ts';
import type { CreateCorrectionInput, TimerEditInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { insertCorrection } from '#/lib/tracking/corrections/correction-store.ts';
import { rejectedEdit } from '#/lib/tracking/corrections/edit-errors.ts';
import { type Corrected, type Effect, effectOf } from '#/lib/tracking/corrections/effect.ts';
import { lockTimers } from '#/lib/tracking/corrections/lock-timers.ts';
import { notifyOwners } from '#/lib/tracking/corrections/notify-owners.ts';
import { recordCorrection } from '#/lib/tracking/corrections/record-correction.ts';
import { assertNotCorrected, saveCorrected } from '#/lib/tracking/corrections/save-corrected.ts';
import { assertNotFuture } from '#/lib/tracking/timers/assert-time.ts';
import { editedSubject } from '#/lib/tracking/timers/resolve-subject.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

export type CreatedCorrection = { correction: Correction; effect: Effect; now: Date };

/**
 * Corrects timers after the fact, all of them or none: their time, subject or owner, or whether they count. Their
 * earlier state is stored, so that the correction can be reverted. Timers that already match stay as they are.
 * @throws AppError 400 without a reason for others' time, `time_in_future`; 403; 404; 409 `timer_ended`,
 * `timer_not_ended`, `open_span_mismatch`, `time_overlaps`, `cap_reached`, `time_closed`; 412 with the current timer
 */
export async function createCorrection(ctx: Ctx, input: CreateCorrectionInput): Promise<CreatedCorrection> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, (tx) => createdOf(tx, input));
}

type Parts = { requiresReason?: boolean; notifiesOwners?: boolean };

/**
 * The same, inside a transaction; with `requiresReason` false no reason is needed yet; with `notifiesOwners` false the
 * caller notifies.
 */
export async function createdOf(
  ctx: TxCtx,
  input: CreateCorrectionInput,
  { requiresReason = true, notifiesOwners = true }: Parts = {},
): Promise<CreatedCorrection> {
  const wanted = input.timers.map(({ timer_id: id, version }) => ({ id, version }));
  const alsoOwners = input.timers.flatMap(({ user_id }) => user_id ?? []);
  const reason = requiresReason ? input.reason : null;
  const { timers, now } = await lockTimers(ctx, wanted, { reason, alsoOwners });
  const corrected: Corrected[] = [];
  for (const [index, edit] of input.timers.entries()) {
    const before = timers.get(edit.timer_id) as Timer;
    assertTimerNotFuture(edit, `/timers/${index}`, now);
    const after = correctedTimer(before, await resolveEdit(ctx, edit, before), { now, newId });
    if (typeof after === 'string') throw rejectedEdit(after, before, now);
    if (after !== before) corrected.push({ before, after });
  }
  await assertNotCorrected(ctx, corrected, now);
  const closed = await authorizeClosedTime(ctx, corrected, reason, now);
  const correction: Correction = {
    id: newId(),
    workspaceId: ctx.actor.workspaceId,
    createdBy: ctx.actor.userId,
    reason: input.reason,
    createdAt: now,
    revertsId: null,
    items: corrected.map(itemOf),
  };
  const effect = await effectOf(ctx, { timers: corrected, closed }, now, () =>
    saveCorrected(ctx, corrected, { id: correction.id, comment: input.reason }, now),
  );
  await insertCorrection(ctx.tx, correction);
  await recordCorrection(ctx, correction, 'correction.made');
  if (notifiesOwners) await notifyOwners(ctx, correction);
  return { correction, effect, now };
}

/** A timer of a correction, as it is stored. */
export function itemOf({ before, after }: Corrected): Correction['items'][number] {
  return {
    timerId: after.id,
    userId: before.userId,
    userIdAfter: after.userId,
    before: factsOf(before),
    after: factsOf(after),
    versionAfter: after.version,
  };
}

/**
 * Resolves ticket and project of an edit from the API; a project with a new name is created, unless the edit is only a
 * preview. @throws AppError 404
 */
export async function resolveEdit(
  ctx: TxCtx,
  edit: Omit<TimerEditInput, 'timer_id' | 'version'>,
  timer: Timer,
  { isPlanned = false } = {},
): Promise<TimerEdit> {
  const { title, tags } = edit;
  return {
    stretches: edit.spans?.map(({ started_at: startedAt, ended_at: endedAt }) => ({ startedAt, endedAt })),
    status: edit.status,
    userId: edit.user_id,
    content: {
      ...(title !== undefined && { title }),
      ...(tags !== undefined && { tags }),
      ...(await editedSubject(ctx, timer, { ...edit, create_ticket: false, isPlanned })),
    },
  };
}

/** @throws AppError 400 `time_in_future`, with the position in the input below `pointer` */
export function assertTimerNotFuture({ spans = [] }: Pick<TimerEditInput, 'spans'>, pointer: string, now: Date): void {
  const instants = spans.flatMap(({ started_at, ended_at }, span) => [
    { at: started_at, pointer: `${pointer}/spans/${span}/started_at` },
    { at: ended_at, pointer: `${pointer}/spans/${span}/ended_at` },
  ]);
  assertNotFuture(instants, now);
}
