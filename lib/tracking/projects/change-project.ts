import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Project } from '#/lib/tracking/projects/project.ts';
import { projectFacts } from '#/lib/tracking/projects/project-json.ts';
import { findProjectNamed, saveProject } from '#/lib/tracking/projects/project-store.ts';

export type ProjectChange = { project: Project; changed: boolean; now: Date };

/**
 * Wraps every verb on one project, named by id or name: lock it, let `step` compute its next state, and store that if
 * it differs. @throws AppError 404 `project_not_found`; 409 `project_name_taken` by one that is not archived
 */
export async function changeProject(
  ctx: Ctx,
  name: string,
  type: EventType,
  step: (project: Project, now: Date) => Project,
): Promise<ProjectChange> {
  authorize(ctx, 'projects:write');
  return transaction(ctx, async (tx) => {
    const before = await findProjectNamed(tx.tx, tx.actor.workspaceId, name, true);
    if (!before) throw notFound('project');
    const now = await tx.clock.now(tx.tx);
    const project = step(before, now);
    if (isDeepStrictEqual(project, before)) return { project, changed: false, now };
    await saveProject(tx.tx, project, now);
    const after = projectFacts(project);
    const data = { project: after, before: projectFacts(before), after };
    await recordEvent(tx, { type, subjectId: project.id, userId: null, data }, now);
    return { project, changed: true, now };
  });
}
