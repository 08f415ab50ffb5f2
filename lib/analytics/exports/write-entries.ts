import { COLUMN_NAMES } from '#/lib/analytics/exports/column-schemas.ts';
import { entryJson } from '#/lib/analytics/exports/entry-json.ts';
import type { EntryBatches } from '#/lib/analytics/exports/entry-row.ts';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';
import { writeCsv } from '#/lib/analytics/exports/write-csv.ts';
import { writeXlsx } from '#/lib/analytics/exports/write-xlsx.ts';
import type { ExportFormat } from '#/lib/tracking/exports/export.ts';

/** Media types, as the IANA lists them. */
export const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
  pdf: 'application/pdf',
};

/**
 * The file's bytes, created while they are read: the only conversion from rows to a file, whether it is sent at once or
 * stored.
 */
export function writeEntries(
  batches: EntryBatches,
  { format, bom, columns = [...COLUMN_NAMES] }: Pick<ExportQuery, 'format' | 'bom' | 'columns'>,
  head: TimesheetHead,
): AsyncGenerator<Uint8Array> {
  switch (format) {
    case 'csv':
      return writeCsv(batches, { columns, bom });
    case 'xlsx':
      return writeXlsx(batches, { columns });
    case 'jsonl':
      return writeJsonLines(batches);
    case 'pdf':
      return writePdf(batches, head);
  }
}

/** JSON lines (jsonlines.org): one entry per line, each terminated. */
async function* writeJsonLines(batches: EntryBatches): AsyncGenerator<Uint8Array> {
  for await (const rows of batches)
    yield Buffer.from(rows.map((row) => `${JSON.stringify(entryJson(row))}\n`).join(''));
}

/** The PDF library, 30 MB, is loaded by the first timesheet of a process. */
async function* writePdf(batches: EntryBatches, head: TimesheetHead): AsyncGenerator<Uint8Array> {
  const { writeTimesheet } = await import('#/lib/analytics/exports/write-timesheet.ts');
  yield* writeTimesheet(batches, head);
}

/** `time-2026-03-01-to-2026-03-31.csv` */
export function exportFileName({ format, from, to }: Pick<ExportQuery, 'format' | 'from' | 'to'>): string {
  const day = (bound: string | Date) => (typeof bound === 'string' ? bound : bound.toISOString().slice(0, 10));
  return `${format === 'pdf' ? 'timesheet' : 'time'}-${day(from)}-to-${day(to)}.${format}`;
}
