import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import type { RevokeSessionInput } from '#/lib/accounts/sessions/session-schemas.ts';
import { findSessionOwner, listLiveSessions, revokeSessions } from '#/lib/accounts/sessions/session-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/** Ends one of the actor's own sessions. Ending it again changes nothing; another person's is reported as not found. */
export function revokeSession(ctx: Ctx, input: RevokeSessionInput): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const session = await findSessionOwner(ctx.tx, input.id);
    if (session?.userId !== ctx.actor.userId) throw notFound('session');
    await revoke(ctx, [input.id]);
  });
}

/** Ends every session of the actor except the current one, and returns how many. Requires a session. */
export function revokeOtherSessions(ctx: Ctx): Promise<number> {
  const current = requireSession(ctx, 'sign out other devices');
  return transaction(ctx, async (ctx) => {
    const live = await listLiveSessions(ctx.tx, ctx.actor.userId, await ctx.clock.now(ctx.tx));
    const ids = live.map((session) => session.id).filter((id) => id !== current);
    return revoke(ctx, ids);
  });
}

/** Ends the actor's oldest sessions until `most` are left. */
export async function revokeOldest(ctx: TxCtx, most: number): Promise<void> {
  const live = await listLiveSessions(ctx.tx, ctx.actor.userId, await ctx.clock.now(ctx.tx));
  const ids = live.slice(most).map(({ id }) => id);
  if (ids.length > 0) await revoke(ctx, ids);
}

async function revoke(ctx: TxCtx, ids: string[]): Promise<number> {
  const { userId } = ctx.actor;
  const revoked = await revokeSessions(ctx.tx, { userId, ids }, await ctx.clock.now(ctx.tx));
  for (const id of revoked) {
    const data = { before: { id }, after: null };
    await recordEvent(ctx, { type: 'session.revoked', subjectId: id, userId, data });
  }
  return revoked.length;
}
