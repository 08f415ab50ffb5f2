import { isDeepStrictEqual } from 'node:util';
import { type NamedReport, named, viewerOf } from '#/lib/analytics/saved-reports/list-saved-reports.ts';
import { isOfOthers, type SavedReport } from '#/lib/analytics/saved-reports/saved-report.ts';
import { savedReportFacts } from '#/lib/analytics/saved-reports/saved-report-json.ts';
import type { EditSavedReportInput } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import {
  deleteSavedReportRow,
  lockSavedReport,
  saveSavedReport,
} from '#/lib/analytics/saved-reports/saved-report-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

type Target = { id: string; ifMatch: IfMatch };

/**
 * Changes its name, query, or readers. Only for its owner.
 * @throws AppError 403 `forbidden`, `saved_report_of_another`; 404; 409 `saved_report_name_taken`; 412
 */
export async function editSavedReport(
  ctx: Ctx,
  { id, ifMatch }: Target,
  input: EditSavedReportInput,
): Promise<NamedReport> {
  authorize(ctx, 'timers:read');
  if (input.query && isOfOthers(input.query, ctx.actor.userId)) authorize(ctx, 'timers:read_all');
  return transaction(ctx, async (inner) => {
    const before = await lockOwn(inner, id);
    if (!matchesVersion(ifMatch, before.version)) throw versionMismatch(before);
    const { name = before.name, query = before.query, is_shared: isShared = before.isShared } = input;
    const edited: SavedReport = { ...before, name, query, isShared };
    if (isDeepStrictEqual(edited, before)) return named(inner, before);
    const now = await inner.clock.now(inner.tx);
    const report = await saveSavedReport(inner.tx, { ...edited, updatedAt: now });
    const data = { before: savedReportFacts(before), after: savedReportFacts(report) };
    await recordEvent(inner, { type: 'saved_report.edited', subjectId: id, userId: report.userId, data }, now);
    return named(inner, report);
  });
}

/** Deletes it; links created from it stay. @throws AppError 403 `forbidden`, `saved_report_of_another`; 404; 412 */
export async function deleteSavedReport(ctx: Ctx, { id, ifMatch }: Target): Promise<NamedReport> {
  authorize(ctx, 'timers:read');
  return transaction(ctx, async (inner) => {
    const report = await lockOwn(inner, id);
    if (!matchesVersion(ifMatch, report.version)) throw versionMismatch(report);
    await deleteSavedReportRow(inner.tx, id);
    const data = { before: savedReportFacts(report), after: null };
    await recordEvent(inner, { type: 'saved_report.deleted', subjectId: id, userId: report.userId, data });
    return named(inner, report);
  });
}

async function lockOwn(inner: TxCtx, id: string): Promise<SavedReport> {
  const report = await lockSavedReport(inner.tx, viewerOf(inner), id);
  if (!report) throw notFound('saved_report');
  if (report.userId === inner.actor.userId) return report;
  throw new AppError('saved_report_of_another');
}

function versionMismatch(report: SavedReport): AppError {
  const { name, query } = report;
  return new AppError('saved_report_version_mismatch', {
    detail: `The saved report has changed: it is at version ${report.version}. Reload it, then try again.`,
    extra: { current: { name, query, is_shared: report.isShared, version: report.version } },
  });
}
