import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * Attempts, or runs of schedules, of one workspace. Rows of versions before 0069 don't say which; they are known by their
 * alarm or schedule alone (docs/decisions/0054).
 */
export function ofWorkspace(workspaceId: string | Prisma.Sql, table = 'alarm_attempts'): Prisma.Sql {
  const column = Prisma.raw(`${table}.workspace_id`);
  const workspace = typeof workspaceId === 'string' ? Prisma.sql`${workspaceId}::uuid` : workspaceId;
  return Prisma.sql`(${column} = ${workspace} or ${column} is null)`;
}
