import { log } from '#/lib/core/log.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { type Claim, signerOf } from '#/lib/engine/claim/claim.ts';
import type { ClaimOf } from '#/lib/engine/claim/claim-due-query.ts';
import { type FairClaim, FairClaims, type SkippedWorkspaces } from '#/lib/engine/claim/fair-claims.ts';
import { findNextDue } from '#/lib/engine/claim/next-due-query.ts';
import { type ReleasedClaim, reclaimExpired, releaseClaims } from '#/lib/engine/claim/release-claims-query.ts';
import { releaseLost } from '#/lib/engine/claim/release-lost-query.ts';
import { Watermark } from '#/lib/engine/claim/watermark.ts';
import { AttemptRunner, type AttemptRunnerParts } from '#/lib/engine/dispatch/attempt-runner.ts';
import { Bodies, bodyBudget } from '#/lib/engine/dispatch/bodies.ts';
import { Dispatcher } from '#/lib/engine/dispatch/dispatcher.ts';
import { loadBodies } from '#/lib/engine/dispatch/load-bodies-query.ts';
import type { Limits } from '#/lib/engine/queues/origin-queues.ts';
import { queueAlarms } from '#/lib/engine/queues/queue-query.ts';
import { ReceiverQueues } from '#/lib/engine/queues/receiver-queues.ts';
import { noteEndpoints } from '#/lib/engine/settle/note-endpoints-query.ts';
import { ResultWriter } from '#/lib/engine/settle/result-writer.ts';
import { type Recorded, recordAttempts } from '#/lib/engine/settle/settle-query.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';
import { findDatabaseTime } from '#/lib/engine/time/database-time-query.ts';

/** Reports settlements that were written at this instant. */
type Written = Recorded & { writtenUs: Micros };

/** Hooks of one worker's engine, for logs, metrics and notifications. */
export type FiringWatch = {
  claimed: (alarms: readonly Claim[], nowUs: Micros) => void;
  settled: (settlements: readonly Settlement[], result: Written) => void;
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
  /** Something may leave a receiver's queue: a pass is wanted. */
  wake?: () => void;
  settings: { batch: number; limits: Limits; bodyBytes: number };
};

/** Claimed this long before they are due, so that the claim's own time is not lateness. They still wait for it. */
const LOOK_AHEAD_US = 10 * MS_US;
/** Overdue for longer is backlog. */
const FRESH_US = 1_000 * MS_US;
/** Pause between passes under load: alarms that arrive meanwhile are claimed together. */
const SHORTEST_SLEEP_MS = 4;
const BACKLOG_SLEEP_MS = 10;
/** Pause while nothing more can be claimed, until slots become free. */
const FULL_SLEEP_MS = 10;
/** Pause while the engine is on hold: how soon it notices a release. */
const HOLD_SLEEP_MS = 1_000;
const TAKE_OVER_EVERY_US = 1_000 * MS_US;
/** How late after its due time, or the end of its lease, a row may commonly appear. */
const LATE_DUE_US = 250 * MS_US;
const LATE_LEASE_US = 2_000 * MS_US;
/** What results may take to write at a stop, however long the last attempts took. */
const LEAST_FLUSH_MS = 3_000;

/**
 * One worker's engine for alarms: `runOnce` claims what is due, hands it to the dispatcher and returns when to run
 * again; results are written in the background. Nothing here decides by the process's wall clock.
 */
export class AlarmFiring {
  readonly #parts: FiringParts;
  readonly #dispatcher: Dispatcher;
  readonly #resultWriter: ResultWriter;
  readonly #overdue = new Watermark(LATE_DUE_US);
  readonly #leases = new Watermark(LATE_LEASE_US);
  #tookOverUs = Number.NEGATIVE_INFINITY;
  /** Leases of claims whose responses were lost. */
  #lostLeases: Micros[] = [];
  #hasBacklog = true;
  #lastHoldId: string | null = null;
  readonly #fresh: FairClaims;
  readonly #late: FairClaims;
  readonly #queues: ReceiverQueues;

