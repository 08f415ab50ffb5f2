import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { listProjectsPage } from '#/lib/tracking/projects/list-projects-query.ts';
import type { ListProjectsQuery } from '#/lib/tracking/projects/project-schemas.ts';

export async function listProjects(ctx: Ctx, query: ListProjectsQuery) {
  authorize(ctx, 'projects:read');
  return listProjectsPage(ctx.db, ctx.actor.workspaceId, query);
}
