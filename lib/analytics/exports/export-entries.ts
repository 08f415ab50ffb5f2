import { rejectTooLong } from '#/lib/analytics/exports/direct-limit.ts';
import { type EntryFilter, readEntryRows } from '#/lib/analytics/exports/entry-rows-query.ts';
import { exportFilter } from '#/lib/analytics/exports/export-filter.ts';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { piecesOf } from '#/lib/analytics/exports/pieces.ts';
import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';
import { findTimesheetHead } from '#/lib/analytics/exports/timesheet-head-query.ts';
import { CONTENT_TYPES, exportFileName, writeEntries } from '#/lib/analytics/exports/write-entries.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { spool } from '#/lib/core/spool.ts';
import type { Db } from '#/lib/db/client.ts';

/** A file whose bytes are ready to be read. A reader that stops early must `close` it. */
export type ExportFile = {
  name: string;
  contentType: string;
  size: number;
  bytes: AsyncIterator<Uint8Array>;
  close: () => Promise<void>;
};

/** What a file will have. */
export type ExportPlan = { query: ExportQuery; filter: EntryFilter; head: TimesheetHead };

/**
 * Plans a file that is short enough to be sent at once.
 * @throws AppError 400 `range_invalid`, `timesheet_of_many`, `timesheet_too_long`, `export_too_large`; 403
 */
export async function planExport(ctx: Ctx, query: ExportQuery): Promise<ExportPlan> {
  const filter = await exportFilter(ctx, query);
  await rejectTooLong(ctx, filter, query.format);
  return { query, filter, head: await findTimesheetHead(ctx.db, filter) };
}

/**
 * A file that is written immediately, as fast as the database returns the rows, and then waits for its reader: slow
 * readers hold no connection that others wait for, and errors can still be reported.
 * @throws AppError 503
 */
export async function exportEntries(db: Db, { query, filter, head }: ExportPlan): Promise<ExportFile> {
  const file = await spool(piecesOf(writeEntries(readEntryRows(db, filter), query, head)));
  return { name: exportFileName(query), contentType: CONTENT_TYPES[query.format], ...file };
}
