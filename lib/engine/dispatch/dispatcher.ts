import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { type Claim, tenantOf } from '#/lib/engine/claim/claim.ts';
import type { SkippedWorkspaces } from '#/lib/engine/claim/fair-claims.ts';
import type { ReleasedClaim } from '#/lib/engine/claim/release-claims-query.ts';
import { Resting } from '#/lib/engine/claim/resting.ts';
import { originOf } from '#/lib/engine/queues/origin.ts';
import { InFlight, type Limits, type OriginQueue, OriginQueues } from '#/lib/engine/queues/origin-queues.ts';
import { Parking } from '#/lib/engine/queues/parking.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';

export type DispatcherParts = {
  time: Pick<DatabaseTime, 'nowUs'>;
  limits: Limits;
  /** How long an attempt may take: none is begun that the lease may not outlast. */
  timeoutUs: number;
  /** Sends one alarm, and settles it. Never rejects. */
  send: (claim: Claim) => Promise<void>;
  /** Releases claimed alarms that were not attempted. */
  releaseClaims: (alarms: ReleasedClaim[]) => void;
  /** In which receiver's queue an alarm has to wait; null when it may be sent. */
  queueOf?: (claim: Claim) => string | null;
  /** From 0 to 1. */
  random?: () => number;
};

/** Older than this, an attempt counts as slow: it no longer takes a slot that others could use. */
const SLOW_US = 1_000 * MS_US;
const SWEEP_MS = 250;
/** Slow attempts don't count against the limit of all, up to this many times the limit. */
const SLOW_FACTOR = 4;
const MOST_WAITING = 5_000;
/** Of one workspace, times its limit of attempts, counts against that; and no more than so many times it wait in truth. */
const WAITING_FACTOR = 4;
const WAITING_IN_TRUTH = 4;
/** How many may be claimed without room, for tenants with only a few waiting. */
const KEPT_ROOM = 64;
const FEW_WAITING = 16;
/** The backlog's part of all places. */
const BACKLOG_PART = 1 / 16;
/** And of a workspace's and a receiver's, so that there is a place for what is due now. */
const BACKLOG_SHARE = 1 / 4;
/** One tenant's largest share of the backlog's slots, so that one whose receivers hang leaves some. */
const BACKLOG_OF_ONE = 1 / 2;
/** Places beyond the limit of all for workspaces that have next to nothing in flight, as parts of that limit. */
const RESERVED_PART = 1 / 4;
const FEW_PART = 1 / 64;
/** The database's clock may be set while something waits for it. What would then wait for longer goes back. */
const LONGEST_HOLD_MS = 1_000;

type Sending = Pick<OriginQueue, 'tenant' | 'origin'> & {
  claim: Claim;
  startedUs: Micros;
  isBacklog: boolean;
  isSlow: boolean;
};

