import type { Lane, Limits, UnderWay } from '#/lib/alarms/firing/lanes.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

const SHORTEST_PARK_US = 1_000 * MS_US;
const LONGEST_PARK_US = 30_000 * MS_US;

/** A workspace or a receiver. */
type Named = Pick<Lane, 'tenant' | 'origin'>;
type Counts = Map<string, { count: number; limit: number }>;

/** Since when workspaces and receivers have been at their limits with tries most of which are slow. */
export class Stuck {
  readonly #limits: Limits;
  readonly #since = new Map<string, Micros>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes in which tries are slow just now. */
  note(slow: Iterable<Named>, underWay: UnderWay, nowUs: Micros): void {
    const counts = this.#countsOf(slow);
    for (const name of this.#since.keys()) if (!counts.has(name)) this.#since.delete(name);
    for (const [name, { count, limit }] of counts) {
      // Half, since those whose time ran out together were followed by others.
      const isStuck = underWay.of(name) >= limit && count * 2 >= limit;
      if (!isStuck) this.#since.delete(name);
      else if (!this.#since.has(name)) this.#since.set(name, nowUs);
    }
  }

  /** For how long what waits behind it goes back, growing as long as it is stuck; null when it is not. */
  parkUs({ tenant, origin }: Named, nowUs: Micros): Micros | null {
    const since = this.#since.get(tenant) ?? this.#since.get(origin);
    if (since === undefined) return null;
    return Math.min(LONGEST_PARK_US, Math.max(SHORTEST_PARK_US, nowUs - since));
  }

  #countsOf(slow: Iterable<Named>): Counts {
    const counts: Counts = new Map();
    for (const { tenant, origin } of slow) {
      add(counts, tenant, this.#limits.perWorkspace);
      add(counts, origin, this.#limits.perOrigin);
    }
    return counts;
  }
}

function add(counts: Counts, name: string, limit: number): void {
  const known = counts.get(name);
  if (known) known.count += 1;
  else counts.set(name, { count: 1, limit });
}
