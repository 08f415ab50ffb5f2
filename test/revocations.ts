import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { startWork } from '#/test/socket-scene.ts';
import type { World } from '#/test/world.ts';

/** Revokes the member's API key and starts a timer before or after it, in one commit. */
export async function revokeKeyWithWork({ db }: Pick<World, 'db'>, ctx: Ctx, order: string): Promise<void> {
  const { id } = await db.apiKey.findFirstOrThrow({ where: { userId: ctx.actor.userId } });
  await transaction(ctx, async (inner) => {
    if (order === 'before') await startWork(inner);
    await revokeApiKey(inner, { id });
    if (order === 'after') await startWork(inner);
  });
}

/** Signals that the member's role may have changed, and starts a timer, in one commit. */
export async function editMemberWithWork(ctx: Ctx): Promise<void> {
  const { userId } = ctx.actor;
  const facts = { user_id: userId, role: 'admin' };
  await transaction(ctx, async (inner) => {
    await recordEvent(inner, {
      type: 'member.edited',
      subjectId: userId,
      userId,
      data: { before: facts, after: facts },
    });
    await startWork(inner);
  });
}

/** A clock that can be made to fail, and with it every authentication. */
export function breakableClock(clock: Clock): { clock: Clock; breakDown: () => void } {
  let isBroken = false;
  return {
    clock: {
      now: async (sql) => {
        if (isBroken) throw new Error('the clock is out of order');
        return clock.now(sql);
      },
    },
    breakDown: () => {
      isBroken = true;
    },
  };
}
