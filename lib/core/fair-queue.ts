/** How many may run at once, in all and per tenant, and how many of one tenant may wait. */
export type FairQueueLimits = { atOnce: number; perTenant: number; mostWaiting: number };

type Waiting = { begin: () => void };
type Tenant = { running: number; waiting: Waiting[] };

/**
 * Limits concurrency across many tenants: those with waiting work are served round robin, so that a busy one delays
 * another by one task at most. Per process.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order in which they are served next. Holds only tenants with running or waiting work. */
  readonly #tenants = new Map<string, Tenant>();
  #atWork = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when the tenant is next. Throws the result of `rejection` when too much of the tenant's work is already
   * waiting.
   */
  async run<T>(id: string, work: () => Promise<T>, rejection: () => Error): Promise<T> {
    await this.#acquire(id, rejection);
    try {
      return await work();
    } finally {
      this.#release(id);
    }
  }

  async #acquire(id: string, rejection: () => Error): Promise<void> {
    const tenant = this.#tenants.get(id) ?? { running: 0, waiting: [] };
    if (this.#hasCapacity(tenant) && tenant.waiting.length === 0) {
      this.#tenants.set(id, tenant);
      return this.#start(tenant);
    }
    if (tenant.waiting.length >= this.#limits.mostWaiting) throw rejection();
    this.#tenants.set(id, tenant);
    await new Promise<void>((begin) => tenant.waiting.push({ begin }));
  }

  #hasCapacity({ running: atWork }: Tenant): boolean {
    return this.#atWork < this.#limits.atOnce && atWork < this.#limits.perTenant;
  }

  #start(tenant: Tenant): void {
    tenant.running += 1;
    this.#atWork += 1;
  }

  #release(id: string): void {
    const tenant = this.#tenants.get(id) as Tenant;
    tenant.running -= 1;
    this.#atWork -= 1;
    this.#tenants.delete(id);
    // To the end of the queue: tenants that were not served yet come first.
    if (tenant.running > 0 || tenant.waiting.length > 0) this.#tenants.set(id, tenant);
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [id, tenant] of this.#tenants) {
      const next = this.#hasCapacity(tenant) ? tenant.waiting.shift() : undefined;
      if (!next) continue;
      this.#tenants.delete(id);
      this.#tenants.set(id, tenant);
      this.#start(tenant);
      next.begin();
      return;
    }
  }
}
