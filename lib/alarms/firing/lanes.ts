import { type Claimed, tenantOf } from '#/lib/alarms/firing/firing.ts';

/** `perOrigin` is what one workspace may have at one receiving origin. */
export type Limits = { total: number; perWorkspace: number; perOrigin: number };

/** All workspaces together may have so many times as many attempts at one origin as a single one. */
const ORIGIN_FACTOR = 2;

/** How much is being sent, by workspace, by receiving origin and by both, whatever queue it came from. */
export class UnderWay {
  readonly #limits: Limits;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** At which of the two a place must become free before one more may be sent, or null when it may be now. */
  limitOf(tenant: string, origin: string): string | null {
    if (this.isWorkspaceFull(tenant)) return tenant;
    return this.isShareFull(tenant, origin) ? origin : null;
  }

  isWorkspaceFull(tenant: string): boolean {
    return this.of(tenant) >= this.#limits.perWorkspace;
  }

  /**
   * A workspace may have as many attempts at an origin as places are free there: alone `perOrigin`, one of n that send
   * all they can the (n + 1)th part of twice as many (Choudhury and Hahne 1998, dynamic queue length thresholds, with
   * alpha = 1). So a part stays free for whoever comes next, and the first place of a workspace nobody can take.
   */
  isShareFull(tenant: string, origin: string): boolean {
    const free = this.#limits.perOrigin * ORIGIN_FACTOR - this.of(origin);
    return this.of(shareName(tenant, origin)) >= Math.max(1, free);
  }

  /** Of a workspace, an origin or a share of one. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(tenant: string, origin: string): void {
    this.#total += 1;
    for (const name of [tenant, origin, shareName(tenant, origin)]) this.#counts.set(name, this.of(name) + 1);
  }

  remove(tenant: string, origin: string): void {
    this.#total -= 1;
    for (const name of [tenant, origin, shareName(tenant, origin)]) {
      const left = this.of(name) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
  }
}

/** What a workspace, or its endpoints, have at one origin. */
export function shareName(tenant: string, origin: string): string {
  return `${tenant} ${origin}`;
}

/** What waits for one receiving origin of one tenant, a workspace or its endpoints, first due first. */
export type Lane = {
  tenant: string;
  origin: string;
  items: Claimed[];
  next: number;
  /** Its own receiver or tenant was at a limit since it was last empty. */
  wasHeld: boolean;
};

/**
 * Fair queue: workspaces take turns, and within one its origins do, so that nobody's herd stands before another's
 * alarm. Sets keep insertion order, so taking out and adding again is going to the end of the line.
 */
export class Lanes {
  readonly #underWay: Pick<UnderWay, 'of' | 'limitOf'>;
  readonly #lanes = new Map<string, Lane>();
  /** Workspaces that have something that may be sent, each with its lanes. */
  readonly #ready = new Map<string, Set<Lane>>();
  /** Lanes that wait for a workspace or an origin to come below its limit. */
  readonly #held = new Map<string, Set<Lane>>();
  readonly #waitingOf = new Map<string, number>();
  readonly #mostCounted: number;
  #waiting = 0;
  #counted = 0;

  /** `mostCounted`: of what waits for one workspace no more than this counts, so that one herd is not everybody's. */
  constructor(underWay: Pick<UnderWay, 'of' | 'limitOf'>, mostCounted = Number.POSITIVE_INFINITY) {
    this.#underWay = underWay;
    this.#mostCounted = mostCounted;
  }

  /** True when something waits for a place of the worker's, and not only for its own workspace or receiver. */
  get hasReady(): boolean {
    for (const lanes of this.#ready.values()) if (lanes.size > 0) return true;
    return false;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** What waits, of each workspace no more than `mostCounted`. */
  get counted(): number {
    return this.#counted;
  }

  /** Tenants of which at least so many wait. */
  tenantsWaiting(least: number): string[] {
    return [...this.#waitingOf].filter(([, count]) => count >= least).map(([tenant]) => tenant);
  }

  /** Lanes in which something waits. */
  all(): Iterable<Lane> {
    return this.#lanes.values();
  }

  add(claimed: Claimed, origin: string): void {
    const tenant = tenantOf(claimed);
    const key = shareName(tenant, origin);
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = { tenant, origin, items: [], next: 0, wasHeld: false };
      this.#lanes.set(key, lane);
    }
    lane.items.push(claimed);
    this.#count(lane.tenant, 1);
    this.#queue(lane);
  }

  /**
   * The next that may be sent, or null when all that waits is held up by a limit. With `below`, only of a workspace that
   * has fewer than that under way.
   */
  take(below = Number.POSITIVE_INFINITY): (Pick<Lane, 'tenant' | 'origin'> & { claimed: Claimed }) | null {
    for (const [tenant, lanes] of this.#ready) {
      if (this.#underWay.of(tenant) >= below) continue;
      for (const lane of lanes) {
        lanes.delete(lane);
        const limit = this.#underWay.limitOf(tenant, lane.origin);
        if (limit !== null) {
          this.#hold(lane, limit);
          continue;
        }
        const first = this.#shift(lane);
        const claimed = lane.wasHeld ? { ...first, wasHeld: true } : first;
        if (lane.next < lane.items.length) lanes.add(lane);
        this.#ready.delete(tenant);
        if (lanes.size > 0) this.#ready.set(tenant, lanes);
        return { claimed, tenant, origin: lane.origin };
      }
      this.#ready.delete(tenant);
    }
    return null;
  }

  /** Something of this workspace and origin has ended: what they held up may be looked at again. */
  wake(tenant: string, origin: string): void {
    for (const name of [tenant, origin]) {
      const lanes = this.#held.get(name);
      this.#held.delete(name);
      for (const lane of lanes ?? []) if (lane.next < lane.items.length) this.#queue(lane);
    }
  }

  /** Takes everything out of a lane. */
  empty(lane: Lane): Claimed[] {
    const rest = lane.items.slice(lane.next);
    this.#count(lane.tenant, -rest.length);
    this.#forget(lane);
    return rest;
  }

  #count(tenant: string, change: number): void {
    const before = this.#waitingOf.get(tenant) ?? 0;
    const after = before + change;
    if (after > 0) this.#waitingOf.set(tenant, after);
    else this.#waitingOf.delete(tenant);
    this.#waiting += change;
    this.#counted += Math.min(after, this.#mostCounted) - Math.min(before, this.#mostCounted);
  }

  #queue(lane: Lane): void {
    const lanes = this.#ready.get(lane.tenant);
    if (lanes) lanes.add(lane);
    else this.#ready.set(lane.tenant, new Set([lane]));
  }

  #hold(lane: Lane, name: string): void {
    lane.wasHeld = true;
    const lanes = this.#held.get(name);
    if (lanes) lanes.add(lane);
    else this.#held.set(name, new Set([lane]));
  }

  #shift(lane: Lane): Claimed {
    const claimed = lane.items[lane.next] as Claimed;
    lane.next += 1;
    this.#count(lane.tenant, -1);
    if (lane.next === lane.items.length) this.#forget(lane);
    return claimed;
  }

  #forget(lane: Lane): void {
    this.#lanes.delete(shareName(lane.tenant, lane.origin));
    this.#ready.get(lane.tenant)?.delete(lane);
    lane.items = [];
    lane.next = 0;
  }
}
