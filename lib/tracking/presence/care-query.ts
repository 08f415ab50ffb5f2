import type { Tx } from '#/lib/db/client.ts';
import type { AbsenceRule, NudgeRule } from '#/lib/tracking/presence/presence.ts';

/** The owner's settings for reminders about a timer, and when they were last asked. One statement. */
export async function findCare(
  tx: Pick<Tx, '$queryRaw'>,
  timer: { id: string; userId: string; workspaceId: string },
): Promise<NudgeRule & AbsenceRule> {
  const [care] = await tx.$queryRaw<(NudgeRule & AbsenceRule)[]>`/* prepared */
    select coalesce(u.nudge_seconds, w.nudge_seconds) as "nudgeSeconds", u.working_hours as "workingHours",
           u.time_zone as "timeZone", u.absence_minutes as "absenceMinutes", u.absence_policy as "absencePolicy",
           asked."longRunAt", asked."afterHoursAt"
      from users u cross join workspaces w cross join (
        select max(coalesce(answered_at, asked_at)) filter (where kind = 'long_run') as "longRunAt",
               max(coalesce(answered_at, asked_at)) filter (where kind = 'after_hours') as "afterHoursAt"
          from timer_questions where timer_id = ${timer.id}::uuid) asked
     where u.id = ${timer.userId}::uuid and w.id = ${timer.workspaceId}::uuid`;
  if (!care) throw new Error(`timer ${timer.id} has no owner`);
  return care;
}
