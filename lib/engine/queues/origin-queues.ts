import { type Claim, tenantOf } from '#/lib/engine/claim/claim.ts';

/** `perOrigin` is what one workspace may have at one receiving origin. */
export type Limits = { total: number; perWorkspace: number; perOrigin: number };

/** How many times as many attempts at one origin all workspaces together may have as a single one. */
const ORIGIN_FACTOR = 2;

/** How much is being sent, by workspace, by receiving origin and by both, whichever queue it came from. */
export class InFlight {
  readonly #limits: Limits;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Which of the two must free a slot before one more may be sent; null when it may be sent now. */
  limitOf(tenant: string, origin: string): string | null {
    if (this.isWorkspaceFull(tenant)) return tenant;
    return this.isShareFull(tenant, origin) ? origin : null;
  }

  isWorkspaceFull(tenant: string): boolean {
    return this.countOf(tenant) >= this.#limits.perWorkspace;
  }

  /**
   * A workspace may have as many attempts at an origin as slots are free there: alone `perOrigin`; when n workspaces
   * send all they can, each gets 1/(n + 1) of twice as many (Choudhury and Hahne 1998, dynamic queue length thresholds,
   * with alpha = 1). So some slots stay free for the next workspace, and no other can take a workspace's first slot.
   */
  isShareFull(tenant: string, origin: string): boolean {
    const free = this.#limits.perOrigin * ORIGIN_FACTOR - this.countOf(origin);
    return this.countOf(shareName(tenant, origin)) >= Math.max(1, free);
  }

  /** The count of a workspace, an origin, or a workspace's share of one. */
  countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(tenant: string, origin: string): void {
    this.#total += 1;
    for (const name of [tenant, origin, shareName(tenant, origin)]) this.#counts.set(name, this.countOf(name) + 1);
  }

  remove(tenant: string, origin: string): void {
    this.#total -= 1;
    for (const name of [tenant, origin, shareName(tenant, origin)]) {
      const left = this.countOf(name) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
  }
}

/** The key of what a workspace, or its endpoints, have at one origin. */
export function shareName(tenant: string, origin: string): string {
  return `${tenant} ${origin}`;
}

/**
 * Alarms of one tenant that wait for one receiving origin; a tenant is a workspace or its endpoints. First due first.
 */
export type OriginQueue = {
  tenant: string;
  origin: string;
  items: Claim[];
  next: number;
  /** Its receiver or tenant has been at a limit since it was last empty. */
  wasHeld: boolean;
};

/**
 * Fair queue: round robin over workspaces, and within one over its origins, so that one workspace's thundering herd
 * does not delay another's alarm. Sets keep insertion order, so removing and adding again moves to the end.
 */
export class OriginQueues {
  readonly #inFlight: Pick<InFlight, 'countOf' | 'limitOf'>;
  readonly #queues = new Map<string, OriginQueue>();
  /** Workspaces with something to send, each with its queues. */
  readonly #ready = new Map<string, Set<OriginQueue>>();
  /** Queues that wait for a workspace or an origin to drop below its limit. */
  readonly #held = new Map<string, Set<OriginQueue>>();
  readonly #waitingOf = new Map<string, number>();
  readonly #mostCounted: number;
  #waiting = 0;
  #counted = 0;

  /**
   * `mostCounted`: at most this many waiting alarms count per workspace, so that one flood does not affect the others.
   */
  constructor(inFlight: Pick<InFlight, 'countOf' | 'limitOf'>, mostCounted = Number.POSITIVE_INFINITY) {
    this.#inFlight = inFlight;
    this.#mostCounted = mostCounted;
  }

