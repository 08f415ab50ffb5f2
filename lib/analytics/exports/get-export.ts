import { findExport, listExportRows } from '#/lib/analytics/exports/export-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

const LATEST = 50;

/** One of the caller's own. @throws AppError 403; 404 `export_not_found`, also for another member's */
export async function getExport(ctx: Ctx, id: string): Promise<Export> {
  authorize(ctx, 'timers:read');
  const found = await findExport(ctx.db, ctx.actor, id);
  if (!found) throw notFound('export');
  return found;
}

/** The caller's latest exports, newest first. @throws AppError 403 */
export function listExports(ctx: Ctx): Promise<Export[]> {
  authorize(ctx, 'timers:read');
  return listExportRows(ctx.db, ctx.actor, LATEST);
}
