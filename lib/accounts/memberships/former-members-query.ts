import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type FormerMember = { userId: string; name: string };

/**
 * People who left the workspace or were removed from it, and have not rejoined. Reads events, by `events_by_type`: the
 * memberships no longer exist.
 */
export function listFormerMemberRows(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<FormerMember[]> {
  const rest = after ? Prisma.sql`and e.user_id > ${after}::uuid` : Prisma.empty;
  return tx.$queryRaw<FormerMember[]>`
    select distinct e.user_id::text as "userId", u.name, e.user_id
      from events e join users u on u.id = e.user_id
     where e.workspace_id = ${workspaceId}::uuid and e.type in ('member.left', 'member.removed') ${rest}
       and not exists (select from memberships m where m.workspace_id = e.workspace_id and m.user_id = e.user_id)
     order by e.user_id limit ${limit}`;
}
