import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { type Claim, type ReleasedClaim, tenantOf } from '#/lib/engine/claim/claim.ts';

/** How long a tenant is left out of fair claims after most of its claimed alarms were released at once. */
const BACK_OFF_US = 250 * MS_US;

/** Tenants to claim nothing from for a while: claiming alarms that are released at once is wasted work. */
export class Backoff {
  /** Since when. */
  readonly #since = new Map<string, Micros>();

  /** Records how many alarms were claimed, and how many of them were released at once. */
  recordParked(claims: readonly Claim[], parked: readonly ReleasedClaim[], nowUs: Micros): void {
    const balance = new Map<string, number>();
    const count = (one: Claim, change: number) =>
      balance.set(tenantOf(one), (balance.get(tenantOf(one)) ?? 0) + change);
    for (const one of claims) count(one, -1);
    for (const one of parked) count(one.claim, 2);
    for (const [tenant, rest] of balance) if (rest > 0) this.#since.set(tenant, nowUs);
  }

  tenants(nowUs: Micros): string[] {
    // The clock may have been set back.
    for (const [tenant, sinceUs] of this.#since) {
      if (Math.abs(nowUs - sinceUs) >= BACK_OFF_US) this.#since.delete(tenant);
    }
    return [...this.#since.keys()];
  }
}
