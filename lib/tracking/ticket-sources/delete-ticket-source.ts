import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { matchesVersion } from '#/lib/core/if-match.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import {
  type TicketSourceTarget,
  ticketSourceVersionMismatch,
} from '#/lib/tracking/ticket-sources/edit-ticket-source.ts';
import type { TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { ticketSourceFacts } from '#/lib/tracking/ticket-sources/ticket-source-json.ts';
import {
  countLinks,
  deleteTicketSourceRow,
  lockTicketSource,
} from '#/lib/tracking/ticket-sources/ticket-source-store.ts';

/**
 * Deletes a source: its webhooks are rejected from then on, and its tickets stay as they are. @throws AppError 403,
 * 404, 412
 */
export async function deleteTicketSource(
  ctx: Ctx,
  { id, ifMatch }: TicketSourceTarget,
): Promise<{ source: TicketSource; tickets: number; now: Date }> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const source = await lockTicketSource(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    if (!source) throw notFound('ticket_source');
    if (!matchesVersion(ifMatch, source.version)) throw ticketSourceVersionMismatch(source);
    const now = await inner.clock.now(inner.tx);
    const tickets = await countLinks(inner.tx, id);
    await deleteTicketSourceRow(inner.tx, id);
    const data = { ticket_source: null, before: ticketSourceFacts(source), after: null };
    await recordEvent(inner, { type: 'ticket_source.deleted', subjectId: id, userId: null, data }, now);
    return { source, tickets, now };
  });
}
