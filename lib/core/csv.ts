/** Spreadsheets treat a cell that begins like this as a formula, and would run what a user wrote there (CWE-1236). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * One line of CSV (RFC 4180), including its line end. Text is escaped so that it is not treated as a formula; numbers
 * are unchanged.
 */
export function csvLineOf(cells: readonly (string | number)[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
