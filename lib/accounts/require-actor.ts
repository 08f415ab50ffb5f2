import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Actor, Ctx } from '#/lib/accounts/context.ts';
import { getMember } from '#/lib/accounts/member-query.ts';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { hasUsers } from '#/lib/accounts/users/user-store.ts';
import { newId } from '#/lib/core/ids.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';

/** Who looks at this page, or null. Asked once for a request, however many layouts and pages want to know. */
export const findActor = cache(async (): Promise<Actor | null> => {
  const cookie = (await headers()).get('cookie');
  return authenticateSession(db(), databaseClock, cookie);
});

/**
 * For pages and their actions: who is signed in, and the facts of user and workspace that a page shows. Sends everyone
 * else to sign in, and back to `path` after it; on a server without accounts, to make the first one.
 */
export async function requireActor(path = '/') {
  const actor = (await findActor()) ?? (await toSignIn(path));
  const { user, workspace } = await getMember(db(), actor.workspaceId, actor.userId);
  return { actor, user, workspace };
}

/** What a server action runs its verb in. */
export async function requireCtx(path?: string): Promise<Ctx> {
  const { actor } = await requireActor(path);
  return { db: db(), clock: databaseClock, actor, requestId: newId() };
}

async function toSignIn(path: string): Promise<never> {
  if (!(await hasUsers(db()))) redirect('/welcome');
  redirect(path === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}
