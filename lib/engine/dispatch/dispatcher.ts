import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { Backoff } from '#/lib/engine/claim/backoff.ts';
import { type Claim, type ReleasedClaim, tenantOf } from '#/lib/engine/claim/claim.ts';
import type { SkippedWorkspaces } from '#/lib/engine/claim/fair-claims.ts';
import type { AttemptRunner } from '#/lib/engine/dispatch/attempt-runner.ts';
import { AttemptSlots, type Sending } from '#/lib/engine/dispatch/attempt-slots.ts';
import type { ClaimReleaser } from '#/lib/engine/queues/claim-releaser.ts';
import { originOf } from '#/lib/engine/queues/origin.ts';
import { type Limits, type OriginQueue, OriginQueues } from '#/lib/engine/queues/origin-queues.ts';
import { Parking } from '#/lib/engine/queues/parking.ts';
import type { ReceiverQueues } from '#/lib/engine/queues/receiver-queues.ts';
import type { ResultWriter } from '#/lib/engine/settle/result-writer.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';

export type DispatcherParts = {
  time: Pick<DatabaseTime, 'nowUs'>;
  limits: Limits;
  /** The queues of alarms whose receivers are paused or limited. */
  queues: Pick<ReceiverQueues, 'queueOf'>;
  /** Limits of attempts, and how long one may take: none begins that might outlast its lease. */
  runner: Pick<AttemptRunner, 'run' | 'neededUs'>;
  results: Pick<ResultWriter, 'add' | 'deferWhile'>;
  /** Called with claims that were not attempted. */
  releaser: Pick<ClaimReleaser, 'release'>;
  /** From 0 to 1. */
  random?: () => number;
};

const SWEEP_MS = 250;
const MAX_WAITING = 5_000;
/**
 * Per workspace, in multiples of its limit of attempts: how many waiting alarms count, and how many may really wait.
 */
const WAITING_FACTOR = 4;
const MAX_WAITING_FACTOR = 4;
/** How many may be claimed without room, for tenants with only a few waiting. */
const RESERVED_ROOM = 64;
const FEW_WAITING = 16;
/**
 * The database's clock may be set while alarms wait for it. Those that would then wait longer than this are released.
 */
const MAX_HOLD_MS = 1_000;

