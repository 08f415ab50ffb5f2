/** Bytes that are granted until they are released. */
export type HeldBytes = {
  /** The actual size, more or less than was requested. */
  resize: (bytes: number) => void;
  release: () => void;
};

type Waiting = { bytes: number; grant: (held: HeldBytes) => void };

/**
 * A budget of memory, in bytes, in all and per tenant. Requests for more than is left wait; tenants are served round
 * robin, and one at its share holds up no other. A request larger than the whole budget still gets through, alone.
 */
export class ByteBudget {
  readonly #total: number;
  readonly #perTenant: number;
  readonly #heldBy = new Map<string, number>();
  /** In round-robin order. */
  readonly #waiting = new Map<string, Waiting[]>();
  #held = 0;

  constructor({ total, perTenant }: { total: number; perTenant: number }) {
    this.#total = total;
    this.#perTenant = perTenant;
  }

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  /** Resolves when there is room for this many bytes of this tenant. */
  take(tenant: string, bytes: number): Promise<HeldBytes> {
    if (!this.#waiting.has(tenant) && this.#fits(tenant, bytes)) return Promise.resolve(this.#hold(tenant, bytes));
    return new Promise((grant) => {
      const queue = this.#waiting.get(tenant);
      if (queue) queue.push({ bytes, grant });
      else this.#waiting.set(tenant, [{ bytes, grant }]);
    });
  }

  #fits(tenant: string, bytes: number): boolean {
    const own = this.#heldBy.get(tenant) ?? 0;
    if (own > 0 && own + bytes > this.#perTenant) return false;
    return this.#held === 0 || this.#held + bytes <= this.#total;
  }

  #hold(tenant: string, bytes: number): HeldBytes {
    let own = bytes;
    const change = (to: number) => {
      this.#count(tenant, to - own);
      own = to;
    };
    this.#count(tenant, bytes);
    return {
      resize: (to) => {
        change(to);
        this.#grant();
      },
      release: () => {
        change(0);
        this.#grant();
      },
    };
  }

  #count(tenant: string, change: number): void {
    const own = (this.#heldBy.get(tenant) ?? 0) + change;
    this.#held += change;
    if (own > 0) this.#heldBy.set(tenant, own);
    else this.#heldBy.delete(tenant);
  }

  /**
   * Grants one request per tenant that has room, round after round. A tenant that was served goes to the end of the
   * queue.
   */
  #grant(): void {
    for (let isServed = true; isServed; ) {
      isServed = false;
      for (const [tenant, queue] of [...this.#waiting]) {
        const first = queue[0] as Waiting;
        if (!this.#fits(tenant, first.bytes)) continue;
        queue.shift();
        this.#waiting.delete(tenant);
        if (queue.length > 0) this.#waiting.set(tenant, queue);
        first.grant(this.#hold(tenant, first.bytes));
        isServed = true;
      }
    }
  }
}
