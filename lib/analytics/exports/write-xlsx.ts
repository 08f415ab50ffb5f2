import { writeXlsxStream } from 'hucre/xlsx';
import type { ColumnName } from '#/lib/analytics/exports/column-schemas.ts';
import { cellValue, columnOf } from '#/lib/analytics/exports/entry-columns.ts';
import type { EntryBatches } from '#/lib/analytics/exports/entry-row.ts';

/** How cells of each kind are displayed; their values can be used in calculations with any format. */
const NUMBER_FORMATS = {
  text: undefined,
  date: 'yyyy-mm-dd',
  local: 'yyyy-mm-dd hh:mm',
  duration: '[h]:mm:ss',
  hours: '0.00',
  whole: '0',
} as const;
const WIDTHS = { text: 18, date: 12, local: 17, duration: 12, hours: 13, whole: 13 } as const;

/**
 * An Excel workbook (ECMA-376) in constant memory. After 1,048,576 rows, the maximum of a sheet, it continues in
 * another one. Texts stay texts: no cell is a formula.
 */
export async function* writeXlsx(
  batches: EntryBatches,
  { columns }: { columns: readonly ColumnName[] },
): AsyncGenerator<Uint8Array> {
  const cells = columns.map(columnOf);
  async function* rows() {
    for await (const batch of batches) for (const row of batch) yield cells.map((cell) => cellValue(cell, row));
  }
  const stream = writeXlsxStream(rows(), {
    name: 'Time',
    freezePane: { rows: 1 },
    columns: columns.map((name, at) => {
      const kind = cells[at]?.kind ?? 'text';
      const numFmt = NUMBER_FORMATS[kind];
      return { header: name, width: WIDTHS[kind], ...(numFmt && { numFmt }) };
    }),
  });
  yield* stream;
}
