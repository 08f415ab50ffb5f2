import { type NamedReport, named } from '#/lib/analytics/saved-reports/list-saved-reports.ts';
import { isOfOthers, MAX_SAVED_REPORTS, type SavedReport } from '#/lib/analytics/saved-reports/saved-report.ts';
import { savedReportFacts } from '#/lib/analytics/saved-reports/saved-report-json.ts';
import type { CreateSavedReportInput } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import {
  countSavedReports,
  insertSavedReport,
  lockSavedReports,
} from '#/lib/analytics/saved-reports/saved-report-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Saves a report's query under a name.
 * @throws AppError 403 for others' time without `timers:read_all`; 409 `saved_report_name_taken`,
 * `too_many_saved_reports`
 */
export async function createSavedReport(ctx: Ctx, input: CreateSavedReportInput): Promise<NamedReport> {
  authorize(ctx, 'timers:read');
  if (isOfOthers(input.query, ctx.actor.userId)) authorize(ctx, 'timers:read_all');
  return transaction(ctx, async (inner) => {
    const { workspaceId, userId } = inner.actor;
    await lockSavedReports(inner.tx, inner.actor);
    if ((await countSavedReports(inner.tx, inner.actor)) >= MAX_SAVED_REPORTS) throw tooMany();
    const now = await inner.clock.now(inner.tx);
    const { name, query, is_shared: isShared } = input;
    const at = { createdAt: now, updatedAt: now };
    const report: SavedReport = { id: newId(), workspaceId, userId, name, query, isShared, ...at, version: 1 };
    await insertSavedReport(inner.tx, report);
    const data = { before: null, after: savedReportFacts(report) };
    await recordEvent(inner, { type: 'saved_report.created', subjectId: report.id, userId, data }, now);
    return named(inner, report);
  });
}

function tooMany(): AppError {
  return new AppError('too_many_saved_reports', {
    detail: `You can save at most ${MAX_SAVED_REPORTS} reports. Delete one that isn’t needed.`,
  });
}
