import { findUserName } from '#/lib/accounts/users/user-name-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import type { Import, RowState } from '#/lib/tracking/imports/import.ts';
import { countRows } from '#/lib/tracking/imports/import-counts-query.ts';
import { saveImport } from '#/lib/tracking/imports/import-store.ts';
import { type PersonTotals, sumByPerson } from '#/lib/tracking/imports/person-totals-query.ts';
import { listUnusedCreated } from '#/lib/tracking/imports/unused-created-query.ts';
import { archiveProject } from '#/lib/tracking/projects/archive-project.ts';
import { archiveTicket } from '#/lib/tracking/tickets/archive-ticket.ts';

/** Records that an import is applied, or undone, once no row is left, and notifies each person whose time it is. */
export async function finishImport(ctx: TxCtx, one: Import): Promise<void> {
  const now = await ctx.clock.now(ctx.tx);
  if (one.status === 'applying') {
    const applied: Import = { ...one, status: 'applied', appliedAt: now, version: one.version + 1 };
    await saveImport(ctx.tx, { ...applied, totals: await totalsNow(ctx, one) });
    await notifyPeople(ctx, one, 'import.applied', 'recorded', now);
    return;
  }
  await archiveUnused(ctx, one);
  await saveImport(ctx.tx, { ...one, status: 'undone', undoneAt: now, version: one.version + 1 });
  await notifyPeople(ctx, one, 'import.undone', 'undone', now);
}

/** The totals of the dry run, with what was actually recorded. */
async function totalsNow(ctx: TxCtx, one: Import): Promise<Import['totals']> {
  if (!one.totals) return null;
  const byState = (await countRows(ctx.tx, [one.id])).get(one.id) ?? {};
  const people = await sumByPerson(ctx.tx, one.id, 'recorded');
  const sum = (of: (person: PersonTotals) => number) => people.reduce((total, person) => total + of(person), 0);
  const states = one.totals.statedRecordedMs !== null;
  return {
    ...one.totals,
    byState,
    recordedMs: sum(({ recordedMs }) => recordedMs),
    statedRecordedMs: states ? sum(({ statedMs }) => statedMs) : null,
  };
}

/**
 * Archives projects and tickets that it created, unless something else is recorded on them or they were changed since.
 */
async function archiveUnused(ctx: TxCtx, { created }: Import): Promise<void> {
  const unused = await listUnusedCreated(ctx.tx, created);
  for (const id of unused.tickets) await archiveTicket(ctx, id);
  for (const id of unused.projects) await archiveProject(ctx, id);
}

/**
 * Everyone else whose time it is learns who did it. One event for each person, not one for each entry: a subscriber
 * fetches what was imported, and a file of fifty thousand entries causes no storm of webhooks.
 */
async function notifyPeople(ctx: TxCtx, one: Import, type: EventType, state: RowState, now: Date): Promise<void> {
  const { workspaceId, userId: creatorId } = ctx.actor;
  // It was done by an admin, even one who has left since.
  const byName = (await findUserName(ctx.tx, creatorId)) ?? 'Someone';
  for (const { userId, entries, recordedMs, from, to } of await sumByPerson(ctx.tx, one.id, state)) {
    if (userId !== creatorId) {
      await enqueueNotification(ctx, {
        workspaceId,
        userId,
        kind: 'time_imported',
        fact: `${type} ${one.id}`,
        data: {
          import_id: one.id,
          by_name: byName,
          file_name: one.fileName,
          entries,
          total_seconds: Math.floor(recordedMs / SECOND_MS),
          started_at: from.toISOString(),
          undone: type === 'import.undone',
        },
      });
    }
    const facts = {
      source: one.source,
      file_name: one.fileName,
      entries,
      total_ms: recordedMs,
      from: from.toISOString(),
      to: to.toISOString(),
    };
    const data = type === 'import.applied' ? { before: null, after: facts } : { before: facts, after: null };
    await recordEvent(ctx, { type, subjectId: one.id, userId, data }, now);
  }
}
