import type { TxCtx } from '#/lib/accounts/context.ts';
import { notFound } from '#/lib/core/errors.ts';
import { addProject } from '#/lib/tracking/projects/create-project.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';
import { findProject, findProjectByName } from '#/lib/tracking/projects/project-store.ts';

type Wanted = { id?: string | null | undefined; name?: string | null | undefined };
type ProjectRef = Pick<Project, 'id' | 'name'>;

/** The project with this id, or of this name (made when there is none); null when neither is given. @throws AppError 404 */
export async function resolveProject(ctx: TxCtx, wanted: Wanted): Promise<ProjectRef | null> {
  const project = wanted.id ? await byId(ctx, wanted.id) : wanted.name ? await byName(ctx, wanted.name) : null;
  return project && { id: project.id, name: project.name };
}

async function byId(ctx: TxCtx, id: string): Promise<Project> {
  const project = await findProject(ctx.tx, ctx.actor.workspaceId, id);
  if (!project) throw notFound('project');
  return project;
}

async function byName(ctx: TxCtx, name: string): Promise<Project> {
  const known = await findProjectByName(ctx.tx, ctx.actor.workspaceId, name);
  const project =
    known ?? (await addProject(ctx, name)) ?? (await findProjectByName(ctx.tx, ctx.actor.workspaceId, name));
  if (!project) throw notFound('project');
  return project;
}
