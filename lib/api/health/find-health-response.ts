import { type Readiness, readinessOf, shuttingDown, unreachable } from '#/lib/api/health/readiness.ts';
import { findServiceFacts } from '#/lib/api/health/service-facts-query.ts';
import { countBrokersByStatus } from '#/lib/bridge/brokers/brokers-by-status-query.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';
import { migrationNames } from '#/lib/db/migration-names.ts';
import type { Replica } from '#/lib/db/replica.ts';

/**
 * `isDraining`: this process is about to end, and should get no more traffic. `replica`: the database that its reports
 * read.
 */
export type HealthParts = { db: Db; clock: Clock; replica?: Replica | null; isDraining?: boolean };
export type HealthResponse = { status: number; type: string; body: string };

/** Monitors need a response soon; a database slower than this counts as not responding. */
const PATIENCE_MS = 3 * SECOND_MS;
const TEXT = 'text/plain; charset=utf-8';

/**
 * `/ping` and `/api/health` report that the process is alive, `/api/ready` whether everything it needs is; null for
 * other paths.
 */
export async function findHealthResponse(path: string, parts: HealthParts): Promise<HealthResponse | null> {
  if (path === '/ping') return { status: 200, type: TEXT, body: 'pong' };
  if (path === '/api/health') return json(200, { status: 'ok' });
  if (path !== '/api/ready') return null;
  const seen = await lookOnce(parts);
  const readiness = parts.isDraining ? shuttingDown(seen) : seen;
  return json(readiness.status === 'ready' ? 200 : 503, readiness);
}

const inFlight = new WeakMap<Db, Promise<Readiness>>();

/** Concurrent requests share one response: anyone may send them, and they must not load the database. */
function lookOnce(parts: HealthParts): Promise<Readiness> {
  const known = inFlight.get(parts.db);
  if (known) return known;
  const looking = checkReadiness(parts).finally(() => inFlight.delete(parts.db));
  inFlight.set(parts.db, looking);
  return looking;
}

async function checkReadiness({ db, clock, replica = null }: HealthParts): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve(unreachable(`no response within ${PATIENCE_MS / SECOND_MS} s`)), PATIENCE_MS);
  });
  const facts = clock
    .now(db)
    .then(async (now) => ({
      ...(await findServiceFacts(db, now, migrationNames())),
      brokers: await countBrokersByStatus(db),
      replica: replica && (await replica.status()),
    }))
    .then(readinessOf, (error: unknown) => {
      log.warn({ err: error }, 'not ready: the database can’t be queried');
      return unreachable('can’t be reached');
    });
  return Promise.race([facts, tooLate]).finally(() => clearTimeout(timer));
}

function json(status: number, body: unknown): HealthResponse {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
