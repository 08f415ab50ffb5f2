import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import type { Ticket } from '#/lib/tracking/tickets/ticket.ts';
import { ticketFacts } from '#/lib/tracking/tickets/ticket-json.ts';
import type { CreateTicketInput } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { insertTicket } from '#/lib/tracking/tickets/ticket-store.ts';

/** @throws AppError 409 `ticket_key_taken` */
export async function createTicket(ctx: Ctx, input: CreateTicketInput): Promise<Ticket> {
  return transaction(ctx, async (tx) => {
    const project = await resolveProject(tx, { name: input.project });
    const ticket = await addTicket(tx, {
      key: input.key,
      title: input.title,
      url: input.url ?? null,
      estimateSeconds: input.estimate_seconds ?? null,
      project,
    });
    if (ticket) return ticket;
    throw new AppError('ticket_key_taken', {
      detail: `Ticket ${input.key} already exists. Use it, or choose another key.`,
      fields: [{ pointer: '/key', detail: 'is taken in this workspace' }],
    });
  });
}

/** Creates the ticket and records it, or returns null when the key is taken. */
export async function addTicket(
  ctx: TxCtx,
  content: Omit<Ticket, 'id' | 'createdAt' | 'archivedAt'>,
): Promise<Ticket | null> {
  authorize(ctx, 'tickets:write');
  const ticket = { id: newId(), createdAt: await ctx.clock.now(ctx.tx), archivedAt: null, ...content };
  if (!(await insertTicket(ctx.tx, ctx.actor.workspaceId, ticket))) return null;
  const after = ticketFacts(ticket);
  const data = { ticket: after, before: null, after };
  await recordEvent(ctx, { type: 'ticket.created', subjectId: ticket.id, userId: null, data }, ticket.createdAt);
  return ticket;
}
