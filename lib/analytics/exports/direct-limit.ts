import { countSpans, type EntryFilter } from '#/lib/analytics/exports/entry-rows-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { readExportSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { ExportFormat } from '#/lib/tracking/exports/export.ts';

/**
 * 65 a day for a month. Its pages are laid out in memory: 2,000 entries take 100 MB; 20,000 took 400 MB and a minute.
 */
const MAX_OF_A_TIMESHEET = 2_000;

/**
 * Rejects an export that is too long to be written at once. A timesheet that is too long for that is too long for a
 * worker too.
 * @throws AppError 400 `export_too_large`, `timesheet_too_long`
 */
export async function rejectTooLong(ctx: Pick<Ctx, 'db'>, filter: EntryFilter, format: ExportFormat): Promise<void> {
  const { EXPORT_DIRECT_ROWS: direct } = readExportSettings();
  const most = format === 'pdf' ? Math.min(MAX_OF_A_TIMESHEET, direct) : direct;
  if ((await countSpans(ctx.db, filter, most + 1)) <= most) return;
  throw format === 'pdf' ? timesheetTooLong(most) : tooLarge(most);
}

function tooLarge(most: number): AppError {
  return new AppError('export_too_large', {
    detail: `There are more than ${most.toLocaleString('en-US')} entries. Send the same to POST /reports/exports to have a worker write the file.`,
  });
}

function timesheetTooLong(most: number): AppError {
  return new AppError('timesheet_too_long', {
    detail: `A timesheet has at most ${most.toLocaleString('en-US')} entries. Ask for fewer days, or choose another format.`,
  });
}
