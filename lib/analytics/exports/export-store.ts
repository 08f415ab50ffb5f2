import type { Tx } from '#/lib/db/client.ts';
import type { Export as Row } from '#/lib/db/generated/client.ts';
import type { Sql } from '#/lib/db/sql.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

/** The owner and the workspace of exports. */
export type ExportOwner = { workspaceId: string; userId: string };

export async function insertExport(
  tx: Pick<Tx, 'export'>,
  made: Pick<Export, 'id' | 'workspaceId' | 'userId' | 'query' | 'format' | 'ofOthers' | 'fileName' | 'createdAt'>,
): Promise<Export> {
  return exportOf(await tx.export.create({ data: made }));
}

export async function listExportRows(
  tx: Pick<Tx, 'export'>,
  { workspaceId, userId }: ExportOwner,
  limit: number,
): Promise<Export[]> {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  return (await tx.export.findMany({ where: { workspaceId, userId }, orderBy, take: limit })).map(exportOf);
}

export async function findExport(
  tx: Pick<Tx, 'export'>,
  { workspaceId, userId }: ExportOwner,
  id: string,
): Promise<Export | null> {
  const row = await tx.export.findFirst({ where: { id, workspaceId, userId } });
  return row && exportOf(row);
}

export function countOpenExports(tx: Pick<Tx, 'export'>, { workspaceId, userId }: ExportOwner): Promise<number> {
  return tx.export.count({ where: { workspaceId, userId, status: { in: ['requested', 'running'] } } });
}

/** Starts an attempt, which supersedes the previous one; null when there is nothing left to write. */
export async function claimExport(
  tx: Pick<Tx, 'export' | 'exportChunk'>,
  id: string,
  now: Date,
): Promise<Export | null> {
  const [row] = await tx.export.updateManyAndReturn({
    where: { id, status: { in: ['requested', 'running'] } },
    data: { status: 'running', attempt: { increment: 1 }, startedAt: now, rowsDone: 0, bytes: 0, rowsTotal: null },
  });
  if (!row) return null;
  await tx.exportChunk.deleteMany({ where: { exportId: id, attempt: { lt: row.attempt } } });
  return exportOf(row);
}

type Attempt = Pick<Export, 'id' | 'attempt'>;
const ongoing = ({ id, attempt }: Attempt) => ({ id, attempt, status: 'running' });

/** Stores how many rows there will be. */
export async function saveRowsTotal(tx: Pick<Tx, 'export'>, attempt: Attempt, rowsTotal: number): Promise<void> {
  await tx.export.updateMany({ where: ongoing(attempt), data: { rowsTotal } });
}

const APPEND_CHUNK = {
  name: 'append_export_chunk',
  text: `
    with mine as (
      update exports set bytes = bytes + octet_length($4::bytea), rows_done = $5
      where id = $1 and attempt = $2 and status = 'running' returning id, attempt)
    insert into export_chunks (export_id, attempt, position, data) select id, attempt, $3, $4::bytea from mine
    returning position`,
};

/**
 * Stores a chunk of the file and the progress. False, and nothing stored, when this attempt may no longer write. Uses
 * the driver directly: Prisma converts the bytes to text, several times over.
 */
export async function appendChunk(
  sql: Sql,
  { id, attempt }: Attempt,
  { position, data, rowsDone }: { position: number; data: Uint8Array; rowsDone: number },
): Promise<boolean> {
  const values = [id, attempt, position, Buffer.from(data.buffer, data.byteOffset, data.byteLength), rowsDone];
  return (await sql(APPEND_CHUNK, values)).length === 1;
}

/** Ends an attempt. False when it was superseded or canceled. */
export async function finishExport(
  tx: Pick<Tx, 'export'>,
  attempt: Attempt,
  end: Pick<Export, 'expiresAt' | 'failureReason' | 'rowsDone'> & { status: 'ready' | 'failed'; finishedAt: Date },
): Promise<boolean> {
  return (await tx.export.updateMany({ where: ongoing(attempt), data: end })).count === 1;
}

/** Cancels an unfinished export. False when there was nothing to cancel. */
export async function markCanceled(
  tx: Pick<Tx, 'export' | 'exportChunk'>,
  { workspaceId, userId }: ExportOwner,
  id: string,
  finishedAt: Date,
): Promise<boolean> {
  const where = { id, workspaceId, userId, status: { in: ['requested', 'running'] } };
  const { count } = await tx.export.updateMany({ where, data: { status: 'canceled', finishedAt } });
  if (count === 1) await deleteChunks(tx, id);
  return count === 1;
}

export async function deleteChunks(tx: Pick<Tx, 'exportChunk'>, exportId: string): Promise<void> {
  await tx.exportChunk.deleteMany({ where: { exportId } });
}

/** A chunk of the file of a finished attempt; null past its end. */
export async function findChunk(
  tx: Pick<Tx, 'exportChunk'>,
  { id, attempt }: Attempt,
  position: number,
): Promise<Uint8Array | null> {
  const row = await tx.exportChunk.findUnique({
    where: { exportId_attempt_position: { exportId: id, attempt, position } },
    select: { data: true },
  });
  return row?.data ?? null;
}

/** Deletes expired files and old rows, and marks exports as failed that are unfinished since then. */
export async function expireExportRows(
  tx: Pick<Tx, 'export' | 'exportChunk'>,
  { now, abandonedBefore, deletedBefore }: { now: Date; abandonedBefore: Date; deletedBefore: Date },
): Promise<number> {
  const over = { status: 'ready', expiresAt: { lte: now } };
  const abandoned = { status: { in: ['requested', 'running'] }, createdAt: { lte: abandonedBefore } };
  await tx.exportChunk.deleteMany({ where: { export: { OR: [over, abandoned] } } });
  const expired = await tx.export.updateMany({ where: over, data: { status: 'expired' } });
  const failed = await tx.export.updateMany({ where: abandoned, data: { status: 'failed', finishedAt: now } });
  const deleted = await tx.export.deleteMany({ where: { createdAt: { lte: deletedBefore } } });
  return expired.count + failed.count + deleted.count;
}

function exportOf(row: Row): Export {
  return { ...row, bytes: Number(row.bytes) } as Export;
}
