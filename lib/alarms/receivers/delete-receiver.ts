import type { WhichReceiver } from '#/lib/alarms/receivers/edit-receiver.ts';
import type { Receiver } from '#/lib/alarms/receivers/receiver.ts';
import { receiverVersionMismatch } from '#/lib/alarms/receivers/receiver-errors.ts';
import { receiverFacts } from '#/lib/alarms/receivers/receiver-json.ts';
import { notifyReceiverChange } from '#/lib/alarms/receivers/receiver-notification.ts';
import { deleteReceiverRow, lockReceiver } from '#/lib/alarms/receivers/receiver-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/**
 * Removes all limits on delivery to a receiver: waiting alarms are sent, as after resuming. @throws AppError 403, 404,
 * 412
 */
export async function deleteReceiver(
  ctx: Ctx,
  { id, ifMatch }: WhichReceiver,
): Promise<{ receiver: Receiver; now: Date }> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const found = await lockReceiver(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    const receiver = requireVersion(found, { noun: 'receiver', ifMatch, mismatch: receiverVersionMismatch });
    const now = await inner.clock.now(inner.tx);
    await deleteReceiverRow(inner.tx, receiver, now);
    await recordChange(inner, { type: 'receiver.deleted', id, before: receiverFacts(receiver), after: null }, now);
    inner.afterCommit.add(notifyReceiverChange);
    inner.afterCommit.add((db) => notifyAlarmChange(db, inner.actor.workspaceId));
    return { receiver, now };
  });
}
