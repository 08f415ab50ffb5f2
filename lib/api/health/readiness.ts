import { replicaJson } from '#/lib/analytics/minutes/operations-json.ts';
import type { ReplicaJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import type { BrokerStatus } from '#/lib/bridge/brokers/broker.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { ReplicaStatus } from '#/lib/db/replica.ts';

/** What the database knows about the service at `now`. */
export type ServiceFacts = {
  now: Date;
  missingMigrations: readonly string[];
  workerSeenAt: Date | null;
  /** When the alarm that should have been claimed longest ago was due; null without any that waits. */
  oldestDueAt: Date | null;
  /** Since when an operator has had the engine on hold; null while it is not. */
  holdBeganAt: Date | null;
  /** When the latest hold was released; null before the first release. */
  holdReleasedAt: Date | null;
  /** True when there is a partition for alarms that end tomorrow. */
  hasTomorrow: boolean;
  brokers: BrokerCounts;
  /** Null without one. */
  replica: ReplicaStatus | null;
};

/** Message brokers of all workspaces by their status, as workers saw them last. */
export type BrokerCounts = Record<BrokerStatus, number>;

export type Check = { ok: boolean; detail: string };
export type Readiness = {
  status: 'ready' | 'not_ready';
  checks: Record<'process' | 'database' | 'migrations' | 'worker' | 'hold' | 'overdue_alarms' | 'partitions', Check>;
  /** Not one of the checks: restarting a process fixes no broker. Null while the database can't be reached. */
  brokers: BrokerCounts | null;
  /**
   * Not one of the checks: without it reports read the primary. Null without one, or while the database can't be
   * reached.
   */
  replica: ReplicaJson | null;
};

/** Workers record a heartbeat every ten seconds. */
export const WORKER_UNSEEN_MS = 30 * SECOND_MS;
/**
 * Alarms wait for hung receivers with a later due time (docs/decisions/0010), so only a lagging engine exceeds this.
 */
const OVERDUE_MS = 5 * MINUTE_MS;

const RUNNING: Check = { ok: true, detail: 'takes requests' };

/** Whether the service works, check by check. Pure. */
export function readinessOf(facts: ServiceFacts): Readiness {
  const checks = {
    process: RUNNING,
    database: { ok: true, detail: 'responds' },
    migrations: migrationsCheck(facts),
    worker: workerCheck(facts),
    hold: holdCheck(facts),
    overdue_alarms: overdueCheck(facts),
    partitions: {
      ok: facts.hasTomorrow,
      detail: facts.hasTomorrow ? 'are made beyond today' : 'of tomorrow are missing; a worker makes them',
    },
  };
  return verdict(checks, { brokers: facts.brokers, replica: facts.replica && replicaJson(facts.replica) });
}

/** When the database can't be reached, nothing else is known. */
export function unreachable(detail: string): Readiness {
  const unknown = { ok: false, detail: 'unknown while the database isn’t responding' };
  const rest = { migrations: unknown, worker: unknown, hold: unknown, overdue_alarms: unknown, partitions: unknown };
  return verdict({ process: RUNNING, database: { ok: false, detail }, ...rest }, { brokers: null, replica: null });
}

/** What a process reports while it shuts down, even if the service works. */
export function shuttingDown({ checks, brokers, replica }: Readiness): Readiness {
  return verdict({ ...checks, process: { ok: false, detail: 'is shutting down' } }, { brokers, replica });
}

function verdict(checks: Readiness['checks'], beside: Pick<Readiness, 'brokers' | 'replica'>): Readiness {
  return { status: Object.values(checks).every(({ ok }) => ok) ? 'ready' : 'not_ready', checks, ...beside };
}

function migrationsCheck({ missingMigrations }: ServiceFacts): Check {
  const ok = missingMigrations.length === 0;
  return { ok, detail: ok ? 'are applied' : `not applied: ${missingMigrations.join(', ')}` };
}

function workerCheck({ now, workerSeenAt }: ServiceFacts): Check {
  if (!workerSeenAt) return { ok: false, detail: 'none has been seen' };
  const agoMs = now.getTime() - workerSeenAt.getTime();
  return { ok: agoMs < WORKER_UNSEEN_MS, detail: `last seen ${secondsOf(agoMs)} s ago` };
}

/** A hold is intended, and creating and tracking continue, so load balancers must keep sending traffic. */
function holdCheck({ holdBeganAt }: ServiceFacts): Check {
  const since = holdBeganAt?.toISOString();
  return { ok: true, detail: since ? `on hold since ${since}: nothing fires until it is released` : 'none' };
}

/** Alarms that waited in a hold could only fire since its release. */
function overdueCheck({ now, oldestDueAt, holdBeganAt, holdReleasedAt }: ServiceFacts): Check {
  if (!oldestDueAt || oldestDueAt >= now) return { ok: true, detail: 'none' };
  const lateMs = now.getTime() - oldestDueAt.getTime();
  const releasedMs = now.getTime() - (holdReleasedAt?.getTime() ?? 0);
  const waitedInHold = releasedMs < lateMs ? `; a hold was released ${secondsOf(releasedMs)} s ago` : '';
  return {
    ok: holdBeganAt !== null || Math.min(lateMs, releasedMs) < OVERDUE_MS,
    detail: `the oldest is ${secondsOf(lateMs)} s late${waitedInHold}`,
  };
}

function secondsOf(ms: number): number {
  return Math.max(0, Math.round(ms / SECOND_MS));
}
