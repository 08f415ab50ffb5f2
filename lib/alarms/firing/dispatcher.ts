import type { DatabaseTime } from '#/lib/alarms/firing/database-time.ts';
import type { Claimed } from '#/lib/alarms/firing/firing.ts';
import type { HandedBack } from '#/lib/alarms/firing/hand-back-query.ts';
import { type Lane, Lanes, type Limits, UnderWay } from '#/lib/alarms/firing/lanes.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

export type DispatcherParts = {
  time: Pick<DatabaseTime, 'nowUs'>;
  limits: Limits;
  /** How long a try may take: none is begun that the lease may not outlast. */
  timeoutUs: number;
  /** Sends one alarm, and settles it. Never rejects. */
  send: (claimed: Claimed) => Promise<void>;
  /** Gives claimed alarms back that were not tried. */
  handBack: (alarms: HandedBack[]) => void;
};

/** Older than this, a try counts as slow: it no longer takes a place that others could use. */
const SLOW_US = 1_000 * MS_US;
const SWEEP_MS = 250;
const SHORTEST_PARK_US = 1_000 * MS_US;
const LONGEST_PARK_US = 30_000 * MS_US;
/** Slow tries don't count against the limit of all, up to this many times the limit. */
const SLOW_FACTOR = 4;
const MOST_WAITING = 5_000;
/** The backlog's part of all places. */
const BACKLOG_PART = 1 / 16;

type Sending = { claimed: Claimed; origin: string; startedUs: Micros; isBacklog: boolean };

