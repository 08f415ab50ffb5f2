import type { Tx } from '#/lib/db/client.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';

const COLUMNS = { id: true, name: true, createdAt: true, archivedAt: true } as const;

export async function findProject(tx: Pick<Tx, 'project'>, workspaceId: string, id: string): Promise<Project | null> {
  return tx.project.findFirst({ where: { id, workspaceId }, select: COLUMNS });
}

/** The same, kept from changing by anybody else until the transaction ends. */
export async function lockProject(tx: Tx, workspaceId: string, id: string): Promise<Project | null> {
  await tx.$queryRaw`select 1 from projects where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid for update`;
  return findProject(tx, workspaceId, id);
}

/** By the unique index on the lowered name. The client's `insensitive` is ILIKE, to which `%` and `_` match anything. */
export async function findProjectByName(tx: Tx, workspaceId: string, name: string): Promise<Project | null> {
  const rows = await tx.$queryRaw<Project[]>`
    select id, name, created_at as "createdAt", archived_at as "archivedAt" from projects
    where workspace_id = ${workspaceId}::uuid and archived_at is null and lower(name) = lower(${name})`;
  return rows[0] ?? null;
}

/** Inserts unless one of that name is there, by a racing request perhaps; answers whether it did. */
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
