import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import { findBroker, listBrokerRows } from '#/lib/bridge/brokers/broker-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';

/** All of the workspace, oldest first. @throws AppError 403 */
export async function listBrokers(ctx: Ctx): Promise<{ brokers: Broker[]; now: Date }> {
  authorize(ctx, 'alarms:read');
  const brokers = await listBrokerRows(ctx.db, ctx.actor.workspaceId);
  return { brokers, now: await ctx.clock.now(ctx.db) };
}

/** By id or name. @throws AppError 403, 404 */
export async function getBroker(ctx: Ctx, id: string): Promise<{ broker: Broker; now: Date }> {
  authorize(ctx, 'alarms:read');
  const sql = ctx.tx ?? ctx.db;
  const broker = await findBroker(sql, { id, workspaceId: ctx.actor.workspaceId });
  if (!broker) throw notFound('broker');
  return { broker, now: await ctx.clock.now(sql) };
}
