import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { appendChunk } from '#/lib/analytics/exports/export-store.ts';
import { piecesOf } from '#/lib/analytics/exports/pieces.ts';
import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';
import { writeEntries } from '#/lib/analytics/exports/write-entries.ts';
import { type BatchQuery, readBatches } from '#/lib/db/read-batches.ts';
import { openSqlPool } from '#/lib/db/sql.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

/** The input for writing a file. It can be sent to another process. */
export type PiecesInput = {
  connectionString: string;
  attempt: Pick<Export, 'id' | 'attempt'>;
  rows: BatchQuery;
  query: Pick<ExportQuery, 'format' | 'bom' | 'columns'>;
  head: TimesheetHead;
};

/**
 * Reads the rows through a cursor and stores the file chunk by chunk. Returns how many rows it has; null when this
 * attempt may no longer write. Without Prisma and its dependencies, since it also runs in a separate process.
 */
export async function writePieces({
  connectionString,
  attempt,
  rows,
  query,
  head,
}: PiecesInput): Promise<number | null> {
  let rowsDone = 0;
  const counted = async function* (): AsyncGenerator<EntryRow[]> {
    for await (const batch of readBatches<EntryRow>(connectionString, rows)) {
      yield batch;
      rowsDone += batch.length;
    }
  };
  const { sql, close } = openSqlPool(connectionString, 1);
  try {
    let position = 0;
    for await (const data of piecesOf(writeEntries(counted(), query, head))) {
      if (!(await appendChunk(sql, attempt, { position, data, rowsDone }))) return null;
      position += 1;
    }
  } finally {
    await close();
  }
  return rowsDone;
}
