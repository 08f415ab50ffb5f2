import { idIn } from '#/lib/core/ids.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** SQL: the ids of a workspace's projects that have one of these names (in any case, archived ones too) or ids, as an array. */
export function namedProjects(workspaceId: string, names: readonly string[]): Prisma.Sql {
  const ids = names.flatMap((name) => idIn(name) ?? []);
  if (ids.length === names.length) return Prisma.sql`${ids}::uuid[]`;
  return Prisma.sql`(${ids}::uuid[] || array(
    select j.id from projects j where j.workspace_id = ${workspaceId}::uuid
      and lower(j.name) = any(array(select lower(name) from unnest(${names}::text[]) as name))))`;
}
