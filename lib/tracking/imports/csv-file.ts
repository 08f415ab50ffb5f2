import { type CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#/lib/core/errors.ts';

export type TextFile = { text: string; encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' };
export type CsvTable = { delimiter: string; columns: string[]; rows: { line: number; cells: string[] }[] };

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How much of a file is read to detect its delimiter and, without a byte order mark, its encoding. */
const PROBE = 64 * 1024;
const MAX_CELL_LENGTH = 10_000;

/**
 * The text of a file: UTF-8, or UTF-16, with or without a byte order mark; anything else is read as Windows-1252, which
 * old spreadsheets write, and reported as such.
 */
export function decodeFile(bytes: Uint8Array): TextFile {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding.toLowerCase()).decode(bytes);
  return { text, encoding };
}

function encodingOf(bytes: Uint8Array): TextFile['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  const probe = bytes.subarray(0, PROBE);
  const zeros = [0, 0];
  probe.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  // A quarter of the characters: text with one byte per character has none.
  if ((zeros[1] ?? 0) > probe.length / 8) return 'UTF-16LE';
  if ((zeros[0] ?? 0) > probe.length / 8) return 'UTF-16BE';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'UTF-8';
  } catch {
    return 'Windows-1252';
  }
}

/**
 * The header and the rows of a CSV file (RFC 4180), with the line on which each begins; empty lines are left out.
 * @throws AppError 400 `file_invalid` with the line
 */
export function readTable(text: string, mostRows: number): CsvTable {
  const delimiter = delimiterOf(text.slice(0, PROBE));
  const records = parseRecords(text, delimiter);
  const [head, ...rest] = records;
  if (!head || head.cells.length < 2) {
    throw fileInvalid('This is not a CSV file with a header: its first line has fewer than two columns.');
  }
  if (rest.length === 0) throw fileInvalid('This file has a header and no entries.');
  if (rest.length > mostRows) {
    throw new AppError('file_too_large', {
      detail: `This file has ${rest.length} entries; at most ${mostRows} can be imported at a time. Export a shorter period, or raise IMPORT_MAX_ROWS.`,
      extra: { max_rows: mostRows },
    });
  }
  const columns = head.cells.map((cell) => cell.trim());
  return { delimiter, columns, rows: rest };
}

function parseRecords(text: string, delimiter: string): { line: number; cells: string[] }[] {
  let line = 1;
  const records: { line: number; cells: string[] }[] = [];
  try {
    // The parser counts a line break of two characters within quotes as two lines.
    parse(text.replaceAll(/\r\n?/g, '\n'), {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // Lines are counted where records end; a record with line breaks in quotes began earlier.
      on_record: (cells: string[], { lines }) => {
        const breaks = cells.reduce((count, cell) => count + (cell.match(/\n/g)?.length ?? 0), 0);
        line = lines - breaks;
        if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: cells.map(storable) });
        return null;
      },
    });
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (typeof code !== 'string' || !code.startsWith('CSV_')) throw error;
    throw fileInvalid(`The file can’t be read from line ${lines ?? line} on: a quote is not closed. Export it again.`);
  }
  return records;
}

/** The character that splits the first lines into the most columns, outside quotes. */
function delimiterOf(probe: string): string {
  const head = probe.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\n|\r/)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

function storable(cell: string): string {
  return cell.replaceAll('\u0000', '').slice(0, MAX_CELL_LENGTH).toWellFormed();
}

function fileInvalid(detail: string): AppError {
  return new AppError('file_invalid', { detail, fields: [{ pointer: '/content', detail }] });
}
