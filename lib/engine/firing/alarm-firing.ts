import { log } from '#/lib/core/log.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { type Claim, FRESH_US, signerOf } from '#/lib/engine/claim/claim.ts';
import type { ClaimOf } from '#/lib/engine/claim/claim-due-query.ts';
import { type FairClaim, FairClaims, type SkippedWorkspaces } from '#/lib/engine/claim/fair-claims.ts';
import { findNextDue } from '#/lib/engine/claim/next-due-query.ts';
import { Reclaimer } from '#/lib/engine/claim/reclaimer.ts';
import { Watermark } from '#/lib/engine/claim/watermark.ts';
import { AttemptRunner, type AttemptRunnerParts } from '#/lib/engine/dispatch/attempt-runner.ts';
import { Bodies, bodyBudget } from '#/lib/engine/dispatch/bodies.ts';
import { Dispatcher } from '#/lib/engine/dispatch/dispatcher.ts';
import { loadBodies } from '#/lib/engine/dispatch/load-bodies-query.ts';
import { ClaimReleaser } from '#/lib/engine/queues/claim-releaser.ts';
import type { Limits } from '#/lib/engine/queues/origin-queues.ts';
import { ReceiverQueues } from '#/lib/engine/queues/receiver-queues.ts';
import { recordSettlements } from '#/lib/engine/settle/record-settlements.ts';
import { ResultWriter } from '#/lib/engine/settle/result-writer.ts';
import type { Recorded } from '#/lib/engine/settle/settle-query.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';
import { findDatabaseTime } from '#/lib/engine/time/database-time-query.ts';

/** Hooks of one worker's engine, for logs, metrics and notifications. */
export type FiringWatch = {
  claimed: (alarms: readonly Claim[], nowUs: Micros) => void;
  settled: (settlements: readonly Settlement[], recorded: Recorded) => void;
  reclaimed: (count: number) => void;
  /** Alarms were released, the first of them due at this instant. */
  released: (earliestUs: Micros, nowUs: Micros) => void;
  looked: (seen: { overdueUs: Micros | null; nowUs: Micros }) => void;
};

export type FiringParts = Omit<AttemptRunnerParts, 'bodies'> & {
  sql: Sql;
  sender: { close: (graceMs: number) => Promise<void> };
  publisher: { close: () => Promise<void> };
  watch: FiringWatch;
  /** Something may leave a receiver's queue, so a pass is due. */
  wake?: () => void;
  settings: { batch: number; limits: Limits; bodyBytes: number };
};

/**
 * Claimed this long before they are due, so that the time a claim takes does not make them late. They still wait for
 * their due time.
 */
const LOOK_AHEAD_US = 10 * MS_US;
/** Pause between passes under load: alarms that arrive meanwhile are claimed together. */
const MIN_SLEEP_MS = 4;
const BACKLOG_SLEEP_MS = 10;
/** Pause while nothing more can be claimed, until slots become free. */
const FULL_SLEEP_MS = 10;
/** Pause while the engine is on hold: how soon it notices a release. */
const HOLD_SLEEP_MS = 1_000;
/** How late after its due time a row may commonly appear. */
const LATE_DUE_US = 250 * MS_US;
/** How long writing results may take at a stop, however long the last attempts took. */
const MIN_FLUSH_MS = 3_000;

/**
 * One worker's engine for alarms: `runOnce` claims what is due, hands it to the dispatcher and returns when to run
 * again; results are written in the background. Nothing here depends on the process's wall clock.
 */
export class AlarmFiring {
  readonly #parts: FiringParts;
  readonly #overdue = new Watermark(LATE_DUE_US);
  readonly #reclaimer: Reclaimer;
  readonly #fresh: FairClaims;
  readonly #late: FairClaims;
  readonly #queues: ReceiverQueues;
  readonly #releaser: ClaimReleaser;
  readonly #results: ResultWriter;
  readonly #dispatcher: Dispatcher;
  #hasBacklog = true;
  #lastHoldId: string | null = null;

