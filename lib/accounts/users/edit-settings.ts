import { isDeepStrictEqual } from 'node:util';
import { editedPomodoro } from '#/lib/accounts/pomodoro/pomodoro-settings-json.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import type { User } from '#/lib/accounts/users/user.ts';
import { settingsJson } from '#/lib/accounts/users/user-json.ts';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import { findUser, updateUser } from '#/lib/accounts/users/user-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Changes the actor's own name, time zone and settings; omitted fields stay. Writes nothing when nothing changes.
 * @throws AppError 403 `session_required`: a key with few scopes must not decide for its owner
 */
export function editSettings(ctx: Ctx, input: EditSettingsInput): Promise<User> {
  requireSession(ctx, 'change your settings');
  return transaction(ctx, async (ctx) => {
    await lockUser(ctx.tx, ctx.actor.userId);
    const before = await findUser(ctx.tx, ctx.actor.userId);
    if (!before) throw notFound('user');
    const after = edited(before, input);
    if (isDeepStrictEqual(after, before)) return before;
    await updateUser(ctx.tx, after);
    await recordEvent(ctx, {
      type: 'account.edited',
      subjectId: before.id,
      userId: before.id,
      data: { before: settingsJson(before), after: settingsJson(after) },
    });
    return after;
  });
}

function edited(before: User, input: EditSettingsInput): User {
  const { settings } = before;
  return {
    ...before,
    name: input.name ?? before.name,
    timeZone: input.time_zone ?? before.timeZone,
    settings: {
      weekStart: input.week_start ?? settings.weekStart,
      dayStartHour: input.day_start_hour ?? settings.dayStartHour,
      hourCycle: input.hour_cycle === undefined ? settings.hourCycle : input.hour_cycle,
      theme: input.theme ?? settings.theme,
      singleKeys: input.single_keys ?? settings.singleKeys,
      conflictPolicy: input.conflict_policy ?? settings.conflictPolicy,
      dayTargetSeconds: input.day_target_seconds === undefined ? settings.dayTargetSeconds : input.day_target_seconds,
      weekTargetSeconds:
        input.week_target_seconds === undefined ? settings.weekTargetSeconds : input.week_target_seconds,
      nudgeSeconds: input.nudge_seconds === undefined ? settings.nudgeSeconds : input.nudge_seconds,
      absenceMinutes: input.absence_minutes ?? settings.absenceMinutes,
      absencePolicy: input.absence_policy ?? settings.absencePolicy,
      workingHours: input.working_hours === undefined ? settings.workingHours : input.working_hours,
      capPoint: input.cap_point ?? settings.capPoint,
      pomodoro: editedPomodoro(settings.pomodoro, input.pomodoro),
    },
  };
}
