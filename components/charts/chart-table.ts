import { csvLineOf } from '#/lib/core/csv.ts';

/** A cell: its text, or text for people with the value that a spreadsheet can sum, and its unit. */
export type ChartCell = string | { label: string; value: number | string; unit?: string };
/** A chart's data as a table: one row for each point, in the order of the chart. */
export type ChartTable = { columns: readonly string[]; rows: readonly (readonly ChartCell[])[] };

/** The text of a cell for people. */
export function formatChartCell(cell: ChartCell): string {
  return typeof cell === 'string' ? cell : cell.label;
}

/** A point as spoken text: `14:02: Due 23, Fired 22`. Empty if there is no such point. */
export function readPoint({ columns, rows }: ChartTable, index: number): string {
  const [first, ...others] = rows[index] ?? [];
  if (first === undefined) return '';
  const facts = others.map((cell, at) => `${columns[at + 1]} ${formatChartCell(cell)}`);
  return `${formatChartCell(first)}: ${facts.join(', ')}`;
}

/** The table as CSV (RFC 4180): values as numbers if they have one, with their unit in the first line. */
export function chartCsv({ columns, rows }: ChartTable): string {
  const lines = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.value)));
  const head = columns.map((name, at) => {
    const unit = rows.map((row) => unitOf(row[at])).find(Boolean);
    return unit ? `${name} (${unit})` : name;
  });
  return [head, ...lines].map(csvLineOf).join('');
}

function unitOf(cell: ChartCell | undefined): string | undefined {
  return typeof cell === 'object' ? cell.unit : undefined;
}

/** `due-and-fired`: a file's name from a title. */
export function fileNameOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
