import type { Actor, Ctx, TxCtx } from '#/lib/context/context.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, isAppError, notFound } from '#/lib/core/errors.ts';
import { isStorable } from '#/lib/core/storable.ts';
import { readIssue } from '#/lib/tracking/ticket-sources/read-issue.ts';
import type { DeliveryOutcome, Issue, TicketLink, TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import {
  findLink,
  findTicketSource,
  lockIssue,
  recordReceived,
  recordRejected,
  saveLink,
} from '#/lib/tracking/ticket-sources/ticket-source-store.ts';
import { isSigned } from '#/lib/tracking/ticket-sources/verify-signature.ts';
import { changeTicket } from '#/lib/tracking/tickets/change-ticket.ts';
import { addTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import type { Ticket } from '#/lib/tracking/tickets/ticket.ts';
import { ticketKeyInput } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { findTicket, findTicketByKey } from '#/lib/tracking/tickets/ticket-store.ts';

export type Delivery = { headers: Headers; body: Uint8Array };
export type Received = { outcome: DeliveryOutcome; ticket: { id: string; key: string } | null; now: Date };

/**
 * Processes a webhook of an issue tracker: creates the ticket of its issue, or updates its title, URL, estimate and
 * state. Closing an issue archives its ticket, reopening it restores it; a ticket that was archived by hand stays so
 * until the issue itself is closed and reopened. Repeated and older webhooks change nothing.
 * @throws AppError 404 `ticket_source_not_found`; 403 `signature_invalid`; 400 `json_malformed`
 */
export async function receiveDelivery(
  system: System & Pick<Ctx, 'requestId'>,
  sourceId: string,
  delivery: Delivery,
): Promise<Received> {
  const source = await findTicketSource(system.db, sourceId);
  if (!source) throw notFound('ticket_source');
  const now = await system.clock.now(system.db);
  try {
    if (!isSigned(source.provider, delivery, source.secret, now)) throw signatureInvalid(source);
    const issue = readIssue(source.provider, parse(delivery.body));
    const applied = issue && isUsable(issue) ? await apply({ ...system, actor: actorOf(source) }, source, issue) : null;
    await recordReceived(system.db, source.id, now);
    return { ...(applied ?? { outcome: 'ignored', ticket: null }), now };
  } catch (error) {
    if (isAppError(error)) await recordRejected(system.db, source.id, { error: error.code, now });
    throw error;
  }
}

async function apply(ctx: Ctx, source: TicketSource, issue: Issue): Promise<Omit<Received, 'now'>> {
  return transaction(
    ctx,
    async (inner) => {
      const name = { sourceId: source.id, externalId: issue.externalId };
      await lockIssue(inner.tx, name);
      const link = await findLink(inner.tx, name);
      if (link && issue.updatedAt < link.issueUpdatedAt) return { outcome: 'stale' as const, ticket: null };
      const known = link
        ? await findTicket(inner.tx, source.workspaceId, link.ticketId)
        : await findTicketByKey(inner.tx, source.workspaceId, issue.key);
      const result = known ? await update(inner, known, { issue, link }) : await create(inner, source, issue);
      if (!result) return { outcome: 'ignored' as const, ticket: null };
      const isOpen = issue.isOpen && !issue.isDeleted;
      await saveLink(inner.tx, name, { ticketId: result.ticket.id, isOpen, issueUpdatedAt: issue.updatedAt });
      return { outcome: result.outcome, ticket: { id: result.ticket.id, key: result.ticket.key } };
    },
    { mutexKey: `ticket_source:${source.id}` },
  );
}

type Applied = { outcome: DeliveryOutcome; ticket: Pick<Ticket, 'id' | 'key'> };

/** No one works on a closed issue, so no ticket is created for it. */
async function create(ctx: TxCtx, source: TicketSource, issue: Issue): Promise<Applied | null> {
  if (!source.createsTickets || !issue.isOpen || issue.isDeleted) return null;
  const { key, title, url, estimateSeconds = null } = issue;
  const ticket = await addTicket(ctx, { key, title, url, estimateSeconds, project: source.project });
  return ticket && { outcome: 'created', ticket };
}

async function update(
  ctx: TxCtx,
  before: Ticket,
  { issue, link }: { issue: Issue; link: TicketLink | null },
): Promise<Applied> {
  const holder = await findTicketByKey(ctx.tx, ctx.actor.workspaceId, issue.key);
  // An issue that moves to another project gets another key, for which a ticket may already exist.
  const key = holder && holder.id !== before.id ? before.key : issue.key;
  const edited = await changeTicket(ctx, before.id, 'ticket.edited', (_tx, ticket) => ({
    ...ticket,
    key: key.toUpperCase() === ticket.key.toUpperCase() ? ticket.key : key,
    title: issue.title || ticket.title,
    url: issue.url ?? ticket.url,
    estimateSeconds: issue.estimateSeconds === undefined ? ticket.estimateSeconds : issue.estimateSeconds,
  }));
  const isOpen = issue.isOpen && !issue.isDeleted;
  // For an issue seen for the first time, it is unknown whether it was reopened since its ticket was archived.
  const wasOpen = link ? link.isOpen : isOpen || before.archivedAt === null;
  const stateChange = isOpen === wasOpen ? null : await archiveOrRestore(ctx, before.id, isOpen);
  const isChanged = edited.changed || stateChange?.changed === true;
  return { outcome: isChanged ? 'updated' : 'unchanged', ticket: edited.ticket };
}

async function archiveOrRestore(ctx: TxCtx, ticketId: string, isOpen: boolean) {
  return changeTicket(ctx, ticketId, isOpen ? 'ticket.restored' : 'ticket.archived', (_tx, ticket, now) => ({
    ...ticket,
    archivedAt: isOpen ? null : (ticket.archivedAt ?? now),
  }));
}

/** The service itself, named after the source of the webhook. */
function actorOf({ workspaceId, createdBy, provider }: TicketSource): Actor {
  const credential = { kind: 'worker', name: provider } as const;
  return { userId: createdBy, workspaceId, role: 'member', scopes: new Set(['tickets:write']), credential };
}

/** Without an instant, or a key that is valid for a ticket, there is nothing to keep current. */
function isUsable(issue: Issue): boolean {
  const texts = [issue.key, issue.title, issue.url ?? '', issue.externalId];
  return (
    ticketKeyInput.safeParse(issue.key).success && texts.every(isStorable) && !Number.isNaN(issue.updatedAt.getTime())
  );
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new AppError('json_malformed', {
      detail: 'The body is not JSON. Choose the content type application/json where the webhook is set up.',
      cause,
    });
  }
}

function signatureInvalid({ provider }: TicketSource): AppError {
  const where = provider === 'gitlab' ? 'secret token' : 'secret';
  return new AppError('signature_invalid', {
    detail: `The signature doesn’t match. Enter the ${where} of this ticket source where the webhook is set up.`,
  });
}
