import { couldBeSecret, hashSecret, isUsable } from '#/lib/accounts/api-keys/api-key.ts';
import { touchApiKey } from '#/lib/accounts/api-keys/api-key-store.ts';
import { findKeyActor, type KeyActor } from '#/lib/accounts/api-keys/key-actor-query.ts';
import { isStale, TOUCH_EVERY_MS } from '#/lib/accounts/sessions/session.ts';
import type { Actor } from '#/lib/context/context.ts';
import { scopesWithin } from '#/lib/context/roles/role.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { Singleflight } from '#/lib/core/singleflight.ts';
import type { Db } from '#/lib/db/client.ts';

/**
 * The actor of this secret, or null: unknown, revoked, expired, or owned by a disabled member. Its permissions are its
 * scopes that its owner's role still allows. Records, once a minute, that the key was used.
 */
export async function authenticateApiKey(db: Db, clock: Clock, secret: string): Promise<Actor | null> {
  if (!couldBeSecret(secret)) return null;
  const { found, now } = await lookupOf(db, clock).get(Buffer.from(hashSecret(secret)).toString('hex'));
  if (!found || !isUsable(found, now)) return null;
  if (isStale(found.lastUsedAt, now)) {
    await touchApiKey(db, found.id, now, new Date(now.getTime() - TOUCH_EVERY_MS));
  }
  return {
    userId: found.userId,
    workspaceId: found.workspaceId,
    role: found.role,
    scopes: new Set(scopesWithin(found.role, found.scopes)),
    credential: { kind: 'api_key', apiKeyId: found.id },
  };
}

type Found = { found: KeyActor | null; now: Date };

const lookups = new WeakMap<Clock, WeakMap<Db, Singleflight<Found>>>();

/** Concurrent requests with one key share one query; none gets a result that was read before it arrived. */
function lookupOf(db: Db, clock: Clock): Singleflight<Found> {
  const ofClock = lookups.get(clock) ?? new WeakMap<Db, Singleflight<Found>>();
  lookups.set(clock, ofClock);
  const known = ofClock.get(db);
  if (known) return known;
  const lookup = new Singleflight(async (hash) => {
    const [found, now] = await Promise.all([findKeyActor(db, Buffer.from(hash, 'hex')), clock.now(db)]);
    return { found, now };
  });
  ofClock.set(db, lookup);
  return lookup;
}
