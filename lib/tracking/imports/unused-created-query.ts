import type { Tx } from '#/lib/db/client.ts';
import type { Import } from '#/lib/tracking/imports/import.ts';

/**
 * The projects and tickets that an import created and that are unused: not changed since, and nothing else recorded on
 * them. A project is unused even if unused tickets belong to it.
 */
export async function listUnusedCreated(
  tx: Pick<Tx, '$queryRaw'>,
  created: Import['created'],
): Promise<Import['created']> {
  const tickets = await tx.$queryRaw<{ id: string }[]>`
    select k.id from tickets k
     where k.id = any(${created.tickets}::uuid[]) and k.archived_at is null and k.updated_at = k.created_at
       and not exists (select 1 from timers t where t.ticket_id = k.id and t.status <> 'discarded')`;
  const unused = tickets.map(({ id }) => id);
  const projects = await tx.$queryRaw<{ id: string }[]>`
    select p.id from projects p
     where p.id = any(${created.projects}::uuid[]) and p.archived_at is null and p.updated_at = p.created_at
       and not exists (select 1 from timers t where t.project_id = p.id and t.status <> 'discarded')
       and not exists (
         select 1 from tickets k where k.project_id = p.id and k.archived_at is null and k.id <> all(${unused}::uuid[]))`;
  return { tickets: unused, projects: projects.map(({ id }) => id) };
}
