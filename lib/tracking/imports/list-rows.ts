import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { getImport } from '#/lib/tracking/imports/get-import.ts';
import type { ImportRow } from '#/lib/tracking/imports/import.ts';
import type { ListImportRowsQuery } from '#/lib/tracking/imports/import-schemas.ts';
import { listRowsPage } from '#/lib/tracking/imports/import-store.ts';

const cursorShape = z.tuple([z.string().regex(/^\d{1,9}$/)]);

export type RowsPage = { rows: ImportRow[]; nextCursor: string | null; now: Date };

/** Rows of an import in file order. @throws AppError 404 `import_not_found`; 400 `cursor_invalid` */
export async function listRows(ctx: Ctx, id: string, { state, cursor, limit }: ListImportRowsQuery): Promise<RowsPage> {
  const { now } = await getImport(ctx, id);
  const after = Number(decodeCursor(cursor, cursorShape)?.[0] ?? 0);
  const found = await listRowsPage(ctx.db, id, {
    states: state ? [state] : null,
    // A former admin sees only their own time in an import they made as an admin.
    userId: ctx.actor.scopes.has('admin:corrections') ? null : ctx.actor.userId,
    after,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? encodeCursor([String(last.line)]) : null, now };
}
