import type { TxCtx } from '#/lib/context/context.ts';
import { notFound } from '#/lib/core/errors.ts';
import { idIn, newId } from '#/lib/core/ids.ts';
import { addProject } from '#/lib/tracking/projects/create-project.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';
import { findProjectNamed } from '#/lib/tracking/projects/project-store.ts';

/** Both are a name or an id. An unknown `name` creates a project; one in the form of an id only if `isForeign`. */
type ProjectReference = {
  id?: string | null | undefined;
  name?: string | null | undefined;
  /** It comes from another system, whose ids are names here. */
  isForeign?: boolean;
  /** For previews: an unknown name creates no project, and gets an unused id. */
  isPlanned?: boolean;
};
type ProjectRef = Pick<Project, 'id' | 'name'>;

/** The requested project; null when neither is given. @throws AppError 404 */
export async function resolveProject(
  ctx: TxCtx,
  { id, name, isForeign = false, isPlanned = false }: ProjectReference,
): Promise<ProjectRef | null> {
  const wanted = name || id;
  if (!wanted) return null;
  const find = () => findProjectNamed(ctx.tx, ctx.actor.workspaceId, wanted);
  const make = async () => (isPlanned ? { id: newId(), name: wanted } : ((await addProject(ctx, wanted)) ?? find()));
  const mustCreate = Boolean(name) && (isForeign || !idIn(wanted));
  const project = (await find()) ?? (mustCreate ? await make() : null);
  if (!project) throw notFound('project');
  return { id: project.id, name: project.name };
}
