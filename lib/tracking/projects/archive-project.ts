import type { Ctx } from '#/lib/context/context.ts';
import { changeProject, type ProjectChange } from '#/lib/tracking/projects/change-project.ts';

/** Archives a project: it is no longer offered for new time. Its time and its tickets stay. @throws AppError 404 */
export async function archiveProject(ctx: Ctx, id: string): Promise<ProjectChange> {
  return changeProject(ctx, id, 'project.archived', (project, now) => ({
    ...project,
    archivedAt: project.archivedAt ?? now,
  }));
}
