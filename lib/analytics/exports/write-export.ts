import { rejectTooLong } from '#/lib/analytics/exports/direct-limit.ts';
import { countSpans, entryRowsQuery } from '#/lib/analytics/exports/entry-rows-query.ts';
import { exportFilter } from '#/lib/analytics/exports/export-filter.ts';
import { claimExport, deleteChunks, finishExport, saveRowsTotal } from '#/lib/analytics/exports/export-store.ts';
import { readStoredQuery } from '#/lib/analytics/exports/stored-query.ts';
import { findTimesheetHead } from '#/lib/analytics/exports/timesheet-head-query.ts';
import { type PiecesInput, writePieces } from '#/lib/analytics/exports/write-pieces.ts';
import { writePiecesInChildProcess } from '#/lib/analytics/exports/write-pieces-in-child-process.ts';
import type { Actor, Ctx } from '#/lib/context/context.ts';
import { findRights } from '#/lib/context/rights-query.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { readExportSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import { connectionStringOf } from '#/lib/db/client.ts';
import { WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

/** Maximum of rows that are counted beforehand. */
const MAX_COUNTED = 100_000_000;

type System = Omit<Ctx, 'actor'>;
/** `memoryBytes`: the peak of the separate process; null without one. */
type WrittenExport = { rows: number; memoryBytes: number | null };

/**
 * Writes the file of an export, chunk by chunk, and notifies its owner. A retry starts over: chunks of a dead attempt
 * are deleted, and a live one can no longer write. The file is available only once it is complete. If canceled
 * meanwhile, it stops. A long one is written by a separate process. Returns null when it wrote none.
 */
export async function writeExport(system: System, id: string): Promise<WrittenExport | null> {
  const claimed = await claimExport(system.db, id, await system.clock.now(system.db));
  if (!claimed) return null;
  try {
    return await write(system, claimed);
  } catch (error) {
    if (error instanceof ExportCanceled) return null;
    const reason = permanentReason(error);
    if (claimed.attempt <= WRITE_EXPORT.retryLimit && reason === null) throw error;
    log.warn({ err: error, export: id }, 'an export failed for good');
    await finish(system, claimed, { status: 'failed', expiresAt: null, reason });
    await deleteChunks(system.db, id);
    return null;
  }
}

async function write(system: System, claimed: Export): Promise<WrittenExport> {
  const ctx = { ...system, actor: await ownerOf(system, claimed) };
  const query = readStoredQuery(claimed.query);
  const filter = await exportFilter(ctx, query);
  // It may have grown since it was requested; laying out many pages takes a worker's memory and time.
  if (query.format === 'pdf') await rejectTooLong(ctx, filter, query.format);
  const rowsTotal = await countSpans(ctx.db, filter, MAX_COUNTED);
  await saveRowsTotal(ctx.db, claimed, rowsTotal);
  const input: PiecesInput = {
    connectionString: connectionStringOf(ctx.db),
    attempt: { id: claimed.id, attempt: claimed.attempt },
    rows: entryRowsQuery(filter),
    query,
    head: await findTimesheetHead(ctx.db, filter),
  };
  const { EXPORT_DIRECT_ROWS: mostHere, EXPORT_KEEP_HOURS: hours } = readExportSettings();
  const { rows, memoryBytes } = await (rowsTotal > mostHere ? writePiecesInChildProcess(input) : writeHere(input));
  if (rows === null) throw new ExportCanceled();
  const expiresAt = new Date((await ctx.clock.now(ctx.db)).getTime() + hours * HOUR_MS);
  await finish(system, { ...claimed, rowsDone: rows }, { status: 'ready', expiresAt, reason: null });
  return { rows, memoryBytes };
}

/** An export that a web process would send at once needs no separate process. */
async function writeHere(input: PiecesInput) {
  return { rows: await writePieces(input), memoryBytes: null };
}

/** Its owner with their current permissions, but only those they had when they requested it. */
async function ownerOf({ db }: System, { userId, workspaceId, ofOthers }: Export): Promise<Actor> {
  const credential = { kind: 'worker', name: 'exporter' } as const;
  const owner: Actor = { userId, workspaceId, role: 'member', scopes: new Set(), credential };
  const rights = await findRights(db, owner);
  if (!rights) throw new OwnerMayNot('You are no longer a member.');
  const scopes = new Set(permissionsOf(rights.role).filter((scope) => ofOthers || scope !== 'timers:read_all'));
  if (ofOthers && !scopes.has('timers:read_all')) throw new OwnerMayNot('You can no longer see other people’s time.');
  return { ...owner, role: rights.role, scopes };
}

async function finish(
  system: System,
  { workspaceId, userId, id, attempt, fileName, rowsDone }: Export,
  { status, expiresAt, reason }: { status: 'ready' | 'failed'; expiresAt: Date | null; reason: string | null },
): Promise<void> {
  const actor: Actor = {
    userId,
    workspaceId,
    role: 'member',
    scopes: new Set(),
    credential: { kind: 'worker', name: 'exporter' },
  };
  await transaction({ ...system, actor }, async (inner) => {
    const finishedAt = await inner.clock.now(inner.tx);
    if (
      !(await finishExport(
        inner.tx,
        { id, attempt },
        { status, finishedAt, expiresAt, rowsDone, failureReason: reason },
      ))
    )
      return;
    const data = {
      export_id: id,
      file_name: fileName,
      outcome: status,
      ...(reason !== null && { reason }),
      rows: rowsDone,
      expires_at: expiresAt?.toISOString() ?? null,
    };
    await enqueueNotification(inner, {
      workspaceId,
      userId,
      kind: 'export_finished',
      fact: `export ${id} ${status}`,
      data,
    });
  });
}

/** It was canceled, or another attempt has begun. */
class ExportCanceled extends Error {}

/** Its owner lost a required permission. */
class OwnerMayNot extends Error {}

/** The reason, for the owner, why no further attempt would help; null if one may. */
function permanentReason(error: unknown): string | null {
  if (error instanceof OwnerMayNot) return error.message;
  return error instanceof AppError && error.status === 400 ? error.detail : null;
}
