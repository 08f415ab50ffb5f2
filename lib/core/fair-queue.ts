/** How many may be at work at once, in all and of one tenant, and how many of one tenant may wait. */
export type FairQueueLimits = { atOnce: number; perTenant: number; mostWaiting: number };

type Waiting = { begin: () => void };
type Tenant = { atWork: number; waiting: Waiting[] };

/**
 * Lets few at work at once, of many tenants: those with something waiting come by turns, so that one with much to do
 * holds up another by one piece of work at most. Of this process.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order in which they come next. Only who is at work or waits is here. */
  readonly #tenants = new Map<string, Tenant>();
  #atWork = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Runs `work` in its turn. Throws what `refusal` makes when too much of the tenant waits already. */
  async run<T>(id: string, work: () => Promise<T>, rejection: () => Error): Promise<T> {
    await this.#turnOf(id, rejection);
    try {
      return await work();
    } finally {
      this.#end(id);
    }
  }

  async #turnOf(id: string, rejection: () => Error): Promise<void> {
    const tenant = this.#tenants.get(id) ?? { atWork: 0, waiting: [] };
    if (this.#mayBegin(tenant) && tenant.waiting.length === 0) {
      this.#tenants.set(id, tenant);
      return this.#begin(tenant);
    }
    if (tenant.waiting.length >= this.#limits.mostWaiting) throw rejection();
    this.#tenants.set(id, tenant);
    await new Promise<void>((begin) => tenant.waiting.push({ begin }));
  }

  #mayBegin({ atWork }: Tenant): boolean {
    return this.#atWork < this.#limits.atOnce && atWork < this.#limits.perTenant;
  }

  #begin(tenant: Tenant): void {
    tenant.atWork += 1;
    this.#atWork += 1;
  }

  #end(id: string): void {
    const tenant = this.#tenants.get(id) as Tenant;
    tenant.atWork -= 1;
    this.#atWork -= 1;
    this.#tenants.delete(id);
    // To the end of the line: who has not had a turn comes first.
    if (tenant.atWork > 0 || tenant.waiting.length > 0) this.#tenants.set(id, tenant);
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [id, tenant] of this.#tenants) {
      const next = this.#mayBegin(tenant) ? tenant.waiting.shift() : undefined;
      if (!next) continue;
      this.#tenants.delete(id);
      this.#tenants.set(id, tenant);
      this.#begin(tenant);
      next.begin();
      return;
    }
  }
}
