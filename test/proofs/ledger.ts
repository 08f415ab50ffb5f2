/** One request that arrived: its attempt number, when on the monotonic clock of this process, and which worker sent it. */
export type Arrival = { attempt: number; atMs: number; source: string | null };

/** Requests to a receiver, by `webhook-id`, in order of arrival. */
export class Ledger {
  readonly #byId = new Map<string, Arrival[]>();
  /** All requests. */
  arrived = 0;

  add(id: string, arrival: Arrival): void {
    this.arrived += 1;
    const known = this.#byId.get(id);
    if (known) known.push(arrival);
    else this.#byId.set(id, [arrival]);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  arrivalsOf(id: string): readonly Arrival[] {
    return this.#byId.get(id) ?? [];
  }

  /** Returns and removes the arrivals of an alarm: for runs of hours. */
  take(id: string): readonly Arrival[] {
    const arrivals = this.arrivalsOf(id);
    this.#byId.delete(id);
    return arrivals;
  }

  /** The number of different alarms that arrived. */
  get size(): number {
    return this.#byId.size;
  }

  /** Those that arrived more than once. */
  repeated(): [string, readonly Arrival[]][] {
    return [...this.#byId].filter(([, arrivals]) => arrivals.length > 1);
  }

  /** Ids whose attempts didn't arrive in ascending order, each number once. */
  outOfOrder(): string[] {
    return this.repeated()
      .filter(([, arrivals]) => arrivals.some(({ attempt }, index) => attempt <= (arrivals[index - 1]?.attempt ?? 0)))
      .map(([id]) => id);
  }

  /** Those of these ids that never arrived. */
  missing(ids: Iterable<string>): string[] {
    return [...ids].filter((id) => !this.#byId.has(id));
  }
}
