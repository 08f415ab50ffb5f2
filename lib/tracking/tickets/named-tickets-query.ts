import { idIn } from '#/lib/core/ids.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL: the ids of a workspace's tickets that have one of these keys (in any case) or ids, as an
 * array, so that a statement looks them up once, by index, and then its own rows by them.
 */
export function namedTickets(workspaceId: string, names: readonly string[]): Prisma.Sql {
  return Prisma.sql`array(
    select k.id from tickets k where k.workspace_id = ${workspaceId}::uuid
      and upper(k.key) = any(array(select upper(name) from unnest(${names}::text[]) as name))
    union all
    select k.id from tickets k where k.workspace_id = ${workspaceId}::uuid
      and k.id = any(${names.filter(idIn)}::uuid[]))`;
}
