import { log } from '#/lib/core/log.ts';
import type { Micros } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { FRESH_US, type ReleasedClaim } from '#/lib/engine/claim/claim.ts';
import { releaseClaims } from '#/lib/engine/claim/release-claims-query.ts';
import type { Watermark } from '#/lib/engine/claim/watermark.ts';
import { queueAlarms } from '#/lib/engine/queues/queue-query.ts';
import type { ReceiverQueues } from '#/lib/engine/queues/receiver-queues.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';

export type ClaimReleaserParts = {
  sql: Sql;
  time: Pick<DatabaseTime, 'nowUs'>;
  queues: ReceiverQueues;
  /** Where scans for overdue alarms begin. */
  overdue: Pick<Watermark, 'reset'>;
  watch: { released: (earliestUs: Micros, nowUs: Micros) => void };
};

/** Releases claims that were not attempted, to the database or into the queues of their receivers, in the background. */
export class ClaimReleaser {
  readonly #parts: ClaimReleaserParts;
  #pending: Promise<void> = Promise.resolve();

  constructor(parts: ClaimReleaserParts) {
    this.#parts = parts;
  }

  /** Claims that can't be released while the database is down are reclaimed when their lease ends. */
  release(claims: readonly ReleasedClaim[]): void {
    if (claims.length === 0) return;
    this.#queue(claims.filter(isQueued));
    this.#unclaim(claims.filter((one) => !isQueued(one)));
  }

  /** Resolves when all releases so far are written, or can't be. */
  get written(): Promise<void> {
    return this.#pending;
  }

  #queue(claims: readonly Required<ReleasedClaim>[]): void {
    if (claims.length === 0) return;
    const { sql, queues } = this.#parts;
    const done = queueAlarms(sql, claims)
      .then((isAll) => {
        if (!isAll) queues.expectChange();
        queues.recheck(claims.map(({ receiverId }) => receiverId).filter((id) => !queues.isPaused(id)));
        if (!isAll) queues.wake();
      })
      .catch((error: unknown) =>
        log.warn({ err: error, count: claims.length }, 'alarms not queued; their leases will end'),
      );
    this.#pending = Promise.all([this.#pending, done]).then(() => {});
  }

  #unclaim(claims: readonly ReleasedClaim[]): void {
    if (claims.length === 0) return;
    const { sql, time, overdue, watch } = this.#parts;
    const nowUs = time.nowUs();
    const earliestUs = Math.min(...claims.map(({ claim, atUs }) => Math.max(claim.attemptUs, atUs)));
    const done = releaseClaims(sql, claims)
      .then(() => {
        if (earliestUs < nowUs - FRESH_US) overdue.reset();
        watch.released(earliestUs, nowUs);
      })
      .catch((error: unknown) =>
        log.warn({ err: error, count: claims.length }, 'alarms not released; their leases will end'),
      );
    this.#pending = Promise.all([this.#pending, done]).then(() => {});
  }
}

function isQueued(claim: ReleasedClaim): claim is Required<ReleasedClaim> {
  return claim.receiverId !== undefined;
}
