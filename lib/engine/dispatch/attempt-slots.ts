import { type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import { InFlight, type Limits, type OriginQueue } from '#/lib/engine/queues/origin-queues.ts';

/** An attempt in flight. */
export type Sending = Pick<OriginQueue, 'tenant' | 'origin'> & {
  claim: Claim;
  startedUs: Micros;
  isBacklog: boolean;
  isSlow: boolean;
  /** Since when it waits for the database, which says nothing about its receiver; null when it does not. */
  lookupUs: Micros | null;
};

/** Older than this, an attempt counts as slow: it no longer takes a slot that others could use. */
const SLOW_US = 1_000 * MS_US;
/** Slow attempts don't count against the limit of all, up to this many times the limit. */
const SLOW_FACTOR = 4;
/** The backlog's fraction of all slots. */
const BACKLOG_PART = 1 / 16;
/** Its fraction of a workspace's and a receiver's slots, so that a slot is left for alarms due now. */
const BACKLOG_SHARE = 1 / 4;
/** One tenant's largest share of the backlog's slots, so that one whose receivers hang leaves some. */
const BACKLOG_OF_ONE = 1 / 2;
/** Slots beyond the limit of all for workspaces that have next to nothing in flight, as a fraction of that limit. */
const RESERVED_PART = 1 / 4;
const FEW_PART = 1 / 64;

/** The slots of one worker: which attempts are in flight, and which others have a slot. */
export class AttemptSlots {
  readonly all: InFlight;
  /** In flight from the backlog, as part of `all`. */
  readonly backlog: InFlight;
  /** How many slots the backlog has, and how many of its alarms may wait per tenant. */
  readonly ofBacklog: number;
  readonly mostOfBacklog: number;
  readonly #total: number;
  readonly #sending = new Set<Sending>();
  #slow = 0;

  constructor(limits: Limits) {
    const { total } = limits;
    this.#total = total;
    this.ofBacklog = Math.max(4, Math.floor(total * BACKLOG_PART));
    const shares = backlogLimits(limits, this.ofBacklog);
    this.mostOfBacklog = 2 * shares.perWorkspace;
    this.all = new InFlight(limits);
    this.backlog = new InFlight(shares);
  }

  get total(): number {
    return this.all.total;
  }

  /** Limits of the backlog's queues: its own, and those of all. */
  get forBacklog(): Pick<InFlight, 'countOf' | 'limitOf'> {
    return {
      countOf: (name) => this.all.countOf(name),
      limitOf: (tenant, origin) => this.all.limitOf(tenant, origin) ?? this.backlog.limitOf(tenant, origin),
    };
  }

  /** Fresh attempts may begin for tenants with fewer than this many in flight: 0 for none, Infinity for any. */
  get freshBelow(): number {
    if (this.total >= this.#total * SLOW_FACTOR) return 0;
    if (this.#counted < this.#total) return Number.POSITIVE_INFINITY;
    return this.#counted < this.#total * (1 + RESERVED_PART) ? Math.max(1, this.#total * FEW_PART) : 0;
  }

  get hasForBacklog(): boolean {
    return this.#counted < this.#total && this.backlog.total < this.ofBacklog;
  }

  get #counted(): number {
    return this.total - this.#slow;
  }

  add(sending: Sending): void {
    const { tenant, origin, isBacklog } = sending;
    this.#sending.add(sending);
    this.all.add(tenant, origin);
    if (isBacklog) this.backlog.add(tenant, origin);
  }

  remove(sending: Sending): void {
    const { tenant, origin, isBacklog, isSlow } = sending;
    this.#sending.delete(sending);
    this.all.remove(tenant, origin);
    if (isBacklog) this.backlog.remove(tenant, origin);
    if (isSlow) this.#slow -= 1;
  }

  /** Counts slow attempts, and returns those that wait for their receivers. */
  countSlow(nowUs: Micros): Sending[] {
    const slow: Sending[] = [];
    for (const sending of this.#sending) {
      sending.isSlow = nowUs - sending.startedUs >= SLOW_US;
      if (sending.isSlow) slow.push(sending);
    }
    this.#slow = slow.length;
    return slow.filter(({ lookupUs }) => lookupUs === null);
  }

  /** An attempt begins to wait for the database, or has its response: that time is not its receiver's. */
  noteLookup(sending: Sending, isLookingUp: boolean, nowUs: Micros): void {
    sending.startedUs += nowUs - (sending.lookupUs ?? nowUs);
    sending.lookupUs = isLookingUp ? nowUs : null;
  }
}

function backlogLimits({ total, perWorkspace, perOrigin }: Limits, slots: number): Limits {
  const part = (limit: number) => Math.max(1, Math.floor(limit * BACKLOG_SHARE));
  const ofOne = Math.min(part(perWorkspace), Math.ceil(slots * BACKLOG_OF_ONE));
  return { total, perWorkspace: ofOne, perOrigin: part(perOrigin) };
}
