import type { Ctx } from '#/lib/accounts/context.ts';
import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import { countSpans, readEntryRows } from '#/lib/analytics/exports/entry-rows-query.ts';
import { exportFilter } from '#/lib/analytics/exports/export-filter.ts';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { findTimesheetHead } from '#/lib/analytics/exports/timesheet-head-query.ts';
import { CONTENT_TYPES, exportFileName, writeEntries } from '#/lib/analytics/exports/write-entries.ts';
import { readExportSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';

/** A file whose bytes are made as they are read. Whoever leaves early must `close` it. */
export type ExportFile = {
  name: string;
  contentType: string;
  bytes: AsyncIterator<Uint8Array>;
  close: () => Promise<void>;
};

/**
 * A file that is sent while it is read. Its first rows are read before the response begins, so that what goes wrong by
 * then can still be said.
 * @throws AppError 400 `range_invalid`, `timesheet_of_many`, `export_too_large`; 403
 */
export async function exportEntries(ctx: Ctx, query: ExportQuery): Promise<ExportFile> {
  const filter = await exportFilter(ctx, query);
  const { EXPORT_DIRECT_ROWS: most } = readExportSettings();
  if ((await countSpans(ctx.db, filter, most + 1)) > most) throw tooLarge(most);
  const head = await findTimesheetHead(ctx.db, filter);
  const rows = readEntryRows(ctx.db, filter);
  const first = await rows.next();
  const bytes = writeEntries(goOn(first, rows), query, head);
  // By itself, since a generator that was never begun does not end what it was to read.
  const close = async () => {
    await bytes.return(undefined);
    await rows.return(undefined);
  };
  return { name: exportFileName(query), contentType: CONTENT_TYPES[query.format], bytes, close };
}

/** What was read already, and then the rest. */
async function* goOn(first: IteratorResult<EntryRow[]>, rows: AsyncGenerator<EntryRow[]>): AsyncGenerator<EntryRow[]> {
  if (first.done) return;
  yield first.value;
  yield* rows;
}

function tooLarge(most: number): AppError {
  return new AppError('export_too_large', {
    status: 400,
    detail: `There are more than ${most.toLocaleString('en-US')} entries. Send the same as POST /reports/exports, and a worker writes the file.`,
  });
}
