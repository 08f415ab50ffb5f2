import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { type InFlight, type OriginQueue, shareName } from '#/lib/engine/queues/origin-queues.ts';

const MIN_PARK_US = 1_000 * MS_US;
const MAX_PARK_US = 30_000 * MS_US;

/** A workspace, and a receiver. */
type Named = Pick<OriginQueue, 'tenant' | 'origin'>;

/**
 * Since when workspaces, in all or at one receiver, have been saturated: at their limits with mostly slow attempts. Not
 * receivers as such: one that is slow for one workspace may be quick for another.
 */
export class Saturated {
  readonly #since = new Map<string, Micros>();

  /** Updates which attempts are currently slow. */
  recordSlow(slow: Iterable<Named>, inFlight: InFlight, nowUs: Micros): void {
    const saturated = this.#saturatedNames(slow, inFlight);
    for (const name of this.#since.keys()) if (!saturated.has(name)) this.#since.delete(name);
    for (const name of saturated) if (!this.#since.has(name)) this.#since.set(name, nowUs);
  }

  /** For how long alarms waiting behind it are released, growing as long as it stays saturated; null when it is not. */
  parkUs({ tenant, origin }: Named, nowUs: Micros): Micros | null {
    const since = this.#since.get(tenant) ?? this.#since.get(shareName(tenant, origin));
    if (since === undefined) return null;
    return Math.min(MAX_PARK_US, Math.max(MIN_PARK_US, nowUs - since));
  }

  #saturatedNames(slow: Iterable<Named>, inFlight: InFlight): Set<string> {
    const counts = new Map<string, number>();
    const shares = new Map<string, Named>();
    for (const named of slow) {
      const share = shareName(named.tenant, named.origin);
      shares.set(share, named);
      for (const name of [named.tenant, share]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    // Half, since attempts that timed out together were followed by others.
    const isMostlySlow = (name: string) => (counts.get(name) ?? 0) * 2 >= inFlight.countOf(name);
    const saturated = new Set<string>();
    for (const [share, { tenant, origin }] of shares) {
      if (inFlight.isWorkspaceFull(tenant) && isMostlySlow(tenant)) saturated.add(tenant);
      if (inFlight.isShareFull(tenant, origin) && isMostlySlow(share)) saturated.add(share);
    }
    return saturated;
  }
}
