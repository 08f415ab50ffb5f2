import { rejectLimitsOfWorkspace, withSettings } from '#/lib/alarms/receivers/edit-receiver.ts';
import { MAX_RECEIVERS, type Receiver, type ReceiverTarget } from '#/lib/alarms/receivers/receiver.ts';
import { lockReceiverEndpoint } from '#/lib/alarms/receivers/receiver-endpoint-query.ts';
import { receiverExists, tooManyReceivers } from '#/lib/alarms/receivers/receiver-errors.ts';
import { receiverFacts } from '#/lib/alarms/receivers/receiver-json.ts';
import { notifyReceiverChange } from '#/lib/alarms/receivers/receiver-notification.ts';
import type { CreateReceiverInput } from '#/lib/alarms/receivers/receiver-schemas.ts';
import {
  countReceivers,
  insertReceiver,
  lockReceiverOf,
  lockReceivers,
  saveReceiver,
} from '#/lib/alarms/receivers/receiver-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

/**
 * Pauses or limits delivery to an origin or an endpoint, or pauses it for the whole workspace.
 * @throws AppError 400 for limits of a whole workspace, 403; 404 `endpoint_not_found`; 409 `receiver_exists`,
 * `too_many_receivers`
 */
export async function createReceiver(ctx: Ctx, input: CreateReceiverInput): Promise<{ receiver: Receiver; now: Date }> {
  authorize(ctx, 'alarms:write');
  const { origin = null, endpoint_id: endpointId = null } = input;
  const target = { origin, endpointId };
  rejectLimitsOfWorkspace(target, input);
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    await lockReceivers(inner.tx, workspaceId);
    if (endpointId !== null && !(await lockReceiverEndpoint(inner.tx, { endpointId, workspaceId }))) {
      throw notFound('endpoint');
    }
    const now = await inner.clock.now(inner.tx);
    const receiver = await addReceiver(inner, withSettings(newReceiver(workspaceId, target, now), input, now));
    const { id } = receiver;
    await recordChange(inner, { type: 'receiver.created', id, before: null, after: receiverFacts(receiver) }, now);
    inner.afterCommit.add(notifyReceiverChange);
    inner.afterCommit.add((db) => notifyAlarmChange(db, inner.actor.workspaceId));
    return { receiver, now };
  });
}

/** A deleted receiver that alarms still wait for is restored, with its queue. */
async function addReceiver({ tx, actor }: TxCtx, receiver: Receiver): Promise<Receiver> {
  const known = await lockReceiverOf(tx, actor.workspaceId, receiver);
  if (known && !known.isDeleted) throw receiverExists(known);
  if (known) return saveReceiver(tx, { ...receiver, id: known.id });
  if ((await countReceivers(tx, actor.workspaceId)) >= MAX_RECEIVERS) throw tooManyReceivers();
  await insertReceiver(tx, receiver);
  return receiver;
}

function newReceiver(workspaceId: string, target: ReceiverTarget, now: Date): Receiver {
  return {
    ...target,
    id: newId(),
    workspaceId,
    pausedAt: null,
    maxPerSecond: null,
    maxConcurrency: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
