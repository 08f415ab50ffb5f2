import { isDeepStrictEqual } from 'node:util';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { findOwnUse } from '#/lib/tracking/tickets/own-use-query.ts';
import type { Ticket, TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import { ticketFacts } from '#/lib/tracking/tickets/ticket-json.ts';
import { findTicketNamed, saveTicket } from '#/lib/tracking/tickets/ticket-store.ts';

export type TicketChange = { ticket: TicketWithUse; changed: boolean; now: Date };

/**
 * Wraps every verb on one ticket, named by id or key: lock it, let `step` compute its next state, and store that if it
 * differs. @throws AppError 404 `ticket_not_found`
 */
export async function changeTicket(
  ctx: Ctx,
  name: string,
  type: EventType,
  step: (ctx: TxCtx, ticket: Ticket, now: Date) => Promise<Ticket> | Ticket,
): Promise<TicketChange> {
  authorize(ctx, 'tickets:write');
  return transaction(ctx, async (tx) => {
    const before = await findTicketNamed(tx.tx, tx.actor.workspaceId, name, true);
    if (!before) throw notFound('ticket');
    const now = await tx.clock.now(tx.tx);
    const ticket = await step(tx, before, now);
    const use = await findOwnUse(tx.tx, tx.actor, ticket.id);
    if (isDeepStrictEqual(ticket, before)) return { ticket: { ...ticket, ...use }, changed: false, now };
    await saveTicket(tx.tx, ticket, now);
    const after = ticketFacts(ticket);
    const data = { ticket: after, before: ticketFacts(before), after };
    await recordEvent(tx, { type, subjectId: ticket.id, userId: null, data }, now);
    return { ticket: { ...ticket, ...use }, changed: true, now };
  });
}
