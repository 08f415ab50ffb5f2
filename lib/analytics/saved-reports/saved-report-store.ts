import { readSavedQuery, type SavedReport } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { SavedReport as Row } from '#/lib/db/generated/client.ts';

/** The reader, and whether they may see others' time. */
export type SavedReportViewer = { workspaceId: string; userId: string; readsAll: boolean };

/** Makes a member's additions wait for each other, until the end of the transaction. */
export async function lockSavedReports(
  tx: Pick<Tx, '$executeRaw'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const key = `saved_reports:${workspaceId}:${userId}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

export function countSavedReports(
  tx: Pick<Tx, 'savedReport'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<number> {
  return tx.savedReport.count({ where: { workspaceId, userId } });
}

/** The viewer's own, and those of the shared ones that they may see. By name. */
export async function listSavedReportRows(
  tx: Pick<Tx, 'savedReport'>,
  viewer: SavedReportViewer,
): Promise<SavedReport[]> {
  const rows = await tx.savedReport.findMany({ where: visibleTo(viewer), orderBy: [{ name: 'asc' }, { id: 'asc' }] });
  return rows.map(reportOf);
}

export async function findSavedReport(
  tx: Pick<Tx, 'savedReport'>,
  viewer: SavedReportViewer,
  id: string,
): Promise<SavedReport | null> {
  const row = await tx.savedReport.findFirst({ where: { id, ...visibleTo(viewer) } });
  return row && reportOf(row);
}

/** Locked until the end of the transaction. */
export async function lockSavedReport(
  tx: Pick<Tx, '$queryRaw' | 'savedReport'>,
  viewer: SavedReportViewer,
  id: string,
): Promise<SavedReport | null> {
  await tx.$queryRaw`
    select id from saved_reports where id = ${id}::uuid and workspace_id = ${viewer.workspaceId}::uuid for no key update`;
  return findSavedReport(tx, viewer, id);
}

export async function insertSavedReport(tx: Pick<Tx, 'savedReport'>, report: SavedReport): Promise<void> {
  await tx.savedReport.create({ data: report, select: { id: true } });
}

/** Writes the fields that people edit, as the next version. */
export async function saveSavedReport(
  tx: Pick<Tx, 'savedReport'>,
  { id, name, query, isShared, updatedAt, version }: SavedReport,
): Promise<SavedReport> {
  const data = { name, query, isShared, updatedAt, version: version + 1 };
  return reportOf(await tx.savedReport.update({ where: { id }, data }));
}

export async function deleteSavedReportRow(tx: Pick<Tx, 'savedReport'>, id: string): Promise<void> {
  await tx.savedReport.delete({ where: { id }, select: { id: true } });
}

function visibleTo({ workspaceId, userId, readsAll }: SavedReportViewer) {
  const ofOwnTime = ['me', userId].map((whose) => ({ query: { path: ['whose'], equals: whose } }));
  const shared = readsAll ? { isShared: true } : { isShared: true, OR: ofOwnTime };
  return { workspaceId, OR: [{ userId }, shared] };
}

function reportOf(row: Row): SavedReport {
  return { ...row, query: readSavedQuery(row.query) };
}
