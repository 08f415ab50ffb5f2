import type { Session } from '#/lib/accounts/sessions/session.ts';
import { listLiveSessions } from '#/lib/accounts/sessions/session-store.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** The actor's live sessions, newest first. */
export async function listSessions(ctx: Ctx): Promise<(Session & { isCurrent: boolean })[]> {
  const { credential, userId } = ctx.actor;
  const current = credential.kind === 'session' ? credential.sessionId : null;
  const sessions = await listLiveSessions(ctx.db, userId, await ctx.clock.now(ctx.db));
  return sessions.map((session) => ({ ...session, isCurrent: session.id === current }));
}
