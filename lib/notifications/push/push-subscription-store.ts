import type { Tx } from '#/lib/db/client.ts';
import type { PushSubscription } from '#/lib/notifications/push/push-subscription.ts';

type Sql = Pick<Tx, 'pushSubscription'>;

/** Makes other subscriptions of the same browser wait until the transaction ends. */
export async function lockPushEndpoint(tx: Pick<Tx, '$executeRaw'>, endpoint: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`push:${endpoint}`}, 0))`;
}

export function findByEndpoint(sql: Sql, endpoint: string): Promise<PushSubscription | null> {
  return sql.pushSubscription.findUnique({ where: { endpoint } });
}

export function findSubscription(sql: Sql, id: string, userId: string): Promise<PushSubscription | null> {
  return sql.pushSubscription.findFirst({ where: { id, userId } });
}

/** Those whose session is live at `now`, newest first. */
export function listLiveSubscriptions(sql: Sql, userId: string, now: Date): Promise<PushSubscription[]> {
  return sql.pushSubscription.findMany({
    where: { userId, session: { revokedAt: null, expiresAt: { gt: now } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** All of a person's, newest first. */
export function listSubscriptions(sql: Sql, userId: string): Promise<PushSubscription[]> {
  return sql.pushSubscription.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
}

export async function insertSubscription(sql: Sql, subscription: PushSubscription): Promise<void> {
  await sql.pushSubscription.create({ data: subscription, select: { id: true } });
}

/** Returns whether there was one. */
export async function deleteSubscription(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql.pushSubscription.deleteMany({ where: { id } });
  return count === 1;
}
