import { findPersonDays } from '#/lib/accounts/users/time-zone-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { countTimers, filterCondition, flagCondition } from '#/lib/tracking/corrections/flag-query.ts';
import { listOwners, type Owner } from '#/lib/tracking/corrections/owners-query.ts';
import type { ListTeamTimersQuery } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import { findLocalRange } from '#/lib/tracking/days/local-range-query.ts';
import { listTimerIds } from '#/lib/tracking/timers/list-timers-query.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

export type TeamTimersPage = {
  timers: Timer[];
  owners: Owner[];
  count: number;
  nextCursor: string | null;
  now: Date;
};

/**
 * Everyone's timers in the workspace, filtered by owner, subject and flag, newest first. Days are those of the
 * requested member, else of the caller.
 * @throws AppError 403 without `timers:read_all`; 404 for an unknown member; 400 `cursor_invalid`
 */
export async function listTeamTimers(ctx: Ctx, query: ListTeamTimersQuery): Promise<TeamTimersPage> {
  authorize(ctx, 'timers:read_all');
  const { workspaceId, userId: own } = ctx.actor;
  const { user_id, date, status, tag, ticket, flag } = query;
  const rule = await findPersonDays(ctx.db, user_id ?? own);
  const range = await findLocalRange(ctx.db, { date }, rule);
  const now = await ctx.clock.now(ctx.db);
  const isOne = query.timer_id !== undefined && !status;
  const shown = isOne ? ('any' as const) : status;
  const filter = { workspaceId, userId: user_id ?? null, range, now, status: shown, tag, ticket };
  const wanted = filterCondition(workspaceId, query, flag && flagCondition(flag, filter));
  const { ids, nextCursor } = await listTimerIds(ctx.db, filter, query, wanted);
  const timers = await listTimersById(ctx.db, ids);
  const owners = await listOwners(ctx.db, [...new Set(timers.map(({ userId }) => userId))]);
  return { timers, owners, count: await countTimers(ctx.db, filter, wanted), nextCursor, now };
}
