import type { TxCtx } from '#/lib/context/context.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import { resolveTicket } from '#/lib/tracking/tickets/resolve-ticket.ts';
import type { NamedSubject } from '#/lib/tracking/timers/subject-schemas.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

export type SubjectInput = NamedSubject & { title?: string | undefined; create_ticket: boolean; isPlanned?: boolean };
type Subject = Pick<Timer, 'ticket' | 'project'>;

/** The ticket and project a timer is for; the ticket's own project unless another is named. @throws AppError 404 */
export async function resolveSubject(ctx: TxCtx, input: SubjectInput): Promise<Subject> {
  const named = await resolveProject(ctx, {
    name: input.project,
    id: input.project_id,
    isPlanned: input.isPlanned ?? false,
  });
  const found = await resolveTicket(ctx, {
    key: input.ticket || input.ticket_key,
    id: input.ticket_id,
    pointer: input.ticket ? '/ticket' : '/ticket_key',
    create: input.create_ticket ? { title: input.title ?? '', project: named } : null,
  });
  if (!found) return { ticket: null, project: named };
  const { project, ...ticket } = found;
  return { ticket, project: named ?? project };
}

/**
 * A timer's ticket and project after an edit: omitted fields stay, null clears them, and a ticket sets its project too.
 * @throws AppError 404
 */
export async function editedSubject(ctx: TxCtx, timer: Timer, input: SubjectInput): Promise<Partial<Subject>> {
  const subject = await resolveSubject(ctx, input);
  const namesTicket = [input.ticket, input.ticket_key, input.ticket_id].some((one) => one !== undefined);
  const projects = [input.project, input.project_id];
  const takesProject = projects.includes(null) && !projects.some(Boolean);
  const namesProject = namesTicket || projects.some((one) => one !== undefined);
  return {
    ...(namesTicket && { ticket: subject.ticket }),
    ...(namesProject && { project: takesProject ? null : (subject.project ?? timer.project) }),
  };
}
