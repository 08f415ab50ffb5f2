import { POMODORO_COLUMNS, type PomodoroSettings, pomodoroOf } from '#/lib/accounts/pomodoro/pomodoro-settings.ts';
import type { Tx } from '#/lib/db/client.ts';

/** A person's pomodoro settings. */
export async function findPomodoroSettings(
  tx: Pick<Tx, 'pomodoroSettings'>,
  userId: string,
): Promise<PomodoroSettings> {
  return pomodoroOf(await tx.pomodoroSettings.findUnique({ where: { userId }, select: POMODORO_COLUMNS }));
}
