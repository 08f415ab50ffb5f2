import { findPasswordHash, findUser } from '#/lib/accounts/users/user-store.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** The email that the actor signs in with by password; null for an account that only uses a provider. */
export async function findPasswordEmail(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<string | null> {
  const user = await findUser(ctx.db, ctx.actor.userId);
  if (!user) return null;
  const found = await findPasswordHash(ctx.db, user.email);
  return found?.passwordHash ? user.email : null;
}
