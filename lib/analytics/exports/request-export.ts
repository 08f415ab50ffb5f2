import { rejectTooLong } from '#/lib/analytics/exports/direct-limit.ts';
import { exportFilter, isOfOthers } from '#/lib/analytics/exports/export-filter.ts';
import { exportFacts } from '#/lib/analytics/exports/export-json.ts';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { countOpenExports, insertExport } from '#/lib/analytics/exports/export-store.ts';
import { storedQuery } from '#/lib/analytics/exports/stored-query.ts';
import { exportFileName } from '#/lib/analytics/exports/write-entries.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { enqueueExport } from '#/lib/jobs/export.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

/** How many exports of one member may be queued or in progress at a time. */
const MAX_OPEN = 5;

/**
 * Makes a worker write a file of recorded time, and notify its owner.
 * @throws AppError 400 `range_invalid`, `timesheet_of_many`, `timesheet_too_long`; 403; 409 `too_many_exports`
 */
export async function requestExport(ctx: Ctx, query: ExportQuery): Promise<Export> {
  const filter = await exportFilter(ctx, query);
  const { user_id: users, now: createdAt } = filter;
  if (query.format === 'pdf') await rejectTooLong(ctx, filter, query.format);
  return transaction(ctx, async (inner) => {
    const { workspaceId, userId } = inner.actor;
    if ((await countOpenExports(inner.tx, inner.actor)) >= MAX_OPEN) throw tooMany();
    const created = await insertExport(inner.tx, {
      id: newId(),
      workspaceId,
      userId,
      query: storedQuery({ ...query, ...(users && { user_id: users }) }),
      format: query.format,
      ofOthers: isOfOthers(inner, users),
      fileName: exportFileName(query),
      createdAt,
    });
    const data = { before: null, after: exportFacts(created) };
    await recordEvent(inner, { type: 'export.requested', subjectId: created.id, userId, data }, createdAt);
    await enqueueExport(inner, created.id);
    return created;
  });
}

function tooMany(): AppError {
  return new AppError('too_many_exports', {
    detail: `${MAX_OPEN} of your exports are not finished. Wait for one, or cancel it.`,
  });
}
