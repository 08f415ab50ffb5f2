import { deleteInvitationsOver } from '#/lib/accounts/invitations/invitation-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

const RETENTION_DAYS = 90;
const AT_A_TIME = 1_000;

/** Deletes invitations that were accepted, were revoked or expired 90 days ago, and returns how many. Events stay. */
export async function pruneInvitations(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  let purged = 0;
  for (let count = AT_A_TIME; count === AT_A_TIME; purged += count) {
    count = await deleteInvitationsOver(ctx.db, before, AT_A_TIME);
  }
  return purged;
}
