import type { Tx } from '#/lib/db/client.ts';
import type { Prisma } from '#/lib/db/generated/client.ts';
import type { FeedEvent, NewEvent } from '#/lib/events/event.ts';

export async function insertEvent(
  tx: Tx,
  event: NewEvent & Pick<FeedEvent, 'workspaceId' | 'actor' | 'requestId' | 'createdAt'>,
): Promise<void> {
  const { data, actor, ...columns } = event;
  await tx.event.create({
    data: { ...columns, data: data as Prisma.InputJsonObject, actor },
    select: { id: true },
  });
}

/** The newest id, or 0 while the feed is empty. */
export async function latestEventId(tx: Pick<Tx, 'event'>): Promise<bigint> {
  const { _max } = await tx.event.aggregate({ _max: { id: true } });
  return _max.id ?? 0n;
}

/** Ids after an id, oldest first. */
export async function listEventIdsAfter(tx: Pick<Tx, 'event'>, id: bigint, limit: number): Promise<bigint[]> {
  const rows = await tx.event.findMany({
    where: { id: { gt: id } },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

/** The events with these ids, oldest first. */
export async function listEvents(tx: Pick<Tx, 'event'>, ids: bigint[]): Promise<FeedEvent[]> {
  const rows = await tx.event.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  return rows as unknown as FeedEvent[];
}
