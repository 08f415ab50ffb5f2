import { type Api, buildApi } from '#/lib/api/app.ts';
import { openLimits } from '#/lib/api/limits/caller-limits.ts';
import { Reads } from '#/lib/api/limits/reads.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { APP_URL, type ApiClient, apiKeyFor, clientOf } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

/**
 * `limited`: one request per minute. `failing`: its clock fails. `unavailable`: its database is down. `crowded`: it
 * rejects all reads.
 */
export type Broken = 'limited' | 'failing' | 'unavailable' | 'crowded';

/** Nothing listens there. */
const CLOSED_PORT = 'postgresql://nobody:nothing@127.0.0.1:1/nowhere';
const ONE_A_MINUTE = {
  RATE_LIMIT_STORE: 'memory',
  RATE_LIMIT_PER_KEY: 1,
  RATE_LIMIT_PER_PERSON: 0,
  RATE_LIMIT_PER_WORKSPACE: 0,
  RATE_LIMIT_PER_ADDRESS: 1,
} as const;

/** Limits that a caller uses up with one request. */
export const oneAMinute = (world: World) => openLimits(ONE_A_MINUTE, world.db);

type BrokenApis = { clientFor: (kind: Broken, ctx: Ctx) => Promise<ApiClient> };

const known = new WeakMap<World, BrokenApis>();

/** The product's API, on this world, in conditions that tests can't create from outside. */
export function brokenApis(world: World): BrokenApis {
  const there = known.get(world);
  if (there) return there;
  const [failing, unavailable, crowded] = [failingApi(world), unavailableApi(world), crowdedApi(world)];
  const result: BrokenApis = {
    async clientFor(kind, ctx) {
      const authorization = `Bearer ${await apiKeyFor(world, ctx)}`;
      if (kind === 'failing') return clientOf(failing, { authorization });
      if (kind === 'unavailable') return clientOf(unavailable, { authorization });
      if (kind === 'crowded') return clientOf(crowded, { authorization });
      return usedUp(clientOf(apiWith(world, { limits: oneAMinute(world) }), { authorization }));
    },
  };
  known.set(world, result);
  return result;
}

/** A client that has already used its one request. */
async function usedUp(client: ApiClient): Promise<ApiClient> {
  await client('GET', '/me');
  return client;
}

function failingApi(world: World): Api {
  return apiWith(world, { clock: FAILING_CLOCK });
}

function unavailableApi(world: World): Api {
  return apiWith(world, awayParts(world));
}

function crowdedApi(world: World): Api {
  return apiWith(world, { reads: crowdedReads(world) });
}

/** Rejects all reads. */
export function crowdedReads({ db }: World): Reads {
  const share = { db, timeoutMs: 1_000, limits: { atOnce: 0, perTenant: 0, mostWaiting: 0 } };
  return new Reads({ read: share, search: share, report: share, export: share });
}

export const FAILING_CLOCK: Clock = {
  now: async () => {
    throw new Error('the clock is out of order');
  },
};

/** Parts created with a database that is down. */
export function awayParts(world: World) {
  const db = connect(CLOSED_PORT, 1);
  const hub = new FeedHub(db, CLOSED_PORT);
  world.database.onClose(async () => {
    await hub.close();
    await db.$disconnect();
  });
  return { db, hub, clock: databaseClock };
}

function apiWith(world: World, parts: Partial<Parameters<typeof buildApi>[0]>): Api {
  const hub = parts.hub ?? new FeedHub(world.db, world.database.url);
  if (!parts.hub) world.database.onClose(() => hub.close());
  return buildApi({ db: world.db, clock: world.clock, appUrl: APP_URL, ...parts, hub });
}