/**
 * Holds claimed alarms until they are due, to the millisecond, and sends them as limits allow: workspaces round robin,
 * fresh ones before the backlog. A receiver that hangs keeps only its own slots: what waits behind it is released to
 * the database for a time that grows as long as it hangs.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #underWay: InFlight;
  readonly #fresh: OriginQueues;
  readonly #backlog: OriginQueues;
  /** Of one tenant, waiting. */
  readonly #mostOfBacklog: number;
  /** Not due yet, first due first. */
  #upcoming: Claim[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sweeper: NodeJS.Timeout | null = null;
  readonly #sending = new Set<Sending>();
  #slow = 0;
  readonly #backlogUnderWay: InFlight;
  readonly #parking: Parking;
  readonly #resting = new Resting();
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    const ofBacklog = partOf(parts.limits, this.#backlogPlaces);
    this.#mostOfBacklog = 2 * ofBacklog.perWorkspace;
    this.#parking = new Parking(parts.random ?? Math.random);
    const all = new InFlight(parts.limits);
    const backlog = new InFlight(ofBacklog);
    this.#underWay = all;
    this.#backlogUnderWay = backlog;
    this.#fresh = new OriginQueues(all, WAITING_FACTOR * parts.limits.perWorkspace);
    const places: Pick<InFlight, 'of' | 'limitOf'> = {
      of: (name) => all.of(name),
      limitOf: (tenant, origin) => all.limitOf(tenant, origin) ?? backlog.limitOf(tenant, origin),
    };
    this.#backlog = new OriginQueues(places, this.#mostOfBacklog);
  }

  /** How many more fresh ones may be claimed now. A few always, of those that have next to nothing waiting. */
  get room(): number {
    if (this.#fresh.waiting >= WAITING_IN_TRUTH * MOST_WAITING) return 0;
    return Math.max(KEPT_ROOM, this.#roomOfAll);
  }

  /** Tenants to claim nothing for now: enough of theirs waits here, or it would be released again. */
  get heldUp(): SkippedWorkspaces {
    const isScarce = this.#roomOfAll < KEPT_ROOM;
    const least = isScarce ? FEW_WAITING : WAITING_FACTOR * this.#parts.limits.perWorkspace;
    return { full: this.#fresh.tenantsWaiting(least), resting: this.#resting.tenants(this.#parts.time.nowUs()) };
  }

  get #roomOfAll(): number {
    return Math.max(0, MOST_WAITING - this.#fresh.counted - this.#upcoming.length);
  }

  /** How many more of the backlog may be claimed now: about as many as can be sent. */
  get backlogRoom(): number {
    if (this.#fresh.hasReady) return 0;
    return Math.max(0, 2 * this.#backlogPlaces - this.#backlog.counted - this.#backlogUnderWay.total);
  }

  /** As `heldUp`, for the backlog. */
  get backlogHeldUp(): SkippedWorkspaces {
    return {
      full: this.#backlog.tenantsWaiting(this.#mostOfBacklog),
      resting: this.#resting.tenants(this.#parts.time.nowUs()),
    };
  }

  get underWay(): number {
    return this.#underWay.total;
  }

  /** Takes in what was claimed, in the order of its times. */
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

  /** Releases what is not in flight, and waits for what is. */
  async drain(): Promise<void> {
    const rest = [...this.#upcoming, ...this.#emptyAll(this.#fresh), ...this.#emptyAll(this.#backlog)];
    this.#upcoming = [];
    if (this.#timer) clearTimeout(this.#timer);
    this.#parts.releaseClaims(rest.map((claim) => ({ claim, atUs: claim.attemptUs })));
    if (this.#sending.size > 0) {
      this.#idle ??= Promise.withResolvers();
      await this.#idle.promise;
    }
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  get #backlogPlaces(): number {
    return Math.max(4, Math.floor(this.#parts.limits.total * BACKLOG_PART));
  }

  /** Moves due alarms into the queues, and wakes up again when the next one is due. */
  #tick(): void {
    const nowUs = this.#parts.time.nowUs();
    const next = this.#upcoming.findIndex((one) => one.attemptUs > nowUs);
    const due = next === -1 ? this.#upcoming.length : next;
    if (due > 0) this.#add(this.#fresh, this.#upcoming.splice(0, due));
    this.#pump();
    this.#giveBackEarly(nowUs);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const first = this.#upcoming[0];
    if (!first) return;
    // Timers of Node cut fractions and can run early: rounded up, and looked at again above.
    const waitMs = Math.max(0, Math.ceil((first.attemptUs - this.#parts.time.nowUs()) / MS_US));
    this.#timer = setTimeout(() => this.#tick(), Math.min(waitMs, LONGEST_HOLD_MS));
  }

  /** Nothing is claimed so long ahead: the database's clock was set back. It is claimed again when it is due. */
  #giveBackEarly(nowUs: Micros): void {
    const first = this.#upcoming.findIndex(({ attemptUs }) => attemptUs > nowUs + LONGEST_HOLD_MS * MS_US);
    if (first === -1) return;
    this.#parts.releaseClaims(this.#upcoming.splice(first).map((claim) => ({ claim, atUs: claim.attemptUs })));
  }

  /** Queues these for a slot; what is behind a saturated receiver is released at once. */
  #add(queues: OriginQueues, alarms: readonly Claim[]): void {
    const nowUs = this.#parts.time.nowUs();
    const isBacklog = queues === this.#backlog;
    const parked: ReleasedClaim[] = [];
    const queued: ReleasedClaim[] = [];
    for (const claim of alarms) {
      const receiverId = this.#queueOf(claim);
      if (receiverId !== null) {
        queued.push({ claim, atUs: 0, receiverId });
        continue;
      }
      const origin = originOf(claim);
      const atUs = this.#parking.until({ tenant: tenantOf(claim), origin, isBacklog }, nowUs);
      if (atUs === null) queues.add(claim, origin);
      else parked.push({ claim, atUs });
    }
    if (queued.length > 0) this.#parts.releaseClaims(queued);
    if (parked.length === 0) return;
    this.#resting.note(alarms, parked, nowUs);
    this.#parts.releaseClaims(parked);
  }

  #queueOf(claim: Claim): string | null {
    return this.#parts.queueOf?.(claim) ?? null;
  }

  #pump(): void {
    const back: ReleasedClaim[] = [];
    for (let next = this.#take(); next; next = this.#take()) {
      const { claim } = next;
      const startedUs = this.#parts.time.nowUs();
      // It was due when it began to wait for its slot; the database's clock was set back since.
      const isEarly = claim.attemptUs > startedUs;
      // Somebody may have paused its receiver while it waited.
      const receiverId = this.#queueOf(claim);
      if (isEarly || this.#isTooOld(claim, startedUs)) back.push({ claim, atUs: isEarly ? claim.attemptUs : 0 });
      else if (receiverId !== null) back.push({ claim, atUs: 0, receiverId });
      else this.#begin({ ...next, startedUs, isSlow: false });
    }
    if (back.length > 0) this.#parts.releaseClaims(back);
  }

  /** The next for which there is a place. */
  #take(): Pick<Sending, 'claim' | 'tenant' | 'origin' | 'isBacklog'> | null {
    const { total } = this.#parts.limits;
    if (this.#underWay.total >= total * SLOW_FACTOR) return null;
    const counted = this.#underWay.total - this.#slow;
    if (counted >= total * (1 + RESERVED_PART)) return null;
    const fresh = this.#fresh.take(counted < total ? undefined : Math.max(1, total * FEW_PART));
    if (fresh) return { ...fresh, isBacklog: false };
    if (counted >= total || this.#backlogUnderWay.total >= this.#backlogPlaces) return null;
    const late = this.#backlog.take();
    return late && { ...late, isBacklog: true };
  }

  /** What is left of the lease is too short for an attempt: another worker might begin while this one still waits. */
  #isTooOld({ leaseUntilUs }: Claim, nowUs: Micros): boolean {
    return nowUs + this.#parts.timeoutUs > leaseUntilUs;
  }

  #begin(sending: Sending): void {
    const { claim, tenant, origin, isBacklog } = sending;
    this.#sending.add(sending);
    this.#underWay.add(tenant, origin);
    if (isBacklog) this.#backlogUnderWay.add(tenant, origin);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS);
    void this.#parts.send(claim).finally(() => this.#end(sending));
  }

  #end(sending: Sending): void {
    const { tenant, origin, isBacklog, isSlow } = sending;
    this.#sending.delete(sending);
    this.#underWay.remove(tenant, origin);
    if (isBacklog) this.#backlogUnderWay.remove(tenant, origin);
    if (isSlow) this.#slow -= 1;
    this.#fresh.wake(tenant, origin);
    this.#backlog.wake(tenant, origin);
    this.#pump();
    if (this.#sending.size === 0) this.#idle?.resolve();
  }

  /** Counts slow attempts, and releases what can't be sent soon. */
  #sweep(): void {
    const nowUs = this.#parts.time.nowUs();
    const slow = [...this.#sending].filter(({ startedUs }) => nowUs - startedUs >= SLOW_US);
    for (const sending of slow) sending.isSlow = true;
    this.#slow = slow.length;
    this.#parking.note(slow, { all: this.#underWay, backlog: this.#backlogUnderWay }, nowUs);
    const hopeless = [this.#fresh, this.#backlog].flatMap((queues) =>
      [...queues.all()].flatMap((queue) => this.#takeHopeless(queues, queue, nowUs)),
    );
    if (hopeless.length > 0) this.#parts.releaseClaims(hopeless);
    this.#pump();
    if (this.#sending.size > 0 || this.#fresh.waiting + this.#backlog.waiting > 0) return;
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  #takeHopeless(queues: OriginQueues, queue: OriginQueue, nowUs: Micros): ReleasedClaim[] {
    const behind = { tenant: queue.tenant, origin: queue.origin, isBacklog: queues === this.#backlog };
    const isSaturated = this.#parking.until(behind, nowUs) !== null;
    const first = queue.items[queue.next];
    if (!isSaturated && !(first && this.#isTooOld(first, nowUs))) return [];
    const rest = queues.empty(queue);
    return rest.map((claim) => ({ claim, atUs: this.#parking.until(behind, nowUs) ?? 0 }));
  }

  #emptyAll(queues: OriginQueues): Claim[] {
    return [...queues.all()].flatMap((queue) => queues.empty(queue));
  }
}

function partOf({ total, perWorkspace, perOrigin }: Limits, places: number): Limits {
  const part = (limit: number) => Math.max(1, Math.floor(limit * BACKLOG_SHARE));
  const ofOne = Math.min(part(perWorkspace), Math.ceil(places * BACKLOG_OF_ONE));
  return { total, perWorkspace: ofOne, perOrigin: part(perOrigin) };
}
