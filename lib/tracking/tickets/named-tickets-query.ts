import { idIn } from '#/lib/core/ids.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL: the ids of a workspace's tickets that have one of these keys (in any case) or ids, as an array, so that a
 * statement looks them up once, by index, and then its own rows by them. Text in the form of an id is a key only if no
 * ticket has that id, as in `findTicketNamed`.
 */
export function namedTickets(workspaceId: string, names: readonly string[]): Prisma.Sql {
  const ids = names.flatMap((name) => idIn(name) ?? []);
  const keys = names.filter((name) => !idIn(name));
  return Prisma.sql`array(
    select k.id from tickets k where k.workspace_id = ${workspaceId}::uuid and k.id = any(${ids}::uuid[])
    union all
    select k.id from tickets k where k.workspace_id = ${workspaceId}::uuid and upper(k.key) = any(array(
      select upper(key) from unnest(${keys}::text[]) as key
      union all
      select upper(id::text) from unnest(${ids}::uuid[]) as given (id)
      where not exists (select from tickets i where i.workspace_id = ${workspaceId}::uuid and i.id = given.id))))`;
}
