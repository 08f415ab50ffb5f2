import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';
import { projectFacts } from '#/lib/tracking/projects/project-json.ts';
import type { CreateProjectInput } from '#/lib/tracking/projects/project-schemas.ts';
import { insertProject } from '#/lib/tracking/projects/project-store.ts';

/** @throws AppError 409 `project_name_taken` */
export async function createProject(ctx: Ctx, input: CreateProjectInput): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const project = await addProject(tx, input.name);
    if (project) return project;
    throw new AppError('project_name_taken', {
      detail: `A project named "${input.name}" already exists. Use it, or choose another name.`,
    });
  });
}

/** Creates the project and records it, or returns null when one with that name exists. */
export async function addProject(ctx: TxCtx, name: string): Promise<Project | null> {
  authorize(ctx, 'projects:write');
  const project = { id: newId(), name, createdAt: await ctx.clock.now(ctx.tx), archivedAt: null };
  if (!(await insertProject(ctx.tx, ctx.actor.workspaceId, project))) return null;
  const after = projectFacts(project);
  const data = { project: after, before: null, after };
  await recordEvent(ctx, { type: 'project.created', subjectId: project.id, userId: null, data });
  return project;
}
