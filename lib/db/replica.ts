import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { env, readReplicaSettings } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { readGauge } from '#/lib/core/metrics.ts';
import { connect, type Db, db } from '#/lib/db/client.ts';

/** How long a read waits for the replica to replay earlier commits. */
const CATCH_UP_MS = 200;
const LOOK_AGAIN_MS = 5;
/** A replica that doesn't report its position within this time counts as unreachable. */
const SILENT_MS = SECOND_MS;
/** For how long a replica that was behind, or that failed, is not queried. */
const BEHIND_MS = 2 * SECOND_MS;
const FAILED_MS = 10 * SECOND_MS;
/** For a replica that has stopped replaying; the oldest positions show for how long. */
const MAX_MARKS = 1_000;

/** A position in the log of a database system (an LSN), and which system it is. */
type Position = { position: bigint; system: string };
type PositionRow = { position: string | null; system: string };

/** `unreachable`, `no_standby`: it accepts writes itself, `other_system`: it is a copy of another database. */
export type ReplicaProblem = 'unreachable' | 'no_standby' | 'other_system';
/** How far a replica is behind its primary in milliseconds, or why it can't be used. */
export type ReplicaStatus = { lagMs: number; problem: null } | { lagMs: null; problem: ReplicaProblem };

/**
 * A standby of the database, by streaming replication, for reads that may be long. Reads there miss nothing that the
 * primary shows: before each read it must have replayed all earlier commits (docs/decisions/0051).
 */
export class Replica {
  readonly db: Db;
  readonly #primary: Db;
  /** Positions of the primary that the replica had not reached when they were read, with the process's time of each. */
  #marks: { position: bigint; atMs: number }[] = [];
  #restsUntilMs = 0;

  constructor(primary: Db, replica: Db) {
    this.#primary = primary;
    this.db = replica;
  }

  /** True once it shows all commits before this call; false when the primary has to be read. Never rejects. */
  async hasCaughtUp(): Promise<boolean> {
    if (performance.now() < this.#restsUntilMs) return false;
    const until = performance.now() + CATCH_UP_MS;
    try {
      const written = await this.#written();
      for (;;) {
        const replayed = await this.#replayPosition();
        const problem = problemOf(written, replayed);
        if (problem) throw new Error(`The replica is of no use: ${problem}.`);
        if (this.#lagMs(written, replayed as Position) === 0) return true;
        if (performance.now() >= until) break;
        await delay(LOOK_AGAIN_MS);
      }
    } catch (error) {
      this.backOff(error);
      return false;
    }
    this.#restsUntilMs = performance.now() + BEHIND_MS;
    log.warn({ seconds: BEHIND_MS / SECOND_MS }, 'the replica is behind; reports read the primary');
    return false;
  }

  /** Avoids it for a while after this error. */
  backOff(error: unknown): void {
    this.#restsUntilMs = performance.now() + FAILED_MS;
    log.warn({ err: error, seconds: FAILED_MS / SECOND_MS }, 'the replica can’t be read; reports read the primary');
  }

  /** How far it is behind, queried now. Rejects when the primary can't be queried. */
  async status(): Promise<ReplicaStatus> {
    const written = await this.#written();
    const replayed = await this.#replayPosition().catch((error: unknown) => {
      log.debug({ err: error }, 'the replica can’t be queried');
      return 'unreachable' as const;
    });
    if (replayed === 'unreachable') return { lagMs: null, problem: replayed };
    const problem = problemOf(written, replayed);
    return problem ? { lagMs: null, problem } : { lagMs: this.#lagMs(written, replayed as Position), problem: null };
  }

  /** For how long it has lacked something that the primary had then. */
  #lagMs({ position }: Position, replayed: Position): number {
    this.#marks = this.#marks.filter((mark) => mark.position > replayed.position);
    const now = performance.now();
    const isNew = this.#marks.at(-1)?.position !== position;
    if (position > replayed.position && isNew && this.#marks.length < MAX_MARKS)
      this.#marks.push({ position, atMs: now });
    const [oldest] = this.#marks;
    // At least one, since it is behind.
    return oldest ? Math.max(1, Math.round(now - oldest.atMs)) : 0;
  }

  /** The position that the primary has confirmed. */
  async #written(): Promise<Position> {
    const rows = await this.#primary.$queryRaw<PositionRow[]>`/* prepared */
      select pg_current_wal_flush_lsn()::text as position, system_identifier::text as system from pg_control_system()`;
    return positionOf(rows) as Position;
  }

  /** The position that the replica has replayed; null if it is a primary itself. */
  async #replayPosition(): Promise<Position | null> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`The replica says nothing for ${SILENT_MS} ms.`)), SILENT_MS);
    try {
      const positionQuery = this.db.$queryRaw<PositionRow[]>`/* prepared */
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
               system_identifier::text as system
        from pg_control_system()`;
      return positionOf(await Promise.race([positionQuery, late]));
    } finally {
      clearTimeout(timer);
    }
  }
}

function positionOf([row]: PositionRow[]): Position | null {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(row?.position ?? '') ?? [];
  if (!row || !high || !low) return null;
  return { position: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`), system: row.system };
}

function problemOf(written: Position, replayed: Position | null): ReplicaProblem | null {
  if (!replayed) return 'no_standby';
  return replayed.system === written.system ? null : 'other_system';
}

const shared = globalThis as { timerServiceReplica?: Replica };

/** The replica of DATABASE_REPLICA_URL, if set: one for all copies of this file, like the client of the primary. */
export function sharedReplica(): Replica | null {
  const { DATABASE_REPLICA_URL: url } = readReplicaSettings();
  if (!url) return null;
  if (!shared.timerServiceReplica) {
    const { DATABASE_REPORT_POOL: pool, DATABASE_TIMEOUT_MS: timeoutMs, REPORT_TIMEOUT_SECONDS } = env();
    const replica = connect(url, pool, { timeoutMs, statementTimeoutMs: REPORT_TIMEOUT_SECONDS * SECOND_MS });
    shared.timerServiceReplica = new Replica(db(), replica);
  }
  return shared.timerServiceReplica;
}

/** A metric of how far the replica is behind, in a process that has one. NaN while it can't be read. */
export function exportReplicaLag(): void {
  const replica = sharedReplica();
  if (!replica) return;
  const help = 'How far the replica is behind the primary; NaN while it can’t be read';
  readGauge('replica_lag_seconds', help, async () => ((await replica.status()).lagMs ?? Number.NaN) / SECOND_MS);
}
