import type { TxCtx } from '#/lib/accounts/context.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import { resolveTicket } from '#/lib/tracking/tickets/resolve-ticket.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

export type SubjectInput = {
  title?: string | undefined;
  ticket_key?: string | null | undefined;
  ticket_id?: string | null | undefined;
  create_ticket: boolean;
  project?: string | null | undefined;
  project_id?: string | null | undefined;
};

/** The ticket and project a timer is for; the ticket's own project unless another is named. @throws AppError 404 */
export async function resolveSubject(ctx: TxCtx, input: SubjectInput): Promise<Pick<Timer, 'ticket' | 'project'>> {
  const named = await resolveProject(ctx, { name: input.project, id: input.project_id });
  const found = await resolveTicket(ctx, {
    key: input.ticket_key,
    id: input.ticket_id,
    create: input.create_ticket ? { title: input.title ?? '', project: named } : null,
  });
  if (!found) return { ticket: null, project: named };
  const { project, ...ticket } = found;
  return { ticket, project: named ?? project };
}
