import { ofWorkspace } from '#/lib/alarms/alarms/of-workspace.ts';
import type { Tx } from '#/lib/db/client.ts';

type Sql = Pick<Tx, '$queryRaw' | '$executeRaw'>;

/**
 * Deletes up to so many alarms of one workspace that finished before an instant, with their attempts, and returns how
 * many. In one transaction: an attempt never exists without its alarm. Reads only older partitions, each by its index
 * or not at all; statistics of a table that has just filled must not turn this into a scan of it. Alarms and deliveries
 * to endpoints have an index each. Rows that are being redriven are left alone.
 */
export async function pruneAlarmsBefore(
  tx: Sql,
  workspaceId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  await tx.$queryRaw`select set_config('enable_seqscan', 'off', true)`;
  const found = await tx.$queryRaw<{ id: string }[]>`
    select id from alarm_history
    where finished_at < ${before}
      and ((workspace_id = ${workspaceId}::uuid and endpoint_id is null)
           or (workspace_id = ${workspaceId}::uuid and endpoint_id = any (
                 array(select endpoints.id from endpoints where workspace_id = ${workspaceId}::uuid))))
    limit ${limit} for update skip locked`;
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  await tx.$executeRaw`
    delete from alarm_attempts
    where alarm_id = any(${ids}::uuid[]) and ${ofWorkspace(workspaceId)} and started_at < ${before}`;
  return tx.$executeRaw`
    delete from alarm_history
    where id = any(${ids}::uuid[]) and workspace_id = ${workspaceId}::uuid and finished_at < ${before}`;
}
