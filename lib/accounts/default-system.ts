import type { System } from '#/lib/accounts/system.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';

/** What the running product gives its verbs before anyone is recognized: its database, its clock, its sign-up rule. */
export function defaultSystem(): System & { signUp: 'open' | 'closed' } {
  return { db: db(), clock: databaseClock, signUp: env().SIGN_UP };
}
