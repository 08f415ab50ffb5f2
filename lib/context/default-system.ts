import type { System } from '#/lib/context/system.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';

/** What verbs get before anyone is authenticated: the database, the clock, the sign-up rule. */
export function defaultSystem(): System & { signUp: 'open' | 'closed' } {
  return { db: db(), clock: databaseClock, signUp: env().SIGN_UP };
}
