import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { findWeekStart } from '#/lib/tracking/worked-time/week-start-query.ts';
import { sumTimes, type WorkedOn, type WorkedScope, type WorkedTime } from '#/lib/tracking/worked-time/worked-time.ts';
import { listWorkedTimes } from '#/lib/tracking/worked-time/worked-time-query.ts';

/** Time per ticket or project, by id, as of `now`. */
export type WorkedTimes = { of: WorkedScope['of']; weekStartsAt: Date; now: Date; timeOf: (id: string) => WorkedTime };

/** Everyone's time for callers who may read it, else only their own. */
export async function getWorkedTimes(ctx: Ctx, on: WorkedOn, ids: readonly string[]): Promise<WorkedTimes> {
  authorize(ctx, 'timers:read');
  const scope = workedScope(ctx);
  const now = await ctx.clock.now(ctx.db);
  const weekStartsAt = await findWeekStart(ctx.db, scope.userId, now);
  const rows = await listWorkedTimes(ctx.db, scope, { on, ids, weekStartsAt, now });
  const byId = Map.groupBy(rows, ({ id }) => id);
  return { of: scope.of, weekStartsAt, now, timeOf: (id) => sumTimes(byId.get(id) ?? []) };
}

export function workedScope({ actor }: Pick<Ctx, 'actor'>): WorkedScope {
  const { workspaceId, userId, scopes } = actor;
  return { workspaceId, userId, of: scopes.has('timers:read_all') ? 'everyone' : 'you' };
}
