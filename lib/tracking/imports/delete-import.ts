import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { matchesVersion } from '#/lib/core/if-match.ts';
import type { ImportTarget } from '#/lib/tracking/imports/apply-import.ts';
import { ownImport, type ShownImport, withRowCounts } from '#/lib/tracking/imports/get-import.ts';
import { importNotPossible, importVersionMismatch } from '#/lib/tracking/imports/import-errors.ts';
import { deleteImport as deleteStored, lockImport } from '#/lib/tracking/imports/import-store.ts';

/** Deletes an uploaded file that was not applied. @throws AppError 404 `import_not_found`; 409 `import_state`; 412 */
export async function deleteImport(ctx: Ctx, { id, ifMatch }: ImportTarget): Promise<ShownImport> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    const one = ownImport(tx, await lockImport(tx.tx, tx.actor.workspaceId, id));
    if (!matchesVersion(ifMatch, one.version)) throw importVersionMismatch(one);
    if (one.status !== 'draft') throw importNotPossible(one);
    const last = await withRowCounts(tx, one);
    await deleteStored(tx.tx, id);
    return last;
  });
}
