import type { TxCtx } from '#/lib/accounts/context.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { addTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import type { Ticket } from '#/lib/tracking/tickets/ticket.ts';
import { findTicket, findTicketByKey } from '#/lib/tracking/tickets/ticket-store.ts';

type Wanted = {
  id?: string | null | undefined;
  key?: string | null | undefined;
  /** What to make of an unknown key; null refuses it. */
  create: { title: string; project: Ticket['project'] } | null;
};
export type TicketRef = Pick<Ticket, 'id' | 'key' | 'title' | 'url' | 'project'>;

/** The ticket with this id or key; null when neither is given. @throws AppError 404 `ticket_not_found` */
export async function resolveTicket(ctx: TxCtx, wanted: Wanted): Promise<TicketRef | null> {
  const ticket = wanted.id
    ? await byId(ctx, wanted.id)
    : wanted.key
      ? await byKey(ctx, wanted.key, wanted.create)
      : null;
  return ticket && { id: ticket.id, key: ticket.key, title: ticket.title, url: ticket.url, project: ticket.project };
}

async function byId(ctx: TxCtx, id: string): Promise<Ticket> {
  const ticket = await findTicket(ctx.tx, ctx.actor.workspaceId, id);
  if (!ticket) throw notFound('ticket');
  return ticket;
}

async function byKey(ctx: TxCtx, key: string, create: Wanted['create']): Promise<Ticket> {
  const { workspaceId } = ctx.actor;
  const known = await findTicketByKey(ctx.tx, workspaceId, key);
  if (known) return known;
  if (!create) throw unknownKey(key);
  const content = { key, title: create.title, project: create.project, url: null, estimateSeconds: null };
  const ticket = (await addTicket(ctx, content)) ?? (await findTicketByKey(ctx.tx, workspaceId, key));
  if (!ticket) throw unknownKey(key);
  return ticket;
}

function unknownKey(key: string): AppError {
  return new AppError('ticket_not_found', {
    status: 404,
    detail: `There is no ticket ${key} in this workspace. Send "create_ticket": true to create it.`,
    fields: [{ pointer: '/ticket_key', detail: 'is not known' }],
  });
}
