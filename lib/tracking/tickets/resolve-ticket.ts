import type { TxCtx } from '#/lib/context/context.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { idIn } from '#/lib/core/ids.ts';
import { addTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import type { Ticket } from '#/lib/tracking/tickets/ticket.ts';
import { findTicketNamed } from '#/lib/tracking/tickets/ticket-store.ts';

type TicketReference = {
  /** Both are a key or an id. */
  id?: string | null | undefined;
  key?: string | null | undefined;
  /** What to create for an unknown key; null is an error, as an unknown id is. */
  create: { title: string; project: Ticket['project'] } | null;
  /** It comes from another system, whose ids are keys here. */
  isForeign?: boolean;
  /** JSON pointer to the key in the input. */
  pointer?: string;
};
export type TicketRef = Pick<Ticket, 'id' | 'key' | 'title' | 'url' | 'project'>;

/** The requested ticket; null when neither is given. @throws AppError 404 `ticket_not_found` */
export async function resolveTicket(
  ctx: TxCtx,
  { id, key, create, isForeign = false, pointer = '/ticket_key' }: TicketReference,
): Promise<TicketRef | null> {
  const wanted = key || id;
  if (!wanted) return null;
  const known = await findTicketNamed(ctx.tx, ctx.actor.workspaceId, wanted);
  if (!known && (!key || (idIn(wanted) && !isForeign))) throw notFound('ticket');
  const ticket = known ?? (await createMissing(ctx, { key: wanted, create, pointer }));
  return { id: ticket.id, key: ticket.key, title: ticket.title, url: ticket.url, project: ticket.project };
}

type MissingTicket = { key: string; pointer: string } & Pick<TicketReference, 'create'>;

async function createMissing(ctx: TxCtx, { key, create, pointer }: MissingTicket): Promise<Ticket> {
  if (!create) throw unknownKey(key, pointer);
  const content = { key, title: create.title, project: create.project, url: null, estimateSeconds: null };
  const ticket = (await addTicket(ctx, content)) ?? (await findTicketNamed(ctx.tx, ctx.actor.workspaceId, key));
  if (!ticket) throw unknownKey(key, pointer);
  return ticket;
}

function unknownKey(key: string, pointer: string): AppError {
  return new AppError('ticket_not_found', {
    detail: `There is no ticket ${key} in this workspace. Send "create_ticket": true to create it.`,
    fields: [{ pointer, detail: 'is not known' }],
  });
}
