import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import type { Receiver } from '#/lib/alarms/receivers/receiver.ts';
import { receiverFacts } from '#/lib/alarms/receivers/receiver-json.ts';
import { notifyReceiverChange } from '#/lib/alarms/receivers/receiver-notification.ts';
import { deleteReceiverRow, lockReceiver } from '#/lib/alarms/receivers/receiver-store.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/** Frees delivery to a receiver of all limits: what waits is sent, as after resuming. @throws AppError 403, 404 */
export async function deleteReceiver(ctx: Ctx, id: string): Promise<{ receiver: Receiver; now: Date }> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const receiver = await lockReceiver(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    if (!receiver) throw notFound('receiver');
    const now = await inner.clock.now(inner.tx);
    await deleteReceiverRow(inner.tx, id, now);
    const data = { receiver: null, before: receiverFacts(receiver), after: null };
    await recordEvent(inner, { type: 'receiver.deleted', subjectId: id, userId: null, data }, now);
    inner.afterCommit.add(notifyReceiverChange);
    return { receiver, now };
  });
}
