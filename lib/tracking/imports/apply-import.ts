import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { enqueueImport } from '#/lib/jobs/import.ts';
import { authorizeForOthers, ownImport, type ShownImport, withRowCounts } from '#/lib/tracking/imports/get-import.ts';
import type { Import } from '#/lib/tracking/imports/import.ts';
import {
  importNotPossible,
  importNotPreviewed,
  importVersionMismatch,
  nothingToImport,
} from '#/lib/tracking/imports/import-errors.ts';
import { lockImport, saveImport } from '#/lib/tracking/imports/import-store.ts';

export type ImportTarget = { id: string; ifMatch: IfMatch };

/**
 * Makes a worker record what the dry run showed. Rows that conflict with newer time are not recorded, and are listed.
 * @throws AppError 404 `import_not_found`; 409 `import_state`, `import_not_previewed`, `nothing_to_import`; 412; 403
 */
export async function applyImport(ctx: Ctx, { id, ifMatch }: ImportTarget): Promise<ShownImport> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    const before = ownImport(tx, await lockImport(tx.tx, tx.actor.workspaceId, id));
    if (!matchesVersion(ifMatch, before.version)) throw importVersionMismatch(before);
    if (before.status !== 'draft') throw importNotPossible(before);
    if (!before.totals) throw importNotPreviewed();
    if (!before.totals.byState.ready) throw nothingToImport();
    await authorizeAll(tx, before);
    const after: Import = { ...before, status: 'applying', version: before.version + 1 };
    await saveImport(tx.tx, after);
    await enqueueImport(tx, id);
    return withRowCounts(tx, after);
  });
}

/** Checked now, while an error can still be returned: the worker does what was authorized here. */
async function authorizeAll(ctx: TxCtx, { id, totals }: Import): Promise<void> {
  if (totals?.newProjects.length) authorize(ctx, 'projects:write');
  if (totals?.newTickets.length) authorize(ctx, 'tickets:write');
  await authorizeForOthers(ctx, id, 'ready');
}
