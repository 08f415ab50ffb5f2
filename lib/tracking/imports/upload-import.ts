import { getMember } from '#/lib/accounts/me/member-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { readImportSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { decodeFile, readTable } from '#/lib/tracking/imports/csv-file.ts';
import { type ShownImport, withRowCounts } from '#/lib/tracking/imports/get-import.ts';
import type { Import } from '#/lib/tracking/imports/import.ts';
import type { UploadImportInput } from '#/lib/tracking/imports/import-schemas.ts';
import { recognizeColumns, suggestedMapping } from '#/lib/tracking/imports/import-sources.ts';
import { insertImport, insertRows } from '#/lib/tracking/imports/import-store.ts';

/** Inserting a file of many rows takes longer than other verbs do. */
const TIMEOUT_MS = 120_000;

/**
 * Stores a file, recognizes which product it is from, and returns how it would be read. Records no time.
 * @throws AppError 400 `file_invalid`; 413 `file_too_large`
 */
export async function uploadImport(
  ctx: Ctx,
  { file_name: fileName, content }: UploadImportInput,
): Promise<ShownImport> {
  authorize(ctx, 'timers:write');
  const { IMPORT_MAX_BYTES: mostBytes, IMPORT_MAX_ROWS: mostRows } = readImportSettings();
  const bytes = Buffer.from(content, 'base64');
  if (bytes.byteLength > mostBytes) throw tooManyBytes(bytes.byteLength, mostBytes);
  const { text, encoding } = decodeFile(bytes);
  const table = readTable(text, mostRows);
  const { source, columns } = recognizeColumns(table.columns);
  return transaction(
    ctx,
    async (tx) => {
      const { userId, workspaceId } = tx.actor;
      const { user } = await getMember(tx.tx, workspaceId, userId);
      const cells = table.rows.map((row) => row.cells);
      const one: Import = {
        id: newId(),
        workspaceId,
        userId,
        status: 'draft',
        source,
        fileName,
        encoding,
        delimiter: table.delimiter,
        columns: table.columns,
        mapping: suggestedMapping(columns, cells, user.timeZone),
        totals: null,
        people: [],
        created: { projects: [], tickets: [] },
        rowCount: table.rows.length,
        version: 1,
        createdAt: await tx.clock.now(tx.tx),
        appliedAt: null,
        undoneAt: null,
      };
      await insertImport(tx.tx, one);
      await insertRows(tx.tx, one, table.rows);
      return withRowCounts(tx, one);
    },
    // A separate mutex, so that the person's timers do not wait for it.
    { timeoutMs: TIMEOUT_MS, mutexKey: `imports:${ctx.actor.userId}` },
  );
}

function tooManyBytes(bytes: number, most: number): AppError {
  return new AppError('file_too_large', {
    detail: `This file has ${bytes} bytes; at most ${most} can be imported. Export a shorter period, or raise IMPORT_MAX_BYTES.`,
    extra: { max_bytes: most },
  });
}
