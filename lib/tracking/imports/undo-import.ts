import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { matchesVersion } from '#/lib/core/if-match.ts';
import { enqueueImport } from '#/lib/jobs/import.ts';
import type { ImportTarget } from '#/lib/tracking/imports/apply-import.ts';
import { type ChangedRow, listChangedRows } from '#/lib/tracking/imports/changed-rows-query.ts';
import { authorizeForOthers, ownImport, type ShownImport, withRowCounts } from '#/lib/tracking/imports/get-import.ts';
import type { Import } from '#/lib/tracking/imports/import.ts';
import { importNotPossible, importVersionMismatch } from '#/lib/tracking/imports/import-errors.ts';
import type { UndoImportInput } from '#/lib/tracking/imports/import-schemas.ts';
import { lockImport, saveImport } from '#/lib/tracking/imports/import-store.ts';

/**
 * Makes a worker remove everything that an import has recorded. Timers that were changed since are kept, only by
 * choice.
 * @throws AppError 404 `import_not_found`; 409 `import_state`, `import_changed` with the changed rows; 403 for other
 * people's time without `admin:corrections`; 412
 */
export async function undoImport(
  ctx: Ctx,
  { id, ifMatch }: ImportTarget,
  { keep_changed }: UndoImportInput,
): Promise<ShownImport> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    const before = ownImport(tx, await lockImport(tx.tx, tx.actor.workspaceId, id));
    if (!matchesVersion(ifMatch, before.version)) throw importVersionMismatch(before);
    if (before.status !== 'applied') throw importNotPossible(before);
    await authorizeForOthers(tx, id, 'recorded');
    const { rows, count } = await listChangedRows(tx.tx, id);
    if (count > 0 && !keep_changed) throw importChanged(rows, count);
    const after: Import = { ...before, status: 'undoing', version: before.version + 1 };
    await saveImport(tx.tx, after);
    await enqueueImport(tx, id);
    return withRowCounts(tx, after);
  });
}

function importChanged(rows: readonly ChangedRow[], count: number): AppError {
  const what = count === 1 ? '1 imported entry was' : `${count} imported entries were`;
  return new AppError('import_changed', {
    detail: `${what} changed since. Undo the rest and keep what was changed, or leave the import as it is.`,
    extra: {
      count,
      changed: rows.map(({ line, title, timerId }) => ({ line, title, timer_id: timerId })),
    },
  });
}
