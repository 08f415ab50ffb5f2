import { stringify } from 'csv-stringify/sync';
import type { ColumnName } from '#/lib/analytics/exports/column-schemas.ts';
import { cellText, columnOf } from '#/lib/analytics/exports/entry-columns.ts';
import type { EntryBatches, EntryRow } from '#/lib/analytics/exports/entry-row.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * CSV (RFC 4180) with a header. A spreadsheet treats a cell that begins with = + - @ or a tab as a formula and runs it
 * (CWE-1236): such a text gets an apostrophe before it.
 */
export async function* writeCsv(
  batches: EntryBatches,
  { columns, bom }: { columns: readonly ColumnName[]; bom: boolean },
): AsyncGenerator<Uint8Array> {
  const cells = columns.map(columnOf);
  const lines = (rows: EntryRow[]) => linesOf(rows.map((row) => cells.map((cell) => cellText(cell, row))));
  yield Buffer.from((bom ? BYTE_ORDER_MARK : '') + linesOf([columns]));
  for await (const rows of batches) yield Buffer.from(lines(rows));
}

function linesOf(records: readonly (readonly string[])[]): string {
  return stringify([...records] as string[][], { escape_formulas: true, record_delimiter: 'windows' });
}
