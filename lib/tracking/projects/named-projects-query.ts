import { idIn } from '#/lib/core/ids.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL: the ids of a workspace's projects that have one of these names (in any case, archived ones too) or ids, as an
 * array. Text in the form of an id is a name only if no project has that id, as in `findProjectNamed`.
 */
export function namedProjects(workspaceId: string, named: readonly string[]): Prisma.Sql {
  const ids = named.flatMap((name) => idIn(name) ?? []);
  const names = named.filter((name) => !idIn(name));
  return Prisma.sql`(${ids}::uuid[] || array(
    select j.id from projects j where j.workspace_id = ${workspaceId}::uuid and lower(j.name) = any(array(
      select lower(name) from unnest(${names}::text[]) as name
      union all
      select lower(id::text) from unnest(${ids}::uuid[]) as given (id)
      where not exists (select from projects i where i.workspace_id = ${workspaceId}::uuid and i.id = given.id)))))`;
}