/**
 * Holds claimed alarms until they are due, to the millisecond, and sends them as limits allow: workspaces by turns,
 * fresh ones before the backlog. A receiver that hangs keeps its own places only: what waits behind it is given back to
 * the database for a while that grows as long as it hangs.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #underWay: UnderWay;
  readonly #fresh: Lanes;
  readonly #backlog: Lanes;
  /** Not due yet, first due first. */
  #upcoming: Claimed[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sweeper: NodeJS.Timeout | null = null;
  readonly #sending = new Set<Sending>();
  #slow = 0;
  #backlogUnderWay = 0;
  /** Since when an origin or workspace has been at its limit with nothing but slow tries. */
  readonly #stuckSince = new Map<string, Micros>();
  #whenIdle: (() => void) | null = null;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#underWay = new UnderWay(parts.limits);
    this.#fresh = new Lanes(this.#underWay);
    this.#backlog = new Lanes(this.#underWay);
  }

  /** How many more fresh ones may be claimed now. */
  get room(): number {
    return Math.max(0, MOST_WAITING - this.#fresh.waiting - this.#upcoming.length);
  }

  /** How many more of the backlog may be claimed now: about as many as can be sent. */
  get backlogRoom(): number {
    if (this.#fresh.waiting > 0) return 0;
    return Math.max(0, 2 * this.#backlogPlaces - this.#backlog.waiting - this.#backlogUnderWay);
  }

  get underWay(): number {
    return this.#underWay.total;
  }

  /** Takes in what was claimed, in the order of its times. */
  accept(claimed: readonly Claimed[]): void {
    if (claimed.length === 0) return;
    const last = this.#upcoming.at(-1);
    this.#upcoming.push(...claimed);
    if (last && last.tryUs > (claimed[0] as Claimed).tryUs) this.#upcoming.sort((a, b) => a.tryUs - b.tryUs);
    this.#tick();
  }

  acceptBacklog(claimed: readonly Claimed[]): void {
    for (const one of claimed) this.#backlog.add(one, originOf(one));
    this.#pump();
  }

  /** Gives back what is not under way, and waits for what is. */
  async drain(): Promise<void> {
    const rest = [...this.#upcoming, ...this.#emptyAll(this.#fresh), ...this.#emptyAll(this.#backlog)];
    this.#upcoming = [];
    if (this.#timer) clearTimeout(this.#timer);
    this.#parts.handBack(rest.map((claimed) => ({ claimed, atUs: claimed.tryUs })));
    if (this.#sending.size > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  get #backlogPlaces(): number {
    return Math.max(4, Math.floor(this.#parts.limits.total * BACKLOG_PART));
  }

  /** Moves what is due into the lanes, and wakes up again when the next is. */
  #tick(): void {
    const nowUs = this.#parts.time.nowUs();
    let due = 0;
    for (const one of this.#upcoming) {
      if (one.tryUs > nowUs) break;
      this.#fresh.add(one, originOf(one));
      due += 1;
    }
    if (due > 0) this.#upcoming = this.#upcoming.slice(due);
    this.#pump();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const next = this.#upcoming[0];
    if (!next) return;
    // Timers of Node cut fractions and can run early: rounded up, and looked at again above.
    const waitMs = Math.max(0, Math.ceil((next.tryUs - this.#parts.time.nowUs()) / MS_US));
    this.#timer = setTimeout(() => this.#tick(), waitMs);
  }

  #pump(): void {
    while (this.#hasPlace()) {
      const fresh = this.#fresh.take();
      const next = fresh ?? this.#takeBacklog();
      if (!next) return;
      this.#begin(next.claimed, next.origin, fresh === null);
    }
  }

  #takeBacklog() {
    return this.#backlogUnderWay < this.#backlogPlaces ? this.#backlog.take() : null;
  }

  #hasPlace(): boolean {
    const { total } = this.#parts.limits;
    return this.#underWay.total - this.#slow < total && this.#underWay.total < total * SLOW_FACTOR;
  }

  /** What is left of the lease is too short for a try: another worker might begin while this one still waits. */
  #isTooOld({ leaseUntilUs }: Claimed, nowUs: Micros): boolean {
    return nowUs + this.#parts.timeoutUs > leaseUntilUs;
  }

  #begin(claimed: Claimed, origin: string, isBacklog: boolean): void {
    const startedUs = this.#parts.time.nowUs();
    if (this.#isTooOld(claimed, startedUs)) {
      this.#parts.handBack([{ claimed, atUs: 0 }]);
      return;
    }
    const sending = { claimed, origin, startedUs, isBacklog };
    this.#sending.add(sending);
    this.#underWay.add(claimed.workspaceId, origin);
    if (isBacklog) this.#backlogUnderWay += 1;
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS);
    void this.#parts.send(claimed).finally(() => this.#end(sending));
  }

  #end(sending: Sending): void {
    const { claimed, origin, isBacklog } = sending;
    this.#sending.delete(sending);
    this.#underWay.remove(claimed.workspaceId, origin);
    if (isBacklog) this.#backlogUnderWay -= 1;
    this.#fresh.wake(claimed.workspaceId, origin);
    this.#backlog.wake(claimed.workspaceId, origin);
    this.#pump();
    if (this.#sending.size === 0) this.#whenIdle?.();
  }

  /** Counts slow tries, and gives back what has no hope of being sent soon. */
  #sweep(): void {
    const nowUs = this.#parts.time.nowUs();
    const slow = new Map<string, number>();
    this.#slow = 0;
    for (const { claimed, origin, startedUs } of this.#sending) {
      if (nowUs - startedUs < SLOW_US) continue;
      this.#slow += 1;
      for (const name of [claimed.workspaceId, origin]) slow.set(name, (slow.get(name) ?? 0) + 1);
    }
    this.#noteStuck(slow, nowUs);
    for (const lanes of [this.#fresh, this.#backlog])
      for (const lane of [...lanes.all()]) this.#park(lanes, lane, nowUs);
    this.#pump();
    if (this.#sending.size > 0 || this.#fresh.waiting + this.#backlog.waiting > 0) return;
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  #noteStuck(slow: Map<string, number>, nowUs: Micros): void {
    const { perWorkspace, perOrigin } = this.#parts.limits;
    for (const name of this.#stuckSince.keys()) if (!slow.has(name)) this.#stuckSince.delete(name);
    for (const [name, count] of slow) {
      const isFull = count * 2 >= Math.min(perWorkspace, perOrigin) && count * 2 >= this.#underWay.of(name);
      if (!isFull) this.#stuckSince.delete(name);
      else if (!this.#stuckSince.has(name)) this.#stuckSince.set(name, nowUs);
    }
  }

  #park(lanes: Lanes, lane: Lane, nowUs: Micros): void {
    const since = this.#stuckSince.get(lane.workspaceId) ?? this.#stuckSince.get(lane.origin);
    const first = lane.items[lane.next];
    const isTooOld = first !== undefined && this.#isTooOld(first, nowUs);
    if (since === undefined && !isTooOld) return;
    const stuckUs = since === undefined ? 0 : nowUs - since;
    const parkUs = Math.min(LONGEST_PARK_US, Math.max(SHORTEST_PARK_US, stuckUs));
    const atUs = since === undefined ? 0 : nowUs + parkUs;
    this.#parts.handBack(lanes.empty(lane).map((claimed) => ({ claimed, atUs })));
  }

  #emptyAll(lanes: Lanes): Claimed[] {
    return [...lanes.all()].flatMap((lane) => lanes.empty(lane));
  }
}

/** Scheme, host and port that an alarm calls; events are published for nobody's account. */
function originOf({ url }: Claimed): string {
  if (url === null) return 'event';
  const slash = url.indexOf('/', url.indexOf('//') + 2);
  const end = slash === -1 ? url.search(/[?#]|$/) : slash;
  return url.slice(0, end);
}
