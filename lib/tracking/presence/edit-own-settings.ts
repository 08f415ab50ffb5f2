import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import type { User } from '#/lib/accounts/users/user.ts';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { findRunningTimer } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Changes the actor's own settings, and the times of questions about their running timer that depend on them.
 * @throws AppError 403 `session_required`
 */
export function editOwnSettings(ctx: Ctx, input: EditSettingsInput): Promise<User> {
  return transaction(ctx, async (ctx) => {
    const user = await editSettings(ctx, input);
    const running = await findRunningTimer(ctx.tx, ctx.actor.userId);
    if (running) await scheduleTimerWakeups(ctx, running, await ctx.clock.now(ctx.tx));
    return user;
  });
}
