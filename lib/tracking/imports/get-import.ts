import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Import, RowState } from '#/lib/tracking/imports/import.ts';
import { countRows } from '#/lib/tracking/imports/import-counts-query.ts';
import type { RowCounts } from '#/lib/tracking/imports/import-json.ts';
import { findImport, hasRowsOfOthers } from '#/lib/tracking/imports/import-store.ts';

export type ShownImport = { import: Import; counts: RowCounts; now: Date };

/**
 * One import: the caller's own, or anyone's for those who may correct everyone's time. @throws AppError 404
 * `import_not_found`
 */
export async function getImport(ctx: Ctx, id: string): Promise<ShownImport> {
  authorize(ctx, 'timers:read');
  const one = ownImport(ctx, await findImport(ctx.db, ctx.actor.workspaceId, id));
  return withRowCounts(ctx, one);
}

/** An import that the actor may see. @throws AppError 404 */
export function ownImport({ actor }: Pick<Ctx, 'actor'>, one: Import | null): Import {
  if (!one || (one.userId !== actor.userId && !actor.scopes.has('admin:corrections'))) throw notFound('import');
  return one;
}

/**
 * Recording or undoing an import changes the time of everyone in it, so permissions are checked again: they may have
 * changed since the preview. @throws AppError 403
 */
export async function authorizeForOthers(ctx: TxCtx, id: string, state: RowState): Promise<void> {
  if (await hasRowsOfOthers(ctx.tx, { importId: id, userId: ctx.actor.userId, state })) {
    authorize(ctx, 'admin:corrections');
  }
}

/** An import with the number of rows in each state. */
export async function withRowCounts(ctx: Ctx, one: Import): Promise<ShownImport> {
  const reader = ctx.tx ?? ctx.db;
  const counts = await countRows(reader, [one.id]);
  return { import: one, counts: counts.get(one.id) ?? {}, now: await ctx.clock.now(reader) };
}
