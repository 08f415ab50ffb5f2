import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import type { TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { ticketSourceFacts } from '#/lib/tracking/ticket-sources/ticket-source-json.ts';
import type { EditTicketSourceInput } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import { countLinks, lockTicketSource, saveTicketSource } from '#/lib/tracking/ticket-sources/ticket-source-store.ts';

export type TicketSourceTarget = { id: string; ifMatch: IfMatch };

/**
 * Changes a source. Tickets that it has created stay where they are.
 * @throws AppError 403, 404; 412 `ticket_source_version_mismatch`
 */
export async function editTicketSource(
  ctx: Ctx,
  { id, ifMatch }: TicketSourceTarget,
  input: EditTicketSourceInput,
): Promise<{ source: TicketSource; tickets: number; now: Date }> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const before = await lockTicketSource(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    if (!before) throw notFound('ticket_source');
    if (!matchesVersion(ifMatch, before.version)) throw ticketSourceVersionMismatch(before);
    const tickets = await countLinks(inner.tx, id);
    const now = await inner.clock.now(inner.tx);
    const edited: TicketSource = {
      ...before,
      name: input.name ?? before.name,
      secret: input.secret ?? before.secret,
      project: input.project === undefined ? before.project : await resolveProject(inner, { name: input.project }),
      createsTickets: input.creates_tickets ?? before.createsTickets,
    };
    if (isDeepStrictEqual(edited, before)) return { source: before, tickets, now };
    const source = await saveTicketSource(inner.tx, { ...edited, updatedAt: now });
    const [was, after] = [ticketSourceFacts(before), ticketSourceFacts(source)];
    const data = { ticket_source: after, before: was, after, secret_replaced: source.secret !== before.secret };
    await recordEvent(inner, { type: 'ticket_source.edited', subjectId: id, userId: null, data }, now);
    return { source, tickets, now };
  });
}

/** 412 with the current source. */
export function ticketSourceVersionMismatch(source: TicketSource): AppError {
  return new AppError('ticket_source_version_mismatch', {
    detail: `The ticket source has changed: it is at version ${source.version}. Reload it, then try again.`,
    extra: { current: { ...ticketSourceFacts(source), version: source.version } },
  });
}
