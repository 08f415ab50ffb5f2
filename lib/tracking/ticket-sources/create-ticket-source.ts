import { randomBytes } from 'node:crypto';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import { MAX_TICKET_SOURCES, type TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { ticketSourceFacts } from '#/lib/tracking/ticket-sources/ticket-source-json.ts';
import type { CreateTicketSourceInput } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import {
  countTicketSources,
  insertTicketSource,
  lockTicketSources,
} from '#/lib/tracking/ticket-sources/ticket-source-store.ts';

/**
 * Adds a ticket source: webhooks of an issue tracker keep its tickets up to date.
 * @throws AppError 403; 409 `too_many_ticket_sources`
 */
export async function createTicketSource(
  ctx: Ctx,
  input: CreateTicketSourceInput,
): Promise<{ source: TicketSource; now: Date }> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const { workspaceId, credential, userId } = inner.actor;
    await lockTicketSources(inner.tx, workspaceId);
    if ((await countTicketSources(inner.tx, workspaceId)) >= MAX_TICKET_SOURCES) throw tooMany();
    const now = await inner.clock.now(inner.tx);
    const source: TicketSource = {
      id: newId(),
      workspaceId,
      provider: input.provider,
      name: input.name,
      secret: input.secret ?? randomBytes(32).toString('base64url'),
      project: await resolveProject(inner, { name: input.project }),
      createsTickets: input.creates_tickets,
      createdBy: credential.kind === 'api_key' ? credential.apiKeyId : userId,
      createdAt: now,
      updatedAt: now,
      lastReceivedAt: null,
      lastRejectedAt: null,
      lastError: null,
      version: 1,
    };
    await insertTicketSource(inner.tx, source);
    const after = ticketSourceFacts(source);
    const data = { ticket_source: after, before: null, after };
    await recordEvent(inner, { type: 'ticket_source.created', subjectId: source.id, userId: null, data }, now);
    return { source, now };
  });
}

function tooMany(): AppError {
  return new AppError('too_many_ticket_sources', {
    detail: `A workspace can have at most ${MAX_TICKET_SOURCES} ticket sources. Delete one that isn’t needed.`,
  });
}
