import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import type { WhichReceiver } from '#/lib/alarms/receivers/edit-receiver.ts';
import type { Receiver } from '#/lib/alarms/receivers/receiver.ts';
import { receiverVersionMismatch } from '#/lib/alarms/receivers/receiver-errors.ts';
import { receiverFacts } from '#/lib/alarms/receivers/receiver-json.ts';
import { notifyReceiverChange } from '#/lib/alarms/receivers/receiver-notification.ts';
import { deleteReceiverRow, lockReceiver } from '#/lib/alarms/receivers/receiver-store.ts';
import { notFound } from '#/lib/core/errors.ts';
import { isMeantFor } from '#/lib/core/if-match.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/** Frees delivery to a receiver of all limits: what waits is sent, as after resuming. @throws AppError 403, 404, 412 */
export async function deleteReceiver(
  ctx: Ctx,
  { id, ifMatch }: WhichReceiver,
): Promise<{ receiver: Receiver; now: Date }> {
  authorize(ctx, 'alarms:write');
  return transaction(ctx, async (inner) => {
    const receiver = await lockReceiver(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    if (!receiver) throw notFound('receiver');
    if (!isMeantFor(ifMatch, receiver.version)) throw receiverVersionMismatch(receiver);
    const now = await inner.clock.now(inner.tx);
    await deleteReceiverRow(inner.tx, id, now);
    const data = { receiver: null, before: receiverFacts(receiver), after: null };
    await recordEvent(inner, { type: 'receiver.deleted', subjectId: id, userId: null, data }, now);
    inner.afterCommit.add(notifyReceiverChange);
    return { receiver, now };
  });
}
