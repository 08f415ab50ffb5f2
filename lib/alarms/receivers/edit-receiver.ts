import { isDeepStrictEqual } from 'node:util';
import { isWholeWorkspace, type Receiver, type ReceiverTarget } from '#/lib/alarms/receivers/receiver.ts';
import { onlyPausable, receiverVersionMismatch } from '#/lib/alarms/receivers/receiver-errors.ts';
import { receiverFacts } from '#/lib/alarms/receivers/receiver-json.ts';
import { notifyReceiverChange } from '#/lib/alarms/receivers/receiver-notification.ts';
import type { EditReceiverInput } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { lockReceiver, saveReceiver } from '#/lib/alarms/receivers/receiver-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/** A receiver, and the versions of it that a change is meant for. */
export type WhichReceiver = { id: string; ifMatch: IfMatch };
export type ReceiverChange = { receiver: Receiver; isChanged: boolean; now: Date };

/**
 * Pauses, resumes or limits delivery to a receiver; workers apply it within a second, most of them at once.
 * @throws AppError 400 for limits of a whole workspace, 403, 404; 412 `receiver_version_mismatch`
 */
export async function editReceiver(
  ctx: Ctx,
  { id, ifMatch }: WhichReceiver,
  input: EditReceiverInput,
): Promise<ReceiverChange> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const found = await lockReceiver(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    const before = requireVersion(found, { noun: 'receiver', ifMatch, mismatch: receiverVersionMismatch });
    rejectLimitsOfWorkspace(before, input);
    const now = await inner.clock.now(inner.tx);
    const edited = withSettings(before, input, now);
    if (isDeepStrictEqual(edited, before)) return { receiver: before, isChanged: false, now };
    const receiver = await saveReceiver(inner.tx, { ...edited, updatedAt: now });
    const change = { before: receiverFacts(before), after: receiverFacts(receiver) };
    await recordChange(inner, { type: 'receiver.edited', id, ...change }, now);
    inner.afterCommit.add(notifyReceiverChange);
    inner.afterCommit.add((db) => notifyAlarmChange(db, inner.actor.workspaceId));
    return { receiver, isChanged: true, now };
  });
}

/** A receiver with the input applied; pausing it again keeps the instant of the first pause. */
export function withSettings(before: Receiver, input: EditReceiverInput, now: Date): Receiver {
  const { paused = before.pausedAt !== null, max_per_second, max_concurrency } = input;
  return {
    ...before,
    pausedAt: paused ? (before.pausedAt ?? now) : null,
    maxPerSecond: max_per_second === undefined ? before.maxPerSecond : max_per_second,
    maxConcurrency: max_concurrency === undefined ? before.maxConcurrency : max_concurrency,
  };
}

/** @throws AppError 400 `input_invalid` for a limit of a whole workspace, which can only be paused */
export function rejectLimitsOfWorkspace(target: ReceiverTarget, input: EditReceiverInput): void {
  if (!isWholeWorkspace(target)) return;
  if (typeof input.max_per_second === 'number') throw onlyPausable('/max_per_second');
  if (typeof input.max_concurrency === 'number') throw onlyPausable('/max_concurrency');
}
