import type { Tx } from '#/lib/db/client.ts';
import type { TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';

export type OwnUse = Pick<TicketWithUse, 'lastUsedAt' | 'pinnedAt'>;

/** When a person last started a timer on a ticket, and when they pinned it. */
export async function findOwnUse(
  tx: Pick<Tx, 'timer' | 'ticketPin'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  ticketId: string,
): Promise<OwnUse> {
  const timer = await tx.timer.findFirst({
    where: { workspaceId, userId, ticketId, status: { not: 'discarded' } },
    orderBy: { startedAt: 'desc' },
    select: { startedAt: true },
  });
  const pin = await tx.ticketPin.findUnique({
    where: { userId_ticketId: { userId, ticketId } },
    select: { createdAt: true },
  });
  return { lastUsedAt: timer?.startedAt ?? null, pinnedAt: pin?.createdAt ?? null };
}
