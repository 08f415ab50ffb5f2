import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { listProjectsPage } from '#/lib/tracking/projects/list-projects-query.ts';
import type { ListProjectsQuery } from '#/lib/tracking/projects/project-schemas.ts';
import { getProjectWork } from '#/lib/tracking/projects/project-work.ts';

/** A page of projects, with their time if requested. @throws AppError 403 without `timers:read` for their time */
export async function listProjects(ctx: Ctx, query: ListProjectsQuery) {
  authorize(ctx, 'projects:read');
  if (query.with_time) authorize(ctx, 'timers:read');
  const page = await listProjectsPage(ctx.db, ctx.actor.workspaceId, query);
  const ids = page.projects.map(({ id }) => id);
  const work = query.with_time ? await getProjectWork(ctx, ids) : null;
  return { ...page, work, now: work?.times.now ?? (await ctx.clock.now(ctx.db)) };
}
