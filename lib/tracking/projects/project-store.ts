import type { Tx } from '#/lib/db/client.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';

const COLUMNS = { id: true, name: true, createdAt: true } as const;

export async function findProject(tx: Tx, workspaceId: string, id: string): Promise<Project | null> {
  return tx.project.findFirst({ where: { id, workspaceId, archivedAt: null }, select: COLUMNS });
}

export async function findProjectByName(tx: Tx, workspaceId: string, name: string): Promise<Project | null> {
  return tx.project.findFirst({
    where: { workspaceId, archivedAt: null, name: { equals: name, mode: 'insensitive' } },
    select: COLUMNS,
  });
}

/** Inserts unless one of that name is there, by a racing request perhaps; answers whether it did. */
export async function insertProject(tx: Tx, workspaceId: string, project: Project): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    insert into projects (id, workspace_id, name, created_at)
    values (${project.id}::uuid, ${workspaceId}::uuid, ${project.name}, ${project.createdAt})
    on conflict do nothing`;
  return inserted === 1;
}
