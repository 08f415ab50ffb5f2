import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';

/** How long jobs wait, which a restore extends. */
const EXTENDED = 'keep_until';

/** Sorted rows by table, without what a restore extends. */
export type DumpedRows = ReadonlyMap<string, readonly string[]>;

/** All rows of a database. */
export function rowsOfDatabase(url: string): DumpedRows {
  return rowsOf('pg_dump', ['--data-only', `--dbname=${url}`]);
}

/** All rows of a backup. */
export function rowsOfBackup(file: string): DumpedRows {
  return rowsOf('pg_restore', ['--data-only', '--file=-', file]);
}

function rowsOf(program: string, args: readonly string[]): DumpedRows {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  expect(status, stderr).toBe(0);
  const blocks = stdout.matchAll(/^COPY (\S+) \((.*)\) FROM stdin;\n([\s\S]*?)^\\\.$/gm);
  return new Map([...blocks].map(([, table = '', columns = '', rows = '']) => [table, sortedRows(columns, rows)]));
}

function sortedRows(columns: string, rows: string): string[] {
  const extended = columns.split(', ').indexOf(EXTENDED);
  const compared = (row: string) => row.split('\t').filter((_value, index) => index !== extended);
  return rows
    .split('\n')
    .filter(Boolean)
    .map((row) => compared(row).join('\t'))
    .sort();
}
