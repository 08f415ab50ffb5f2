import type { ExportFile } from '#/lib/analytics/exports/export-entries.ts';
import { findChunk } from '#/lib/analytics/exports/export-store.ts';
import { getExport } from '#/lib/analytics/exports/get-export.ts';
import { CONTENT_TYPES } from '#/lib/analytics/exports/write-entries.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { RunQuery } from '#/lib/context/run-query.ts';
import { type Export, fileError, statusAt } from '#/lib/tracking/exports/export.ts';

/**
 * The file of one of the caller's exports, chunk by chunk.
 * @throws AppError 403 when it contains time of others and the caller may not see that (anymore); 404; 409
 * `export_not_ready`; 410 `export_expired`
 */
export async function readExportFile(ctx: Ctx, id: string, runQuery: RunQuery): Promise<ExportFile> {
  const { found, now } = await runQuery(async (db) => ({
    found: await getExport({ ...ctx, db }, id),
    now: await ctx.clock.now(db),
  }));
  if (found.ofOthers) authorize(ctx, 'timers:read_all');
  const error = fileError(statusAt(found, now));
  if (error) throw error;
  const bytes = chunksOf(found, runQuery);
  const close = async () => void (await bytes.return(undefined));
  return { name: found.fileName, contentType: CONTENT_TYPES[found.format], size: found.bytes, bytes, close };
}

async function* chunksOf({ id, attempt, bytes }: Export, runQuery: RunQuery): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for (let position = 0; sent < bytes; position += 1) {
    const chunk = await runQuery((db) => findChunk(db, { id, attempt }, position));
    if (!chunk) throw new Error('the file of an export was deleted while it was read');
    sent += chunk.byteLength;
    yield chunk;
  }
}
