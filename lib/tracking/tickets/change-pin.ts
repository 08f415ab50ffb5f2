import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';
import { findOwnUse } from '#/lib/tracking/tickets/own-use-query.ts';
import { ticketFacts } from '#/lib/tracking/tickets/ticket-json.ts';
import { deletePin, findTicketNamed, insertPin } from '#/lib/tracking/tickets/ticket-store.ts';

/**
 * Wraps pinning and unpinning. A pin belongs to one person: for everyone else the ticket is unchanged.
 * @throws AppError 404 `ticket_not_found`
 */
export async function changePin(ctx: Ctx, name: string, to: 'pinned' | 'unpinned'): Promise<TicketChange> {
  authorize(ctx, 'tickets:write');
  return transaction(ctx, async (tx) => {
    const { userId, workspaceId } = tx.actor;
    // Locked, so that of two devices the second sees the first one's change.
    const ticket = await findTicketNamed(tx.tx, workspaceId, name, true);
    if (!ticket) throw notFound('ticket');
    const now = await tx.clock.now(tx.tx);
    const before = await findOwnUse(tx.tx, tx.actor, ticket.id);
    const pinnedAt = to === 'pinned' ? now : null;
    if ((before.pinnedAt === null) === (pinnedAt === null))
      return { ticket: { ...ticket, ...before }, changed: false, now };
    await (pinnedAt ? insertPin(tx.tx, userId, ticket.id, pinnedAt) : deletePin(tx.tx, userId, ticket.id));
    await recordEvent(
      tx,
      {
        type: `ticket.${to}`,
        subjectId: ticket.id,
        userId,
        data: { ticket: ticketFacts(ticket), before: pinFacts(before.pinnedAt), after: pinFacts(pinnedAt) },
      },
      now,
    );
    return { ticket: { ...ticket, ...before, pinnedAt }, changed: true, now };
  });
}

function pinFacts(pinnedAt: Date | null) {
  return { pinned_at: pinnedAt?.toISOString() ?? null };
}
