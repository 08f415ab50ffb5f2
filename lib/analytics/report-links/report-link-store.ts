import type { ReportLink } from '#/lib/analytics/report-links/report-link.ts';
import { readSavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { ReportLink as Row } from '#/lib/db/generated/client.ts';

type Hash = Uint8Array<ArrayBuffer>;
type Sql = Pick<Tx, 'reportLink'>;
/** One member's, or a whole workspace's. */
type LinkOwner = { workspaceId: string; userId?: string };

const COLUMNS = {
  id: true,
  workspaceId: true,
  userId: true,
  name: true,
  query: true,
  ofOthers: true,
  passwordHash: true,
  createdAt: true,
  expiresAt: true,
  lastOpenedAt: true,
  timesOpened: true,
} as const;

/** Makes a member's additions wait for each other, until the end of the transaction. */
export async function lockReportLinks(
  tx: Pick<Tx, '$executeRaw'>,
  { workspaceId, userId }: Required<LinkOwner>,
): Promise<void> {
  const key = `report_links:${workspaceId}:${userId}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

export function countWorkingLinks(sql: Sql, { workspaceId, userId }: Required<LinkOwner>, now: Date): Promise<number> {
  return sql.reportLink.count({ where: { workspaceId, userId, expiresAt: { gt: now } } });
}

export async function insertReportLink(sql: Sql, link: ReportLink, tokenHash: Hash): Promise<void> {
  await sql.reportLink.create({ data: { ...link, tokenHash }, select: { id: true } });
}

/** Those that had not expired by then, newest first. */
export async function listReportLinkRows(sql: Sql, whose: LinkOwner, by: Date): Promise<ReportLink[]> {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  const where = { ...whose, expiresAt: { gt: by } };
  return (await sql.reportLink.findMany({ where, orderBy, select: COLUMNS })).map(linkOf);
}

/** Deletes the link. Null when there is none. */
export async function deleteReportLink(sql: Sql, whose: LinkOwner, id: string): Promise<ReportLink | null> {
  const row = await sql.reportLink.findFirst({ where: { id, ...whose }, select: COLUMNS });
  if (!row) return null;
  const { count } = await sql.reportLink.deleteMany({ where: { id } });
  return count === 1 ? linkOf(row) : null;
}

/** Deletes a member's long-expired links. */
export async function deleteLongExpired(
  sql: Sql,
  { workspaceId, userId }: Required<LinkOwner>,
  before: Date,
): Promise<void> {
  await sql.reportLink.deleteMany({ where: { workspaceId, userId, expiresAt: { lt: before } } });
}

/** In any workspace: a visitor sends only the link's secret. */
export async function findReportLink(sql: Sql, tokenHash: Hash): Promise<ReportLink | null> {
  const row = await sql.reportLink.findUnique({ where: { tokenHash }, select: COLUMNS });
  return row && linkOf(row);
}

export async function recordOpened(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.reportLink.updateMany({ where: { id }, data: { lastOpenedAt: now, timesOpened: { increment: 1 } } });
}

function linkOf(row: Omit<Row, 'tokenHash'>): ReportLink {
  return { ...row, query: readSavedQuery(row.query) };
}
