import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { finishImport } from '#/lib/tracking/imports/finish-import.ts';
import type { Import } from '#/lib/tracking/imports/import.ts';
import { lockImport } from '#/lib/tracking/imports/import-store.ts';
import { recordRows } from '#/lib/tracking/imports/record-rows.ts';
import { removeImportedRows } from '#/lib/tracking/imports/remove-imported-rows.ts';

/** Rows of one transaction: no one's timers wait longer than that for an import of their time. */
const ROWS_AT_ONCE = 200;
const TIMEOUT_MS = 60_000;

/**
 * Continues applying or undoing an import until it is done. Each transaction processes some rows, from where the
 * previous one stopped, so that it can be killed at any instant and called again, by any number of workers.
 */
export async function continueImport(ctx: Ctx, id: string, rowsAtOnce = ROWS_AT_ONCE): Promise<void> {
  while (await runImportStep(ctx, id, rowsAtOnce)) {
    // Each step is a transaction of its own.
  }
}

/** One transaction of it; false when nothing is left to do. */
export async function runImportStep(ctx: Ctx, id: string, rowsAtOnce: number): Promise<boolean> {
  return transaction(
    ctx,
    async (tx) => {
      const one = await lockImport(tx.tx, tx.actor.workspaceId, id);
      if (!one || !isInProgress(one)) return false;
      const step = one.status === 'applying' ? recordRows : removeImportedRows;
      if (await step(tx, one, rowsAtOnce)) return true;
      await finishImport(tx, one);
      return false;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

function isInProgress({ status }: Import): boolean {
  return status === 'applying' || status === 'undoing';
}
