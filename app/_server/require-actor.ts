import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { findSignUpRule } from '#/lib/accounts/users/sign-up-rule.ts';
import type { Actor, Ctx } from '#/lib/context/context.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { newId } from '#/lib/core/ids.ts';

/** The viewer of this page, or null. Looked up once per request, however many layouts and pages need it. */
export const findActor = cache(async (): Promise<Actor | null> => {
  // First, since reading headers shows Next's build that this page is rendered for each request.
  const cookie = (await headers()).get('cookie');
  const { db, clock } = defaultSystem();
  return authenticateSession(db, clock, cookie);
});

/**
 * For pages and their actions: the signed-in person. Redirects others to sign in, and back to `path` afterwards; on a
 * server without accounts, to create the first one.
 */
export async function requireActor(path = '/'): Promise<Actor> {
  return (await findActor()) ?? toSignIn(path);
}

/** The context in which a server action runs its verb. */
export async function requireCtx(path?: string): Promise<Ctx> {
  return ctxOf(await requireActor(path));
}

/**
 * The context in which the action of a form with typed text runs its verb; null if no one is signed in, which the form
 * then says.
 */
export async function findCtx(): Promise<Ctx | null> {
  const actor = await findActor();
  return actor && ctxOf(actor);
}

function ctxOf(actor: Actor): Ctx {
  const { db, clock } = defaultSystem();
  return { db, clock, actor, requestId: newId(), granted: new Set() };
}

async function toSignIn(path: string): Promise<never> {
  if ((await findSignUpRule(defaultSystem())) === 'first_run') redirect('/welcome');
  redirect(path === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}
