import type { Tx } from '#/lib/db/client.ts';
import type { SyncPoint } from '#/lib/tracking/sync/sync-point.ts';
import type { ChangedTicket } from '#/lib/tracking/tickets/ticket.ts';

/** The tickets of a workspace that have changed since then, by (updated_at, id); one more than `limit`. */
export async function listChangedTickets(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  since: Date,
  { after }: SyncPoint,
  limit: number,
): Promise<ChangedTicket[]> {
  return tx.$queryRaw`
    select t.id, t.key, t.title, t.url, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
           t.updated_at as "updatedAt", t.archived_at as "archivedAt",
           case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as project
    from tickets t left join projects p on p.id = t.project_id
    where t.workspace_id = ${workspaceId}::uuid and t.updated_at >= ${after?.updatedAt ?? since}
      and (${after?.id ?? null}::uuid is null
           or (t.updated_at, t.id) > (${after?.updatedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by t.updated_at, t.id limit ${limit + 1}`;
}
