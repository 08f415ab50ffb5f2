import type { DatabaseTime } from '#/lib/alarms/firing/database-time.ts';
import type { Claimed } from '#/lib/alarms/firing/firing.ts';
import type { HandedBack } from '#/lib/alarms/firing/hand-back-query.ts';
import { type Lane, Lanes, type Limits, UnderWay } from '#/lib/alarms/firing/lanes.ts';
import { Stuck } from '#/lib/alarms/firing/stuck.ts';
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
/** Slow tries don't count against the limit of all, up to this many times the limit. */
const SLOW_FACTOR = 4;
const MOST_WAITING = 5_000;
/** The backlog's part of all places. */
const BACKLOG_PART = 1 / 16;
/** And of a workspace's and a receiver's, so that there is a place for what is due now. */
const BACKLOG_SHARE = 1 / 4;
/** Places beyond the limit of all for workspaces that have next to nothing under way, as parts of that limit. */
const RESERVED_PART = 1 / 4;
const FEW_PART = 1 / 64;
/** The database's clock may be set while something waits for it. */
const LONGEST_TICK_MS = 1_000;

type Sending = { claimed: Claimed; origin: string; startedUs: Micros; isBacklog: boolean; isSlow: boolean };

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
  readonly #backlogUnderWay: UnderWay;
  readonly #stuck: Stuck;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#stuck = new Stuck(parts.limits);
    const all = new UnderWay(parts.limits);
    const backlog = new UnderWay(partOf(parts.limits));
    this.#underWay = all;
    this.#backlogUnderWay = backlog;
    this.#fresh = new Lanes(all);
    this.#backlog = new Lanes({
      of: (name) => all.of(name),
      limitOf: (workspaceId, origin) => all.limitOf(workspaceId, origin) ?? backlog.limitOf(workspaceId, origin),
    });
  }

  /** How many more fresh ones may be claimed now. */
  get room(): number {
    return Math.max(0, MOST_WAITING - this.#fresh.waiting - this.#upcoming.length);
  }

  /** How many more of the backlog may be claimed now: about as many as can be sent. */
  get backlogRoom(): number {
    if (this.#fresh.hasReady) return 0;
    return Math.max(0, 2 * this.#backlogPlaces - this.#backlog.waiting - this.#backlogUnderWay.total);
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
    this.#timer = setTimeout(() => this.#tick(), Math.min(waitMs, LONGEST_TICK_MS));
  }

  #pump(): void {
    const old: HandedBack[] = [];
    for (let next = this.#take(); next; next = this.#take()) {
      const startedUs = this.#parts.time.nowUs();
      if (this.#isTooOld(next.claimed, startedUs)) old.push({ claimed: next.claimed, atUs: 0 });
      else this.#begin({ ...next, startedUs, isSlow: false });
    }
    if (old.length > 0) this.#parts.handBack(old);
  }

  /** The next for which there is a place. */
  #take(): Pick<Sending, 'claimed' | 'origin' | 'isBacklog'> | null {
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

  /** What is left of the lease is too short for a try: another worker might begin while this one still waits. */
  #isTooOld({ leaseUntilUs }: Claimed, nowUs: Micros): boolean {
    return nowUs + this.#parts.timeoutUs > leaseUntilUs;
  }

  #begin(sending: Sending): void {
    const { claimed, origin, isBacklog } = sending;
    this.#sending.add(sending);
    this.#underWay.add(claimed.workspaceId, origin);
    if (isBacklog) this.#backlogUnderWay.add(claimed.workspaceId, origin);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS);
    void this.#parts.send(claimed).finally(() => this.#end(sending));
  }

  #end(sending: Sending): void {
    const { claimed, origin, isBacklog, isSlow } = sending;
    this.#sending.delete(sending);
    this.#underWay.remove(claimed.workspaceId, origin);
    if (isBacklog) this.#backlogUnderWay.remove(claimed.workspaceId, origin);
    if (isSlow) this.#slow -= 1;
    this.#fresh.wake(claimed.workspaceId, origin);
    this.#backlog.wake(claimed.workspaceId, origin);
    this.#pump();
    if (this.#sending.size === 0) this.#idle?.resolve();
  }

  /** Counts slow tries, and gives back what has no hope of being sent soon. */
  #sweep(): void {
    const nowUs = this.#parts.time.nowUs();
    const slow = [...this.#sending].filter(({ startedUs }) => nowUs - startedUs >= SLOW_US);
    for (const sending of slow) sending.isSlow = true;
    this.#slow = slow.length;
    const named = slow.map(({ claimed, origin }) => ({ workspaceId: claimed.workspaceId, origin }));
    this.#stuck.note(named, this.#underWay, nowUs);
    const hopeless = [this.#fresh, this.#backlog].flatMap((lanes) =>
      [...lanes.all()].flatMap((lane) => this.#takeHopeless(lanes, lane, nowUs)),
    );
    if (hopeless.length > 0) this.#parts.handBack(hopeless);
    this.#pump();
    if (this.#sending.size > 0 || this.#fresh.waiting + this.#backlog.waiting > 0) return;
    if (this.#sweeper) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  #takeHopeless(lanes: Lanes, lane: Lane, nowUs: Micros): HandedBack[] {
    const parkUs = this.#stuck.parkUs(lane, nowUs);
    const first = lane.items[lane.next];
    const isTooOld = first !== undefined && this.#isTooOld(first, nowUs);
    if (parkUs === null && !isTooOld) return [];
    const atUs = parkUs === null ? 0 : nowUs + parkUs;
    return lanes.empty(lane).map((claimed) => ({ claimed, atUs }));
  }

  #emptyAll(lanes: Lanes): Claimed[] {
    return [...lanes.all()].flatMap((lane) => lanes.empty(lane));
  }
}

function partOf({ total, perWorkspace, perOrigin }: Limits): Limits {
  const part = (limit: number) => Math.max(1, Math.floor(limit * BACKLOG_SHARE));
  return { total, perWorkspace: part(perWorkspace), perOrigin: part(perOrigin) };
}

/** Scheme, host and port that an alarm calls; events are published for nobody's account. */
function originOf({ url }: Claimed): string {
  if (url === null) return 'event';
  const slash = url.indexOf('/', url.indexOf('//') + 2);
  const end = slash === -1 ? url.search(/[?#]|$/) : slash;
  return url.slice(0, end);
}
