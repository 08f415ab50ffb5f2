import type { Ctx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import type { User } from '#/lib/accounts/users/user.ts';
import type { EditProfileInput } from '#/lib/accounts/users/user-schemas.ts';
import { findUser, updateProfile } from '#/lib/accounts/users/user-store.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/** Changes the actor's own name and time zone. Nothing is written when both are as they were. */
export function editProfile(ctx: Ctx, input: EditProfileInput): Promise<User> {
  return transaction(ctx, async (ctx) => {
    const before = await findUser(ctx.tx, ctx.actor.userId);
    if (!before) throw notFound('user');
    const after = { ...before, name: input.name, timeZone: input.time_zone };
    if (after.name === before.name && after.timeZone === before.timeZone) return before;
    await updateProfile(ctx.tx, after);
    await recordEvent(ctx, {
      type: 'account.edited',
      subjectId: before.id,
      userId: before.id,
      data: {
        before: { name: before.name, time_zone: before.timeZone },
        after: { name: after.name, time_zone: after.timeZone },
      },
    });
    return after;
  });
}
