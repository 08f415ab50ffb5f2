import { encode } from 'next-auth/jwt';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { APP_URL, type ApiClient, clientWith } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

/** Sends requests like a browser in which this member is signed in. */
export async function sessionFor(world: World, ctx: Ctx): Promise<ApiClient> {
  return clientWith(world, { cookie: await cookieOf(world, ctx), origin: APP_URL });
}

/** The cookie of a new session of this member. */
export async function cookieOf(world: World, ctx: Ctx): Promise<string> {
  // Signing in reads the settings, which include a database.
  process.env.DATABASE_URL = world.database.url;
  const device = { userAgent: null, address: null };
  const token = await startSession(world, { userId: ctx.actor.userId, device, days: 30 });
  return `next-auth.session-token=${await encode({ token, secret: process.env.AUTH_SECRET ?? '' })}`;
}