  constructor(parts: FiringParts) {
    this.#parts = parts;
    this.#fresh = new FairClaims(parts.sql);
    this.#late = new FairClaims(parts.sql);
    this.#queues = new ReceiverQueues(parts.sql, parts.time);
    const releaseClaims = (alarms: ReleasedClaim[]) => this.#releaseClaims(alarms);
    this.#resultWriter = new ResultWriter({ write: (settlements) => this.#write(settlements) });
    const bodies = new Bodies({
      budget: bodyBudget(parts.settings.bodyBytes),
      load: (all) => loadBodies(parts.sql, all),
    });
    const runner = new AttemptRunner(
      { ...parts, bodies },
      { settle: (settlement) => this.#resultWriter.add(settlement), releaseClaims },
    );
    this.#dispatcher = new Dispatcher({
      time: parts.time,
      limits: parts.settings.limits,
      timeoutUs: runner.neededUs,
      send: (claim) => runner.run(claim),
      releaseClaims,
      queueOf: (claim) => this.#queues.queueOf(claim),
    });
  }

  /** Attempts in flight. */
  get underWay(): number {
    return this.#dispatcher.underWay;
  }

  /** In how many milliseconds something due at this instant wants a pass. */
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

  /** Somebody has paused, resumed or limited delivery: the next pass looks at what is in force. */
  expectReceiverChange(): void {
    this.#queues.expectChange();
  }

  /** One pass. Returns in how many milliseconds to run again. Rejects when the database is down. */
  async runOnce(): Promise<number> {
    try {
      return await this.#pass();
    } catch (error) {
      // Leases may have ended while the database was down: workers that hold results write them before others reclaim
      // the alarms.
      this.#tookOverUs = this.#parts.time.nowUs();
      throw error;
    }
  }

  async #pass(): Promise<number> {
    const { sql, time, settings } = this.#parts;
    // The clock may have been set since: what is claimed now must not be early, and no lease taken for ended.
    const { isOnHold, lastHoldId } = await time.measure(() => findDatabaseTime(sql));
    if (lastHoldId !== this.#lastHoldId) {
      // Claims that came during a hold found nothing, whatever was there.
      this.#lastHoldId = lastHoldId;
      this.#overdue.reset();
      this.#hasBacklog = true;
    }
    const nowUs = time.nowUs();
    await this.#takeOver(nowUs);
    await this.#releaseLost(nowUs);
    await this.#queues.refresh();
    if (isOnHold) {
      await this.#look(nowUs + LOOK_AHEAD_US, nowUs - FRESH_US);
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
    // After everybody's fresh alarms: limits of some receivers must not delay others.
    await this.#claimQueued();
    if (isFull) return 0;
    if (this.#hasBacklog) await this.#claimBacklog();
    const { nextUs } = await this.#look(untilUs, time.nowUs() - FRESH_US);
    if (limit < settings.batch || this.#fresh.isCrowded) return FULL_SLEEP_MS;
    const next = nextUs === null ? Number.POSITIVE_INFINITY : this.msUntil(nextUs);
    const wait = Math.min(next, this.#queues.msUntilLook());
    return Math.max(SHORTEST_SLEEP_MS, Math.min(wait, this.#hasBacklog ? BACKLOG_SLEEP_MS : wait));
  }

  /** Stops claiming, releases what was not started, finishes what was, and writes the results. Milliseconds. */
  async stop(graceMs: number): Promise<void> {
    const endMs = performance.now() + graceMs;
    const close = () => Promise.all([this.#parts.sender.close(0), this.#parts.publisher.close()]);
    const cutOff = setTimeout(() => void close(), graceMs);
    await this.#dispatcher.drain();
    clearTimeout(cutOff);
    const lost = await this.#resultWriter.flush(Math.max(LEAST_FLUSH_MS, endMs - performance.now()));
    await this.#handingBack;
    if (lost > 0) log.error({ lost }, 'results not written; their alarms are tried again when the leases end');
    await close();
  }

  async #claim(
    claims: FairClaims,
    heldUp: SkippedWorkspaces,
    which: Omit<ClaimOf, 'leaseUntilUs'>,
  ): Promise<FairClaim> {
    const { time, settings } = this.#parts;
    const leaseUntilUs = time.nowUs() + settings.leaseMs * MS_US;
    const found = await this.#noteLost(claims.claim({ ...which, leaseUntilUs }, heldUp), leaseUntilUs);
    // What waits for its receiver is not fired yet.
    this.#expectSent(found.claims.filter((claim) => this.#queues.queueOf(claim) === null));
    return found;
  }

  /**
   * Takes alarms out of receivers' queues: from limited ones at once, and like backlog what waited while one was
   * paused.
   */
  async #claimQueued(): Promise<void> {
    const { time, settings } = this.#parts;
    const leaseUntilUs = time.nowUs() + settings.leaseMs * MS_US;
    const room = (places: number) => ({ leaseUntilUs, limit: Math.min(settings.batch, places) });
    const limited = await this.#noteLost(this.#queues.fromLimited(room(this.#dispatcher.room)), leaseUntilUs);
    this.#expectSent(limited);
    this.#dispatcher.accept(limited);
    const drained = this.#queues.fromDraining(room(this.#dispatcher.backlogRoom));
    const late = await this.#noteLost(drained, leaseUntilUs);
    this.#expectSent(late);
    this.#dispatcher.acceptBacklog(late);
  }

  #expectSent(claims: readonly Claim[]): void {
    if (claims.length === 0) return;
    const { secrets, watch, time } = this.#parts;
    secrets.warm(claims.filter(({ url }) => url !== null).map(signerOf));
    watch.claimed(claims, time.nowUs());
  }

  #noteLost<T>(claim: Promise<T>, leaseUntilUs: Micros): Promise<T> {
    return claim.catch((error: unknown) => {
      this.#lostLeases.push(leaseUntilUs);
      throw error;
    });
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

  async #look(afterUs: Micros, untilUs: Micros) {
    const { sql, time, watch } = this.#parts;
    const seen = await this.#overdue.scan(untilUs, async (fromUs) => {
      const found = await time.measure(() => findNextDue(sql, afterUs, { fromUs, untilUs }));
      return [found, found.overdueUs ?? untilUs];
    });
    this.#hasBacklog = seen.overdueUs !== null;
    watch.looked(seen);
    return seen;
  }

  async #takeOver(nowUs: Micros): Promise<void> {
    const { sql, time, settings, watch } = this.#parts;
    // The clock may have been set back.
    if (Math.abs(nowUs - this.#tookOverUs) < TAKE_OVER_EVERY_US) return;
    // Or forward, which ends no lease: workers that hold alarms keep the time they were promised.
    if (time.sinceForwardStepMs < settings.leaseMs) return;
    const count = await this.#leases.scan(nowUs, async (fromUs) => {
      const taken = await reclaimExpired(sql, { fromUs, nowUs }, settings.batch);
      return [taken, taken < settings.batch ? nowUs : (fromUs ?? 0)];
    });
    // When there were as many as it may take, there are more.
    if (count < settings.batch) this.#tookOverUs = nowUs;
    if (count > 0) watch.reclaimed(count);
  }

  /**
   * A claim may have been made although its response was lost; without this its alarms would wait for the end of their
   * leases. Until then it is looked for in each pass, since the server may be late with it.
   */
  async #releaseLost(nowUs: Micros): Promise<void> {
    this.#lostLeases = this.#lostLeases.filter((leaseUs) => leaseUs > nowUs);
    if (this.#lostLeases.length === 0) return;
    const earliestUs = await releaseLost(this.#parts.sql, this.#lostLeases);
    if (earliestUs !== null && earliestUs < nowUs - FRESH_US) this.#overdue.reset();
  }

  async #write(settlements: readonly Settlement[]): Promise<void> {
    const { sql, time, watch } = this.#parts;
    const writtenUs = time.nowUs();
    watch.settled(settlements, { ...(await recordAttempts(sql, settlements, writtenUs)), writtenUs });
    this.#lookIntoQueues(
      settlements.flatMap(({ claim }) => claim.receiverId ?? []).filter((id) => this.#queues.isConcurrencyLimited(id)),
    );
    // If this fails, the next attempt records it; the results are written.
    await noteEndpoints(sql, settlements).catch((error: unknown) => log.warn({ err: error }, 'endpoints not noted'));
  }

  #handingBack: Promise<void> = Promise.resolve();

  /** What can't be released while the database is down comes back when its lease ends. */
  #releaseClaims(alarms: ReleasedClaim[]): void {
    this.#queue(alarms.flatMap(({ claim, receiverId }) => (receiverId ? [{ claim, receiverId }] : [])));
    this.#release(alarms.filter(({ receiverId }) => receiverId === undefined));
  }

  /** As `#release`, into the queues of their receivers. */
  #queue(alarms: readonly (Pick<ReleasedClaim, 'claim'> & { receiverId: string })[]): void {
    if (alarms.length === 0) return;
    const done = queueAlarms(this.#parts.sql, alarms)
      .then((isAll) => {
        if (!isAll) this.#queues.expectChange();
        this.#lookIntoQueues(alarms.map(({ receiverId }) => receiverId).filter((id) => !this.#queues.isPaused(id)));
        if (!isAll) this.#parts.wake?.();
      })
      .catch((error: unknown) =>
        log.warn({ err: error, count: alarms.length }, 'alarms not queued; their leases will end'),
      );
    this.#handingBack = Promise.all([this.#handingBack, done]).then(() => {});
  }

  #lookIntoQueues(receiverIds: readonly string[]): void {
    if (receiverIds.length === 0) return;
    this.#queues.lookAgain(receiverIds);
    this.#parts.wake?.();
  }

  #release(alarms: readonly ReleasedClaim[]): void {
    if (alarms.length === 0) return;
    const nowUs = this.#parts.time.nowUs();
    const earliestUs = Math.min(...alarms.map(({ claim, atUs }) => Math.max(claim.attemptUs, atUs)));
    const done = releaseClaims(this.#parts.sql, alarms)
      .then(() => {
        if (earliestUs < nowUs - FRESH_US) this.#overdue.reset();
        this.#parts.watch.released(earliestUs, nowUs);
      })
      .catch((error: unknown) =>
        log.warn({ err: error, count: alarms.length }, 'alarms not given back; their leases will end'),
      );
    this.#handingBack = Promise.all([this.#handingBack, done]).then(() => {});
  }
}
