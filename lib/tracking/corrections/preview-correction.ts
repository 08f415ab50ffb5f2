import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import type { CreateCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { markPreview, undoPreview } from '#/lib/tracking/corrections/correction-store.ts';
import { createdOf } from '#/lib/tracking/corrections/create-correction.ts';
import type { Effect } from '#/lib/tracking/corrections/effect.ts';
import { revertedOf } from '#/lib/tracking/corrections/revert-correction.ts';

export type Preview = { effect: Effect; now: Date };

/**
 * What a correction would do, without doing it: it is made, read, and undone in one transaction, so the preview can't
 * differ from what then happens. Rejects with every error of the correction, except a missing reason.
 */
export async function previewCorrection(ctx: Ctx, input: CreateCorrectionInput): Promise<Preview> {
  return undone(ctx, (tx) => createdOf(tx, input, { requiresReason: false }));
}

/** The same for a revert. @throws AppError as `revertCorrection`, except for a missing reason */
export async function previewRevert(ctx: Ctx, id: string): Promise<Preview> {
  return undone(ctx, (tx) => revertedOf(tx, id, null));
}

async function undone(ctx: Ctx, change: (tx: TxCtx) => Promise<Preview>): Promise<Preview> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    await markPreview(tx.tx);
    // Nobody is notified of an undone change.
    const { effect, now } = await change({ ...tx, afterCommit: new Set() });
    await undoPreview(tx.tx);
    return { effect, now };
  });
}
