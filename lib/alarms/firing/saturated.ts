import { type InFlight, type OriginQueue, shareName } from '#/lib/alarms/firing/origin-queues.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

const SHORTEST_PARK_US = 1_000 * MS_US;
const LONGEST_PARK_US = 30_000 * MS_US;

/** A workspace, and a receiver. */
type Named = Pick<OriginQueue, 'tenant' | 'origin'>;

/**
 * Since when workspaces, in all or at one receiver, have been at their limits with attempts most of which are slow. Not
 * receivers as such: what is slow for one workspace may be quick for another.
 */
export class Saturated {
  readonly #since = new Map<string, Micros>();

  /** Takes in which attempts are slow just now. */
  note(slow: Iterable<Named>, underWay: InFlight, nowUs: Micros): void {
    const stuck = this.#stuckNames(slow, underWay);
    for (const name of this.#since.keys()) if (!stuck.has(name)) this.#since.delete(name);
    for (const name of stuck) if (!this.#since.has(name)) this.#since.set(name, nowUs);
  }

  /** For how long what waits behind it goes back, growing as long as it is stuck; null when it is not. */
  parkUs({ tenant, origin }: Named, nowUs: Micros): Micros | null {
    const since = this.#since.get(tenant) ?? this.#since.get(shareName(tenant, origin));
    if (since === undefined) return null;
    return Math.min(LONGEST_PARK_US, Math.max(SHORTEST_PARK_US, nowUs - since));
  }

  #stuckNames(slow: Iterable<Named>, underWay: InFlight): Set<string> {
    const counts = new Map<string, number>();
    const shares = new Map<string, Named>();
    for (const named of slow) {
      const share = shareName(named.tenant, named.origin);
      shares.set(share, named);
      for (const name of [named.tenant, share]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    // Half, since those whose time ran out together were followed by others.
    const isMostlySlow = (name: string) => (counts.get(name) ?? 0) * 2 >= underWay.of(name);
    const stuck = new Set<string>();
    for (const [share, { tenant, origin }] of shares) {
      if (underWay.isWorkspaceFull(tenant) && isMostlySlow(tenant)) stuck.add(tenant);
      if (underWay.isShareFull(tenant, origin) && isMostlySlow(share)) stuck.add(share);
    }
    return stuck;
  }
}
