import { z } from 'zod';
import { cursorText, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';
import type { ListProjectsQuery } from '#/lib/tracking/projects/project-schemas.ts';

const CURSOR = z.tuple([cursorText, z.uuid()]);

/** The projects of a workspace by name, page by page. The database lowercases them: its collation orders the names. */
export async function listProjectsPage(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  query: ListProjectsQuery,
): Promise<{ projects: Project[]; nextCursor: string | null }> {
  const [afterName, afterId] = decodeCursor(query.cursor, CURSOR) ?? [null, null];
  const rows = await tx.$queryRaw<(Project & { lowerName: string })[]>`
    select id, name, created_at as "createdAt", archived_at as "archivedAt", lower(name) as "lowerName" from projects
    where workspace_id = ${workspaceId}::uuid
      and (${query.state ?? 'open'} = 'all' or (archived_at is null) = (${query.state ?? 'open'} = 'open'))
      and (${query.search ?? ''} = '' or strpos(lower(name), lower(${query.search ?? ''})) > 0)
      and (${afterName}::text is null or (lower(name), id) > (${afterName}::text, ${afterId}::uuid))
    order by lower(name), id limit ${query.limit + 1}`;
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last;
  return {
    projects: page.map(({ lowerName: _lowerName, ...project }) => project),
    nextCursor: more ? encodeCursor([last.lowerName, last.id]) : null,
  };
}
