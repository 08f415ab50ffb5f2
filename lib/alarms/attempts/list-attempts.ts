import { type AlarmNow, getAlarm } from '#/lib/alarms/alarms/get-alarm.ts';
import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import { listAttemptRows } from '#/lib/alarms/attempts/attempt-store.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** The attempts of an alarm of the workspace, oldest first. @throws AppError 403, 404 */
export async function listAttempts(ctx: Ctx, alarmId: string): Promise<AlarmNow & { attempts: Attempt[] }> {
  const found = await getAlarm(ctx, alarmId);
  return { ...found, attempts: await listAttemptRows(ctx.db, found.alarm) };
}
