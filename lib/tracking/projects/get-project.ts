import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import { findProjectNamed } from '#/lib/tracking/projects/project-store.ts';
import { getProjectWork } from '#/lib/tracking/projects/project-work.ts';

/**
 * One project by id or name, with its time for callers who may read timers. @throws AppError 404 `project_not_found`
 */
export async function getProject(ctx: Ctx, name: string) {
  authorize(ctx, 'projects:read');
  const project = await findProjectNamed(ctx.db, ctx.actor.workspaceId, name);
  if (!project) throw notFound('project');
  const work = ctx.actor.scopes.has('timers:read') ? await getProjectWork(ctx, [project.id]) : null;
  return { project, work, now: work?.times.now ?? (await ctx.clock.now(ctx.db)) };
}
