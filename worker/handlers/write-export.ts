import type { PgBoss } from 'pg-boss';
import { writeExport } from '#/lib/analytics/exports/write-export.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { exportPayload, WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Writes requested files of recorded time. */
export async function workOnExports(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  await workOn(boss, ctx, WRITE_EXPORT, async (data) => {
    const { exportId } = exportPayload.parse(data);
    const written = await writeExport(ctx, exportId);
    if (written) log.info({ export: exportId, ...written }, 'an export was written');
  });
}
