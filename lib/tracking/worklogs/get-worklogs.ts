import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { getTicketSource } from '#/lib/tracking/ticket-sources/list-ticket-sources.ts';
import type { WorklogSettings } from '#/lib/tracking/worklogs/worklog.ts';
import {
  countWorklogs,
  listFailures,
  type WorklogCounts,
  type WorklogFailure,
} from '#/lib/tracking/worklogs/worklog-overview-query.ts';
import { findWorklogSettings } from '#/lib/tracking/worklogs/worklog-store.ts';

/** How a source pushes worklogs and its progress; `settings` null if they were never set up. */
export type WorklogOverview = {
  settings: WorklogSettings | null;
  counts: WorklogCounts;
  failures: WorklogFailure[];
  now: Date;
};

/** @throws AppError 403, 404 */
export async function getWorklogs(ctx: Ctx, sourceId: string): Promise<WorklogOverview> {
  await getTicketSource(ctx, sourceId);
  return overviewOf(ctx, sourceId);
}

/** For a source that the caller may see. */
export async function overviewOf(ctx: Ctx | TxCtx, sourceId: string): Promise<WorklogOverview> {
  const sql = ctx.tx ?? ctx.db;
  return {
    settings: await findWorklogSettings(sql, sourceId),
    counts: await countWorklogs(sql, sourceId),
    failures: await listFailures(sql, sourceId),
    now: await ctx.clock.now(sql),
  };
}
