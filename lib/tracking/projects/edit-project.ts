import type { Ctx } from '#/lib/context/context.ts';
import { changeProject, type ProjectChange } from '#/lib/tracking/projects/change-project.ts';
import type { EditProjectInput } from '#/lib/tracking/projects/project-schemas.ts';

/** Renames a project; everything recorded for it gets the new name. @throws AppError 404, 409 */
export async function editProject(ctx: Ctx, id: string, { name }: EditProjectInput): Promise<ProjectChange> {
  return changeProject(ctx, id, 'project.edited', (project) => ({ ...project, name }));
}
