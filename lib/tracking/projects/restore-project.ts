import type { Ctx } from '#/lib/context/context.ts';
import { changeProject, type ProjectChange } from '#/lib/tracking/projects/change-project.ts';

/**
 * Offers an archived project for new time again. @throws AppError 404; 409 when another project has got its name
 * meanwhile
 */
export async function restoreProject(ctx: Ctx, id: string): Promise<ProjectChange> {
  return changeProject(ctx, id, 'project.restored', (project) => ({ ...project, archivedAt: null }));
}