  /** Each part knows those before it, and none that come after. */
  constructor(parts: FiringParts) {
    const { sql, time, watch, wake, settings } = parts;
    const overdue = this.#overdue;
    this.#parts = parts;
    this.#reclaimer = new Reclaimer({ sql, time, overdue, watch, settings });
    const monotonic = () => time.monotonicMs();
    this.#fresh = new FairClaims(sql, monotonic);
    this.#late = new FairClaims(sql, monotonic);
    const queues = new ReceiverQueues(sql, time, wake);
    const releaser = new ClaimReleaser({ sql, time, queues, overdue, watch });
    const results = new ResultWriter({ write: (all) => recordSettlements({ sql, time, queues, watch }, all) });
    const bodies = new Bodies({ budget: bodyBudget(settings.bodyBytes), load: (all) => loadBodies(sql, all) });
    const runner = new AttemptRunner({ ...parts, bodies });
    this.#dispatcher = new Dispatcher({ time, limits: settings.limits, queues, runner, results, releaser });
    this.#queues = queues;
    this.#releaser = releaser;
    this.#results = results;
  }

  /** Attempts in flight. */
  get inFlight(): number {
    return this.#dispatcher.inFlight;
  }

  /** Milliseconds until a pass has to run for something due at this instant. */
  msUntil(dueUs: Micros): number {
    return (dueUs - LOOK_AHEAD_US - this.#parts.time.nowUs()) / MS_US;
  }

  /** Something is due at this instant, or was. Returns in how many milliseconds to run a pass. */
  expect(dueUs: Micros): number {
    if (dueUs < this.#parts.time.nowUs() - FRESH_US) {
      this.#overdue.reset();
      this.#hasBacklog = true;
    }
    return this.msUntil(dueUs);
  }

  /** Delivery was paused, resumed or limited: the next pass reads the settings in force. */
  expectReceiverChange(): void {
    this.#queues.expectChange();
  }

  /** One pass. Returns in how many milliseconds to run again. Rejects when the database is down. */
  async runOnce(): Promise<number> {
    try {
      return await this.#pass();
    } catch (error) {
      this.#reclaimer.postpone();
      throw error;
    }
  }

  async #pass(): Promise<number> {
    const { sql, time, settings } = this.#parts;
    // The clock may have been set since: nothing claimed now may be early, and no running lease may count as ended.
    const { isOnHold, lastHoldId } = await time.measure(() => findDatabaseTime(sql));
    if (lastHoldId !== this.#lastHoldId) {
      // Claims during a hold found nothing, even if alarms were due.
      this.#lastHoldId = lastHoldId;
      this.#overdue.reset();
      this.#hasBacklog = true;
    }
    const nowUs = time.nowUs();
    await this.#reclaimer.runOnce(nowUs);
    await this.#queues.refresh();
    if (isOnHold) {
      await this.#claimUpcoming(nowUs + LOOK_AHEAD_US, nowUs - FRESH_US);
      return HOLD_SLEEP_MS;
    }
    const limit = Math.min(settings.batch, this.#dispatcher.room);
    const untilUs = nowUs + LOOK_AHEAD_US;
    let isFull = false;
    if (limit > 0) {
      const { claims, isAll } = await this.#claim(this.#fresh, this.#dispatcher.heldUp, {
        afterUs: nowUs - FRESH_US,
        untilUs,
        limit,
      });
      this.#dispatcher.accept(claims);
      // Fewer: there was no room for more, or only for workspaces that have none due, and other work must not wait.
      isFull = !isAll && claims.length > settings.batch / 2;
    }
    // After all fresh alarms: limits of some receivers must not delay others.
    await this.#claimQueued();
    if (isFull) return 0;
    if (this.#hasBacklog) await this.#claimBacklog();
    const { nextUs } = await this.#claimUpcoming(untilUs, time.nowUs() - FRESH_US);
    if (limit < settings.batch || this.#fresh.isCrowded) return FULL_SLEEP_MS;
    const next = nextUs === null ? Number.POSITIVE_INFINITY : this.msUntil(nextUs);
    const wait = Math.min(next, this.#queues.msUntilCheck());
    return Math.max(MIN_SLEEP_MS, Math.min(wait, this.#hasBacklog ? BACKLOG_SLEEP_MS : wait));
  }

  /** Stops claiming, releases claims not started, finishes the others, and writes the results. Milliseconds. */
  async stop(graceMs: number): Promise<void> {
    const endMs = performance.now() + graceMs;
    const close = () => Promise.all([this.#parts.sender.close(0), this.#parts.publisher.close()]);
    const cutOff = setTimeout(() => void close(), graceMs);
    await this.#dispatcher.drain();
    clearTimeout(cutOff);
    const lost = await this.#results.flush(Math.max(MIN_FLUSH_MS, endMs - performance.now()));
    await this.#releaser.written;
    if (lost > 0) log.error({ lost }, 'results not written; their alarms are retried when the leases end');
    await close();
  }

  async #claim(
    claims: FairClaims,
    heldUp: SkippedWorkspaces,
    which: Omit<ClaimOf, 'leaseUntilUs'>,
  ): Promise<FairClaim> {
    const { time, settings } = this.#parts;
    const leaseUntilUs = time.nowUs() + settings.leaseMs * MS_US;
    const found = await this.#reclaimer.noteLost(claims.claim({ ...which, leaseUntilUs }, heldUp), leaseUntilUs);
    // An alarm that waits for its receiver has not fired yet.
    this.#watchForStall(found.claims.filter((claim) => this.#queues.queueOf(claim) === null));
    return found;
  }

  /**
   * Takes alarms out of receivers' queues: from limited ones at once, and those that waited during a pause like
   * backlog.
   */
  async #claimQueued(): Promise<void> {
    const { time, settings } = this.#parts;
    const leaseUntilUs = time.nowUs() + settings.leaseMs * MS_US;
    const room = (places: number) => ({ leaseUntilUs, limit: Math.min(settings.batch, places) });
    const limited = await this.#reclaimer.noteLost(this.#queues.fromLimited(room(this.#dispatcher.room)), leaseUntilUs);
    this.#watchForStall(limited);
    this.#dispatcher.accept(limited);
    const drained = this.#queues.fromDraining(room(this.#dispatcher.backlogRoom));
    const late = await this.#reclaimer.noteLost(drained, leaseUntilUs);
    this.#watchForStall(late);
    this.#dispatcher.acceptBacklog(late);
  }

  #watchForStall(claims: readonly Claim[]): void {
    if (claims.length === 0) return;
    const { secrets, watch, time } = this.#parts;
    secrets.prefetch(claims.filter(({ url }) => url !== null).map(signerOf));
    watch.claimed(claims, time.nowUs());
  }

  async #claimBacklog(): Promise<void> {
    const limit = Math.min(this.#parts.settings.batch, this.#dispatcher.backlogRoom);
    if (limit === 0) return;
    const untilUs = this.#parts.time.nowUs() - FRESH_US;
    const claims = await this.#overdue.scan(untilUs, async (afterUs) => {
      const found = await this.#claim(this.#late, this.#dispatcher.backlogHeldUp, { afterUs, untilUs, limit });
      return [found.claims, found.clearUs];
    });
    this.#dispatcher.acceptBacklog(claims);
  }

  async #claimUpcoming(afterUs: Micros, untilUs: Micros) {
    const { sql, time, watch } = this.#parts;
    const seen = await this.#overdue.scan(untilUs, async (fromUs) => {
      const found = await time.measure(() => findNextDue(sql, afterUs, { fromUs, untilUs }));
      return [found, found.overdueUs ?? untilUs];
    });
    this.#hasBacklog = seen.overdueUs !== null;
    watch.looked(seen);
    return seen;
  }
}
