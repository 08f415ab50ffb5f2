import { findNames } from '#/lib/accounts/users/names-query.ts';
import type { SavedReport } from '#/lib/analytics/saved-reports/saved-report.ts';
import {
  findSavedReport,
  listSavedReportRows,
  type SavedReportViewer,
} from '#/lib/analytics/saved-reports/saved-report-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';

/** A saved report and its owner's name. */
export type NamedReport = { report: SavedReport; ownerName: string; now: Date };

/** The caller's own and those shared with the workspace that they may see, by name. @throws AppError 403 */
export async function listSavedReports(ctx: Ctx): Promise<{ reports: Omit<NamedReport, 'now'>[]; now: Date }> {
  authorize(ctx, 'timers:read');
  const reports = await listSavedReportRows(ctx.db, viewerOf(ctx));
  const names = await findNames(ctx.db, [...new Set(reports.map(({ userId }) => userId))]);
  return {
    reports: reports.map((report) => ({ report, ownerName: names.get(report.userId) ?? '' })),
    now: await ctx.clock.now(ctx.db),
  };
}

/** @throws AppError 403; 404 `saved_report_not_found` */
export async function getSavedReport(ctx: Ctx, id: string): Promise<NamedReport> {
  authorize(ctx, 'timers:read');
  const report = await findSavedReport(ctx.db, viewerOf(ctx), id);
  if (!report) throw notFound('saved_report');
  return named(ctx, report);
}

/** With the name of its owner, and the current time. */
export async function named(ctx: Ctx, report: SavedReport): Promise<NamedReport> {
  const tx = ctx.tx ?? ctx.db;
  const names = await findNames(tx, [report.userId]);
  return { report, ownerName: names.get(report.userId) ?? '', now: await ctx.clock.now(tx) };
}

/** The filter for saved reports that the caller may see. */
export function viewerOf({ actor: { workspaceId, userId, scopes } }: Pick<Ctx, 'actor'>): SavedReportViewer {
  return { workspaceId, userId, readsAll: scopes.has('timers:read_all') };
}
