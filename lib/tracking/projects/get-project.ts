import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import { findProject } from '#/lib/tracking/projects/project-store.ts';
import { getProjectWork } from '#/lib/tracking/projects/project-work.ts';

/** One project, with its time for who may read timers. @throws AppError 404 `project_not_found` */
export async function getProject(ctx: Ctx, id: string) {
  authorize(ctx, 'projects:read');
  const project = await findProject(ctx.db, ctx.actor.workspaceId, id);
  if (!project) throw notFound('project');
  const work = ctx.actor.scopes.has('timers:read') ? await getProjectWork(ctx, [id]) : null;
  return { project, work, now: work?.times.now ?? (await ctx.clock.now(ctx.db)) };
}