/**
 * Holds claimed alarms until they are due, to the millisecond, and sends them as limits allow: workspaces round robin,
 * fresh ones before the backlog. A receiver that hangs keeps only its own slots: what waits behind it is released to
 * the database for a time that grows as long as it hangs.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #slots: AttemptSlots;
  readonly #fresh: OriginQueues;
  readonly #backlog: OriginQueues;
  /** Not due yet, first due first. */
  #upcoming: Claim[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sweeper: NodeJS.Timeout | null = null;
  readonly #parking: Parking;
  readonly #backoff = new Backoff();
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#slots = new AttemptSlots(parts.limits);
    this.#parking = new Parking(parts.random ?? Math.random);
    this.#fresh = new OriginQueues(this.#slots.all, WAITING_FACTOR * parts.limits.perWorkspace);
    this.#backlog = new OriginQueues(this.#slots.forBacklog, this.#slots.mostOfBacklog);
  }

  /** How many more fresh ones may be claimed now. A few always, of those that have next to nothing waiting. */
  get room(): number {
    if (this.#fresh.waiting >= MAX_WAITING_FACTOR * MAX_WAITING) return 0;
    return Math.max(RESERVED_ROOM, this.#roomOfAll);
  }

  /** Tenants to claim nothing from now: enough of their alarms wait here, or they would be released again. */
  get heldUp(): SkippedWorkspaces {
    const isScarce = this.#roomOfAll < RESERVED_ROOM;
    const least = isScarce ? FEW_WAITING : WAITING_FACTOR * this.#parts.limits.perWorkspace;
    return this.#skipped(this.#fresh.tenantsWaiting(least));
  }

  get #roomOfAll(): number {
    return Math.max(0, MAX_WAITING - this.#fresh.counted - this.#upcoming.length);
  }

  /** How many more of the backlog may be claimed now: about as many as can be sent. */
  get backlogRoom(): number {
    if (this.#fresh.hasReady) return 0;
    return Math.max(0, 2 * this.#slots.ofBacklog - this.#backlog.counted - this.#slots.backlog.total);
  }

  /** As `heldUp`, for the backlog. */
  get backlogHeldUp(): SkippedWorkspaces {
    return this.#skipped(this.#backlog.tenantsWaiting(this.#slots.mostOfBacklog));
  }

  #skipped(full: string[]): SkippedWorkspaces {
    return { full, backingOff: this.#backoff.tenants(this.#parts.time.nowUs()) };
  }

  get inFlight(): number {
    return this.#slots.total;
  }

  /** Accepts claims, in the order of their due times. */
  accept(claims: readonly Claim[]): void {
    if (claims.length === 0) return;
    const last = this.#upcoming.at(-1);
    this.#upcoming.push(...claims);
    if (last && last.attemptUs > (claims[0] as Claim).attemptUs)
      this.#upcoming.sort((a, b) => a.attemptUs - b.attemptUs);
    this.#tick();
  }

  acceptBacklog(claims: readonly Claim[]): void {
    this.#add(this.#backlog, claims);
    this.#pump();
  }

  /** Releases claims that are not in flight, and waits for those that are. */
  async drain(): Promise<void> {
    const rest = [...this.#upcoming, ...this.#fresh.emptyAll(), ...this.#backlog.emptyAll()];
    this.#upcoming = [];
    if (this.#timer) clearTimeout(this.#timer);
    this.#parts.releaser.release(rest.map((claim) => ({ claim, atUs: claim.attemptUs })));
    if (this.#slots.total > 0) {
      this.#idle ??= Promise.withResolvers();
      await this.#idle.promise;
    }
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  /** Moves due alarms into the queues, and wakes up again when the next one is due. */
  #tick(): void {
    const nowUs = this.#parts.time.nowUs();
    const next = this.#upcoming.findIndex((one) => one.attemptUs > nowUs);
    const due = next === -1 ? this.#upcoming.length : next;
    if (due > 0) this.#add(this.#fresh, this.#upcoming.splice(0, due));
    this.#pump();
    this.#releaseEarly(nowUs);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const first = this.#upcoming[0];
    if (!first) return;
    // Node's timers truncate fractions and can run early: rounded up, and checked again above.
    const waitMs = Math.max(0, Math.ceil((first.attemptUs - this.#parts.time.nowUs()) / MS_US));
    this.#timer = setTimeout(() => this.#tick(), Math.min(waitMs, MAX_HOLD_MS));
  }

  /** Nothing is claimed so long ahead: the database's clock was set back. It is claimed again when it is due. */
  #releaseEarly(nowUs: Micros): void {
    const first = this.#upcoming.findIndex(({ attemptUs }) => attemptUs > nowUs + MAX_HOLD_MS * MS_US);
    if (first === -1) return;
    this.#parts.releaser.release(this.#upcoming.splice(first).map((claim) => ({ claim, atUs: claim.attemptUs })));
  }

  /** Queues these for a slot; those behind a saturated receiver are released at once. */
  #add(queues: OriginQueues, claims: readonly Claim[]): void {
    const nowUs = this.#parts.time.nowUs();
    const isBacklog = queues === this.#backlog;
    const parked: ReleasedClaim[] = [];
    const queued: ReleasedClaim[] = [];
    for (const claim of claims) {
      const receiverId = this.#parts.queues.queueOf(claim);
      if (receiverId !== null) {
        queued.push({ claim, atUs: 0, receiverId });
        continue;
      }
      const origin = originOf(claim);
      const atUs = this.#parking.parkedUntil({ tenant: tenantOf(claim), origin, isBacklog }, nowUs);
      if (atUs === null) queues.add(claim, origin);
      else parked.push({ claim, atUs });
    }
    if (parked.length > 0) this.#backoff.recordParked(claims, parked, nowUs);
    this.#parts.releaser.release(queued);
    this.#parts.releaser.release(parked);
  }

  #pump(): void {
    const released: ReleasedClaim[] = [];
    for (let next = this.#take(); next; next = this.#take()) {
      const { claim } = next;
      const startedUs = this.#parts.time.nowUs();
      // It was due when it began to wait for its slot; the database's clock was set back since.
      const isEarly = claim.attemptUs > startedUs;
      // Its receiver may have been paused while it waited.
      const receiverId = this.#parts.queues.queueOf(claim);
      if (isEarly || this.#isTooOld(claim, startedUs)) released.push({ claim, atUs: isEarly ? claim.attemptUs : 0 });
      else if (receiverId !== null) released.push({ claim, atUs: 0, receiverId });
      else void this.#attempt({ ...next, startedUs, isSlow: false, lookupUs: null });
    }
    this.#parts.releaser.release(released);
    this.#parts.results.deferWhile(this.#fresh.waiting > 0);
  }

  /** The next for which there is a slot. */
  #take(): Pick<Sending, 'claim' | 'tenant' | 'origin' | 'isBacklog'> | null {
    const below = this.#slots.freshBelow;
    if (below === 0) return null;
    const fresh = this.#fresh.take(below);
    if (fresh) return { ...fresh, isBacklog: false };
    const late = this.#slots.hasForBacklog ? this.#backlog.take() : null;
    return late && { ...late, isBacklog: true };
  }

  /** What is left of the lease is too short for an attempt: another worker might begin while this one still waits. */
  #isTooOld({ leaseUntilUs }: Claim, nowUs: Micros): boolean {
    return nowUs + this.#parts.runner.neededUs > leaseUntilUs;
  }

  async #attempt(sending: Sending): Promise<void> {
    const { runner, results, releaser, time } = this.#parts;
    const { claim, tenant, origin } = sending;
    this.#slots.add(sending);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS);
    try {
      const outcome = await runner.run(claim, (isLookingUp) =>
        this.#slots.noteLookup(sending, isLookingUp, time.nowUs()),
      );
      if (outcome && 'atUs' in outcome) releaser.release([outcome]);
      else if (outcome) results.add(outcome);
    } finally {
      this.#slots.remove(sending);
    }
    this.#fresh.wake(tenant, origin);
    this.#backlog.wake(tenant, origin);
    this.#pump();
    if (this.#slots.total === 0) this.#idle?.resolve();
  }

  /** Counts slow attempts, and releases alarms that can't be sent soon. */
  #sweep(): void {
    const nowUs = this.#parts.time.nowUs();
    this.#parking.recordSlow(this.#slots.countSlow(nowUs), this.#slots, nowUs);
    const hopeless = [this.#fresh, this.#backlog].flatMap((queues) =>
      [...queues.all()].flatMap((queue) => this.#takeUnsendable(queues, queue, nowUs)),
    );
    this.#parts.releaser.release(hopeless);
    this.#pump();
    if (this.#slots.total > 0 || this.#fresh.waiting + this.#backlog.waiting > 0) return;
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  #takeUnsendable(queues: OriginQueues, queue: OriginQueue, nowUs: Micros): ReleasedClaim[] {
    const behind = { tenant: queue.tenant, origin: queue.origin, isBacklog: queues === this.#backlog };
    const isSaturated = this.#parking.parkedUntil(behind, nowUs) !== null;
    const first = queue.items[queue.next];
    if (!isSaturated && !(first && this.#isTooOld(first, nowUs))) return [];
    const rest = queues.empty(queue);
    return rest.map((claim) => ({ claim, atUs: this.#parking.parkedUntil(behind, nowUs) ?? 0 }));
  }
}
