import type { Tx } from '#/lib/db/client.ts';
import type { EarlierEntry } from '#/lib/tracking/imports/earlier-entries.ts';

type Asked = { workspaceId: string; importId: string | null; userIds: readonly string[]; from: Date; to: Date };

/**
 * What imports have recorded for these people and stands, begun from `from` to `to`; each on the day that it has in the
 * zone in which its import was read. Without what `importId`, which is being applied, has recorded, tells itself or
 * matched already; null in a dry run.
 */
export async function listEarlierEntries(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, importId, userIds, from, to }: Asked,
): Promise<EarlierEntry[]> {
  return tx.$queryRaw<EarlierEntry[]>`
    select r.fingerprint, r.user_id as "userId", r.timer_id as "timerId", r.title as label,
           to_char(r.started_at at time zone (i.mapping ->> 'timeZone'), 'YYYY-MM-DD') as date,
           r.started_at as "startedAt", r.ended_at as "endedAt", i.mapping -> 'columns' ? 'source_id' as "hasId"
      from import_rows r join imports i on i.id = r.import_id
     where r.workspace_id = ${workspaceId}::uuid and r.import_id is distinct from ${importId}::uuid
       and r.state in ('recorded', 'kept') and r.user_id = any(${[...userIds]}::uuid[])
       and r.started_at >= ${from} and r.started_at < ${to}
       and not exists (
         select from import_rows mine where mine.import_id = ${importId}::uuid and mine.fingerprint = r.fingerprint)
       and not exists (
         select from import_rows mine
          where mine.import_id = ${importId}::uuid and mine.state = 'duplicate' and mine.matched = r.fingerprint)
     order by r.started_at, r.fingerprint`;
}
