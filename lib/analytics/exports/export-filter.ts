import { findPersonDays } from '#/lib/accounts/users/time-zone-query.ts';
import type { EntryFilter } from '#/lib/analytics/exports/entry-rows-query.ts';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';

const MAX_DAYS = 3_660;
const MAX_TIMESHEET_DAYS = 31;

/**
 * The filter for the requested rows that the caller may read: their own, and with `timers:read_all` everyone's. A
 * timesheet is one member's.
 * @throws AppError 403 for another member's; 400 `range_invalid`, `timesheet_of_many`
 */
export async function exportFilter(ctx: Ctx, query: ExportQuery): Promise<EntryFilter> {
  authorize(ctx, 'timers:read');
  const users = usersOf(ctx, query);
  if (isOfOthers(ctx, users)) authorize(ctx, 'timers:read_all');
  if (query.format === 'pdf' && users?.length !== 1) throw timesheetOfMany();
  rejectBadRange(query);
  const now = await ctx.clock.now(ctx.db);
  const { dayStartHour } = await findPersonDays(ctx.db, ctx.actor.userId);
  return { ...query, user_id: users, workspaceId: ctx.actor.workspaceId, now, dayStartHour };
}

/** Whether these include anyone but the caller, which requires `timers:read_all`. */
export function isOfOthers({ actor }: Pick<Ctx, 'actor'>, users: readonly string[] | undefined): boolean {
  return !users || users.some((id) => id !== actor.userId);
}

function usersOf({ actor }: Ctx, { user_id, format }: ExportQuery): string[] | undefined {
  if (user_id) return [...new Set(user_id)];
  if (format === 'pdf' || !actor.scopes.has('timers:read_all')) return [actor.userId];
  return undefined;
}

function rejectBadRange({ from, to, format }: ExportQuery): void {
  const start = typeof from === 'string' ? Date.parse(from) : from.getTime();
  const end = typeof to === 'string' ? Date.parse(to) + DAY_MS : to.getTime();
  if (end <= start) throw rangeInvalid('The range must end after it begins.');
  const most = format === 'pdf' ? MAX_TIMESHEET_DAYS : MAX_DAYS;
  // Rounded: a number of days can be an hour longer in instants when clocks change.
  if (Math.round((end - start) / DAY_MS) <= most) return;
  const what = format === 'pdf' ? 'A timesheet' : 'An export';
  throw rangeInvalid(`${what} covers at most ${most.toLocaleString('en-US')} days. Ask for less at a time.`);
}

function rangeInvalid(detail: string): AppError {
  return new AppError('range_invalid', { detail });
}

function timesheetOfMany(): AppError {
  return new AppError('timesheet_of_many');
}
