import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Import } from '#/lib/tracking/imports/import.ts';
import { countRows } from '#/lib/tracking/imports/import-counts-query.ts';
import type { RowCounts } from '#/lib/tracking/imports/import-json.ts';
import type { ListImportsQuery } from '#/lib/tracking/imports/import-schemas.ts';
import { listImportRows } from '#/lib/tracking/imports/import-store.ts';

const cursorShape = z.tuple([cursorInstant, z.uuid()]);

export type ImportsPage = { imports: { import: Import; counts: RowCounts }[]; nextCursor: string | null; now: Date };

/**
 * The caller's own imports, newest first; everyone's for those who may correct everyone's time. @throws AppError 400
 */
export async function listImports(ctx: Ctx, { cursor, limit }: ListImportsQuery): Promise<ImportsPage> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId, scopes } = ctx.actor;
  const place = decodeCursor(cursor, cursorShape);
  const after = place && { createdAt: place[0], id: place[1] };
  const owner = scopes.has('admin:corrections') ? null : userId;
  const rows = await listImportRows(ctx.db, { workspaceId, userId: owner }, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const counts = await countRows(
    ctx.db,
    page.map(({ id }) => id),
  );
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    imports: page.map((one) => ({ import: one, counts: counts.get(one.id) ?? {} })),
    nextCursor: last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null,
    now: await ctx.clock.now(ctx.db),
  };
}
