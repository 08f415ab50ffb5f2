import type { Ctx } from '#/lib/context/context.ts';
import { countOpenTickets } from '#/lib/tracking/projects/open-tickets-query.ts';
import { getWorkedTimes, type WorkedTimes } from '#/lib/tracking/worked-time/get-worked-times.ts';

/** Time worked on some projects, and their open tickets, by their ids; the latter for callers who may read tickets. */
export type ProjectWork = { times: WorkedTimes; openTickets: ReadonlyMap<string, number> | null };

export async function getProjectWork(ctx: Ctx, ids: string[]): Promise<ProjectWork> {
  const [times, openTickets] = await Promise.all([
    getWorkedTimes(ctx, 'project', ids),
    ctx.actor.scopes.has('tickets:read') ? countOpenTickets(ctx.db, ctx.actor.workspaceId, ids) : null,
  ]);
  return { times, openTickets };
}
