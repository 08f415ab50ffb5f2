import { exportFacts } from '#/lib/analytics/exports/export-json.ts';
import { findExport, markCanceled } from '#/lib/analytics/exports/export-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

/** Cancels an unfinished export; its worker stops at the next chunk. A finished one is unchanged. */
export async function cancelExport(ctx: Ctx, id: string): Promise<Export> {
  authorize(ctx, 'timers:read');
  return transaction(ctx, async (inner) => {
    const before = await findExport(inner.tx, inner.actor, id);
    if (!before) throw notFound('export');
    const now = await inner.clock.now(inner.tx);
    if (!(await markCanceled(inner.tx, inner.actor, id, now))) return before;
    const after = { ...before, status: 'canceled' as const, finishedAt: now };
    const data = { before: exportFacts(before), after: exportFacts(after) };
    const { userId } = inner.actor;
    await recordEvent(inner, { type: 'export.canceled', subjectId: id, userId, data }, now);
    return after;
  });
}
