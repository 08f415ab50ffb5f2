/** Rows under their heads in columns of equal width: the first to the left, the others to the right. */
export function textTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join('   ');
  return [line(heads), ...rows.map(line)].map((text) => `  ${text.trimEnd()}`).join('\n');
}

/** A figure with as many digits as anyone needs: `0.84`, `12.3`, `1,234`; `-` for none. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '-';
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