  /** True when something waits for a slot of the worker itself, rather than of its workspace or receiver. */
  get hasReady(): boolean {
    for (const queues of this.#ready.values()) if (queues.size > 0) return true;
    return false;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** How many wait, counting at most `mostCounted` per workspace. */
  get counted(): number {
    return this.#counted;
  }

  /** Tenants with at least this many waiting. */
  tenantsWaiting(least: number): string[] {
    return [...this.#waitingOf].filter(([, count]) => count >= least).map(([tenant]) => tenant);
  }

  /** Queues in which something waits. */
  all(): Iterable<OriginQueue> {
    return this.#queues.values();
  }

  add(claim: Claim, origin: string): void {
    const tenant = tenantOf(claim);
    const key = shareName(tenant, origin);
    let queue = this.#queues.get(key);
    if (!queue) {
      queue = { tenant, origin, items: [], next: 0, wasHeld: false };
      this.#queues.set(key, queue);
    }
    queue.items.push(claim);
    this.#count(queue.tenant, 1);
    this.#queue(queue);
  }

  /**
   * The next that may be sent, or null when a limit holds up everything that waits. With `below`, only from a workspace
   * that has fewer than that in flight.
   */
  take(below = Number.POSITIVE_INFINITY): (Pick<OriginQueue, 'tenant' | 'origin'> & { claim: Claim }) | null {
    for (const [tenant, queues] of this.#ready) {
      if (this.#inFlight.countOf(tenant) >= below) continue;
      for (const queue of queues) {
        queues.delete(queue);
        const limit = this.#inFlight.limitOf(tenant, queue.origin);
        if (limit !== null) {
          this.#hold(queue, limit);
          continue;
        }
        const first = this.#shift(queue);
        const claim = queue.wasHeld ? { ...first, wasHeld: true } : first;
        if (queue.next < queue.items.length) queues.add(queue);
        this.#ready.delete(tenant);
        if (queues.size > 0) this.#ready.set(tenant, queues);
        return { claim, tenant, origin: queue.origin };
      }
      this.#ready.delete(tenant);
    }
    return null;
  }

  /** An attempt of this workspace and origin has ended: queues that they held up are considered again. */
  wake(tenant: string, origin: string): void {
    for (const name of [tenant, origin]) {
      const queues = this.#held.get(name);
      this.#held.delete(name);
      for (const queue of queues ?? []) if (queue.next < queue.items.length) this.#queue(queue);
    }
  }

  /** Empties a queue. */
  empty(queue: OriginQueue): Claim[] {
    const rest = queue.items.slice(queue.next);
    this.#count(queue.tenant, -rest.length);
    this.#remove(queue);
    return rest;
  }

  /** Empties all queues. */
  emptyAll(): Claim[] {
    return [...this.#queues.values()].flatMap((queue) => this.empty(queue));
  }

  #count(tenant: string, change: number): void {
    const before = this.#waitingOf.get(tenant) ?? 0;
    const after = before + change;
    if (after > 0) this.#waitingOf.set(tenant, after);
    else this.#waitingOf.delete(tenant);
    this.#waiting += change;
    this.#counted += Math.min(after, this.#mostCounted) - Math.min(before, this.#mostCounted);
  }

  #queue(queue: OriginQueue): void {
    const queues = this.#ready.get(queue.tenant);
    if (queues) queues.add(queue);
    else this.#ready.set(queue.tenant, new Set([queue]));
  }

  #hold(queue: OriginQueue, name: string): void {
    queue.wasHeld = true;
    const queues = this.#held.get(name);
    if (queues) queues.add(queue);
    else this.#held.set(name, new Set([queue]));
  }

  #shift(queue: OriginQueue): Claim {
    const claim = queue.items[queue.next] as Claim;
    queue.next += 1;
    this.#count(queue.tenant, -1);
    if (queue.next === queue.items.length) this.#remove(queue);
    return claim;
  }

  #remove(queue: OriginQueue): void {
    this.#queues.delete(shareName(queue.tenant, queue.origin));
    this.#ready.get(queue.tenant)?.delete(queue);
    queue.items = [];
    queue.next = 0;
  }
}
