import { idIn } from '#/lib/core/ids.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';

/**
 * By id, or by the name of one that is not archived, in any case; a name in the form of an id yields to that id. `lock`
 * locks it until the transaction ends.
 */
export async function findProjectNamed(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  name: string,
  lock = false,
): Promise<Project | null> {
  const rows = await tx.$queryRaw<Project[]>`
    select id, name, created_at as "createdAt", archived_at as "archivedAt" from projects
    where workspace_id = ${workspaceId}::uuid
      and (id = ${idIn(name)}::uuid or (archived_at is null and lower(name) = lower(${name})))
    order by (id = ${idIn(name)}::uuid) desc nulls last limit 1
    ${lock ? Prisma.sql`for update` : Prisma.empty}`;
  return rows[0] ?? null;
}

/** Inserts unless one with that name exists, perhaps from a racing request; returns whether it did. */
export async function insertProject(tx: Tx, workspaceId: string, project: Project): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    insert into projects (id, workspace_id, name, created_at, updated_at)
    values (${project.id}::uuid, ${workspaceId}::uuid, ${project.name}, ${project.createdAt}, ${project.createdAt})
    on conflict do nothing`;
  return inserted === 1;
}

export async function saveProject(tx: Tx, { id, name, archivedAt }: Project, updatedAt: Date): Promise<void> {
  await tx.project.update({ where: { id }, data: { name, archivedAt, updatedAt } });
}
