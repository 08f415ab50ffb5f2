import type { Tx } from '#/lib/db/client.ts';

/** Which of these names the workspace has already: projects by lowered name, tickets by raised key. */
export async function findKnownNames(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  names: { projects: readonly string[]; tickets: readonly string[] },
): Promise<{ projects: Set<string>; tickets: Set<string> }> {
  const lowered = names.projects.map((name) => name.toLowerCase());
  const raised = names.tickets.map((key) => key.toUpperCase());
  const projects = await tx.$queryRaw<{ name: string }[]>`
    select lower(name) as name from projects
     where workspace_id = ${workspaceId}::uuid and archived_at is null and lower(name) = any(${lowered}::text[])`;
  const tickets = await tx.$queryRaw<{ key: string }[]>`
    select upper(key) as key from tickets
     where workspace_id = ${workspaceId}::uuid and upper(key) = any(${raised}::text[])`;
  return { projects: new Set(projects.map(({ name }) => name)), tickets: new Set(tickets.map(({ key }) => key)) };
}
