import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/accounts/context.ts';
import { writeExport } from '#/lib/analytics/exports/write-export.ts';
import { exportPayload, WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Writes the files of recorded time that were asked for. */
export async function workOnExports(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  await workOn(boss, WRITE_EXPORT, (data) => writeExport(ctx, exportPayload.parse(data).exportId));
}
