import { idIn } from '#/lib/core/ids.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Which of these names, or ids, exist in the workspace: projects by lowercase name, tickets by uppercase key. */
export async function findKnownNames(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  names: { projects: readonly string[]; tickets: readonly string[] },
): Promise<{ projects: Set<string>; tickets: Set<string> }> {
  const lowered = names.projects.map((name) => name.toLowerCase());
  const raised = names.tickets.map((key) => key.toUpperCase());
  const projects = await tx.$queryRaw<{ name: string }[]>`
    select lower(name) as name from projects
     where workspace_id = ${workspaceId}::uuid and archived_at is null and lower(name) = any(${lowered}::text[])
    union all
    select id::text from projects where workspace_id = ${workspaceId}::uuid and id = any(${lowered.filter(idIn)}::uuid[])`;
  const tickets = await tx.$queryRaw<{ key: string }[]>`
    select upper(key) as key from tickets
     where workspace_id = ${workspaceId}::uuid and upper(key) = any(${raised}::text[])
    union all
    select upper(id::text) from tickets where workspace_id = ${workspaceId}::uuid and id = any(${raised.filter(idIn)}::uuid[])`;
  return { projects: new Set(projects.map(({ name }) => name)), tickets: new Set(tickets.map(({ key }) => key)) };
}
