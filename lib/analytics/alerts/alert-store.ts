import { type Alert, type AlertFacts, BACK_MS, type OpenAlert } from '#/lib/analytics/alerts/alert.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { AlertRule } from '#/lib/jobs/notification-kind-schemas.ts';

type Sql = Pick<Tx, 'operationAlert'>;
type Row = {
  id: string;
  rule: string;
  facts: unknown;
  openedAt: Date;
  quietSince: Date | null;
  closedAt: Date | null;
};

/** Opens an alert; false when one for its rule is already open. */
export async function insertAlert(sql: Pick<Tx, '$executeRaw'>, alert: Alert): Promise<boolean> {
  const { id, rule, facts, openedAt } = alert;
  const count = await sql.$executeRaw`
    insert into operation_alerts (id, rule, facts, opened_at)
    values (${id}::uuid, ${rule}, ${JSON.stringify(facts)}::jsonb, ${openedAt})
    on conflict (rule) where closed_at is null do nothing`;
  return count === 1;
}

/** Records when the rule last stopped finding anything, or that it finds something again (null). */
export async function setQuiet(sql: Sql, id: string, quietSince: Date | null): Promise<void> {
  const where = { id, closedAt: null, quietSince: quietSince ? null : { not: null } };
  await sql.operationAlert.updateMany({ where, data: { quietSince } });
}

/**
 * Closes an alert that has been quiet since `quietUntil` or earlier; false when another process was first, or it has
 * not.
 */
export async function closeAlert(sql: Sql, id: string, at: { closedAt: Date; quietUntil: Date }): Promise<boolean> {
  const { closedAt, quietUntil } = at;
  const where = { id, closedAt: null, quietSince: { lte: quietUntil } };
  const { count } = await sql.operationAlert.updateMany({ where, data: { closedAt } });
  return count === 1;
}

/** The open ones, each with whether one for its rule had closed shortly before. */
export async function listOpenAlerts(sql: Sql): Promise<OpenAlert[]> {
  const rows = await sql.operationAlert.findMany({ where: { closedAt: null }, orderBy: { openedAt: 'desc' } });
  const open = rows.map(alertOf);
  return Promise.all(open.map(async (alert) => ({ ...alert, isBack: await hasClosedBefore(sql, alert) })));
}

async function hasClosedBefore(sql: Sql, { rule, openedAt }: Alert): Promise<boolean> {
  const closedAt = { gt: new Date(openedAt.getTime() - BACK_MS), lte: openedAt };
  return (await sql.operationAlert.count({ where: { rule, closedAt } })) > 0;
}

/** Deletes alerts that closed before an instant, and returns how many. */
export async function deleteAlertsBefore(sql: Sql, before: Date): Promise<number> {
  return (await sql.operationAlert.deleteMany({ where: { closedAt: { lt: before } } })).count;
}

/** The open ones, and those that were open at some time since; latest first. */
export async function listAlertsSince(sql: Sql, since: Date, limit: number): Promise<Alert[]> {
  const rows = await sql.operationAlert.findMany({
    where: { OR: [{ closedAt: null }, { closedAt: { gte: since } }] },
    orderBy: { openedAt: 'desc' },
    take: limit,
  });
  return rows.map(alertOf);
}

function alertOf(row: Row): Alert {
  return { ...row, rule: row.rule as AlertRule, facts: row.facts as AlertFacts };
}
