import type { Receiver, ReceiverCounts } from '#/lib/alarms/receivers/receiver.ts';
import { countOf, findReceiver, listReceiverRows } from '#/lib/alarms/receivers/receiver-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';

const NONE: ReceiverCounts = { waiting: 0, inFlight: 0 };

export type CountedReceiver = { receiver: Receiver; counts: ReceiverCounts };

/** All of the workspace, oldest first. @throws AppError 403 */
export async function listReceivers(ctx: Ctx): Promise<{ receivers: CountedReceiver[]; now: Date }> {
  authorize(ctx, 'alarms:read');
  const receivers = await listReceiverRows(ctx.db, ctx.actor.workspaceId);
  const counts = await countOf(ctx.db, {
    workspaceId: ctx.actor.workspaceId,
    ids: receivers.map(({ id }) => id),
  });
  const counted = receivers.map((receiver) => ({ receiver, counts: counts.get(receiver.id) ?? NONE }));
  return { receivers: counted, now: await ctx.clock.now(ctx.db) };
}

/** @throws AppError 403, 404 */
export async function getReceiver(ctx: Ctx, id: string): Promise<{ receiver: Receiver; now: Date }> {
  authorize(ctx, 'alarms:read');
  const sql = ctx.tx ?? ctx.db;
  const receiver = await findReceiver(sql, { id, workspaceId: ctx.actor.workspaceId });
  if (!receiver) throw notFound('receiver');
  return { receiver, now: await ctx.clock.now(sql) };
}

/** How many alarms a receiver holds back. */
export async function getReceiverCounts(ctx: Ctx, id: string): Promise<ReceiverCounts> {
  return (await countOf(ctx.tx ?? ctx.db, { workspaceId: ctx.actor.workspaceId, ids: [id] })).get(id) ?? NONE;
}
