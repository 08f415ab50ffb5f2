import { findFirstMembership } from '#/lib/accounts/memberships/membership-store.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { revokeSessions } from '#/lib/accounts/sessions/session-store.ts';
import { systemCtx } from '#/lib/accounts/users/open-account.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Signs out: the holder of the token may end its session, even when the person has no other permission left. No copy of
 * the cookie works afterwards. Ending it twice changes nothing.
 */
export function endSession(system: System, token: SessionToken): Promise<void> {
  return transaction(systemCtx(system), async (ctx) => {
    const which = { userId: token.uid, ids: [token.sid] };
    const [ended] = await revokeSessions(ctx.tx, which, await ctx.clock.now(ctx.tx));
    const membership = ended ? await findFirstMembership(ctx.tx, token.uid) : null;
    if (!ended || !membership) return;
    const credential = { kind: 'session', sessionId: token.sid } as const;
    const actor = { ...membership, scopes: new Set<string>(), credential };
    const data = { before: { id: ended }, after: null };
    await recordEvent({ ...ctx, actor }, { type: 'session.revoked', subjectId: ended, userId: token.uid, data });
  });
}
