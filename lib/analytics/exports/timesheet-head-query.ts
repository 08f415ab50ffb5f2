import type { EntryFilter } from '#/lib/analytics/exports/entry-rows-query.ts';
import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';
import type { Tx } from '#/lib/db/client.ts';

/** The heading of a timesheet: its member and workspace. For several members, the names are empty. */
export async function findTimesheetHead(
  tx: Pick<Tx, 'user' | 'workspace'>,
  { workspaceId, user_id, from, to, round, round_to_minutes, round_per, now }: EntryFilter,
): Promise<TimesheetHead> {
  const only = user_id?.length === 1 ? user_id[0] : undefined;
  const user = only ? await tx.user.findUnique({ where: { id: only }, select: { name: true } }) : null;
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true } });
  const rounding = round ? { round, minutes: round_to_minutes, per: round_per } : null;
  return { member: user?.name ?? '', workspace: workspace.name, from, to, rounding, madeAt: now };
}
